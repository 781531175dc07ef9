package gevel_test

// The table of experiments: what was tried has a number, by which documents and comments name it.

import (
	"encoding/csv"
	"os"
	"testing"
)

func TestEveryExperimentHasItsNumber(t *testing.T) {
	f, err := os.Open("docs/experiments.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll() // as many cells in each row
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, row := range rows {
		if seen[row[0]] {
			t.Errorf("experiment %s is there twice", row[0])
		}
		seen[row[0]] = true
		if decision := row[len(row)-1]; decision == "" {
			t.Errorf("experiment %s has no decision", row[0])
		}
	}
}
