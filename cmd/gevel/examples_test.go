package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestExamplesRun runs the commands that the pages of examples show, in a folder with the town that they ask for.
func TestExamplesRun(t *testing.T) {
	examples, err := filepath.Abs(filepath.Join("..", "..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	town, err := wholeTown()
	if err != nil {
		t.Fatal(err)
	}
	for example, files := range map[string][]string{
		"lender":       {"revalued.csv", "loans.html", "totals.json"},
		"municipality": {"values.parquet", "study.html", "reports/index-0-of-9.html", "values.gpkg", "again.csv"},
	} {
		t.Run(example, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.Symlink(filepath.Dir(town.Config), "town"); err != nil {
				t.Fatal(err)
			}
			if err := os.CopyFS(".", os.DirFS(filepath.Join(examples, example))); err != nil {
				t.Fatal(err)
			}
			page, err := os.ReadFile("README.md")
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(page)) {
				command, shown := strings.CutPrefix(strings.TrimSpace(line), "gevel ")
				if !shown || !strings.HasPrefix(line, "    ") {
					continue
				}
				var fault bytes.Buffer
				c := &console{ctx: t.Context(), stdout: io.Discard, stderr: &fault, now: townNow}
				if code := run(c, strings.Fields(command)); code != 0 {
					t.Errorf("gevel %s ends with %d: %s", command, code, fault.String())
				}
			}
			for _, file := range files {
				if info, err := os.Stat(file); err != nil || info.Size() == 0 {
					t.Errorf("%s was not written: %v", file, err)
				}
			}
		})
	}
}
