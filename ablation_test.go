package gevel_test

// The page of what each piece of the method is worth: docs/reference/ablation.md, written from docs/ablation.csv.

import (
	"encoding/csv"
	"fmt"
	"os"
	"strings"
	"testing"
)

const ablationPage = "docs/reference/ablation.md"

// ablationIntro is the page's beginning, before how each walk was made.
const ablationIntro = `# Ablation

What a piece of the [method](../method.md) is worth: it is switched off, errors, weights and sizes are learned without it, and
the same models value the same sales again. Written from docs/ablation.csv, of 2026-11-30 and code version 12, seed 1 (experiment 262). A cell has
the change of the mean absolute log error and, behind the semicolon, of the interval score at 80 %, in % ± one standard
error clustered by month: above 0 the piece helps; 0 is no change at all. An empty cell was not run. Pieces of the index, of
the trees and of fitting kriging are not among them.

`

func TestTheAblationIsAPage(t *testing.T) {
	f, err := os.Open("docs/ablation.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll() // as many cells in each row
	if err != nil {
		t.Fatal(err)
	}
	var walks, tables strings.Builder
	part := ""
	for _, row := range rows[1:] {
		switch {
		case row[0] == "walk":
			fmt.Fprintf(&walks, "- **%s**: `%s`: %s\n", row[1], row[2], strings.Join(row[3:], ", "))
		case row[0] != part:
			part = row[0]
			fmt.Fprintf(&tables, "\n## %s\n\n| piece | %s |\n|---|%s\n", upper(part), strings.Join(rows[0][2:], " | "), strings.Repeat("---|", len(row)-2))
			fallthrough
		default:
			fmt.Fprintf(&tables, "| %s |\n", strings.Join(row[1:], " | "))
		}
	}
	page := ablationIntro + walks.String() + tables.String()
	if *update {
		if err := os.WriteFile(ablationPage, []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	there, err := os.ReadFile(ablationPage)
	if err != nil {
		t.Fatal(err)
	}
	if string(there) != page {
		t.Errorf("%s is old: go test . -run Ablation -update", ablationPage)
	}
}
