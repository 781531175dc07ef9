package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/judge/standard"
)

func TestReferenceOfStandards(t *testing.T) {
	page := newReference("Standards", "The standards by which `gevel evaluate`, `gevel report`, answers and property reports "+
		"judge values: one table. [Good enough?](../goodenough.md) says how to read a decision and what to do about it.")
	var rows [][]string
	for _, row := range standard.Table() {
		rows = append(rows, []string{row.Source.Name, row.What, row.Asked, row.Relative})
	}
	page.table([]string{"standard", "of", "asked", "errors relative to the"}, rows)
	page.line("\n## Sources")
	rows = nil
	for _, s := range standard.Sources() {
		rows = append(rows, []string{s.Name, s.Title, sentence(s.Note)})
	}
	page.table([]string{"standard", "source", "what could not be read there"}, rows)
	page.keepFresh(t, "standards.md")
}

func TestEachSymptomHasAdvice(t *testing.T) {
	advice, err := os.ReadFile(filepath.Join("..", "..", ratio.Advice))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range ratio.Symptoms {
		if !strings.Contains(string(advice), "\n## "+string(s)+"\n") {
			t.Errorf("%s has no heading %q", ratio.Advice, s)
		}
	}
	if got := strings.Count(string(advice), "\n## "); got != len(ratio.Symptoms) {
		t.Errorf("%s has %d headings, want %d", ratio.Advice, got, len(ratio.Symptoms))
	}
}
