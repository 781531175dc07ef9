package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/judge/standard"
)

func TestReferenceOfStandards(t *testing.T) {
	page := newReference("Standards", "The standards by which `gevel evaluate`, `gevel report`, answers and property reports "+
		"judge values: one table. [Good enough?](../goodenough.md) says how to read a decision and what to do about it.")
	var rows [][]string
	for _, row := range standardTable() {
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

// standardRow is a number of the table in words.
type standardRow struct {
	Source   standard.Source
	What     string
	Asked    string
	Relative string // to what an error is relative; "" where the measure says so
}

// modelsForCollateral are what EBA asks of the models that lenders use for the value of collateral.
var modelsForCollateral = []string{
	"specific to the home and its place",
	"tested against prices paid, often and well",
	"a large and representative sample of sales",
	"data up to date and of good quality",
}

// standardTable returns all numbers, for people.
func standardTable() []standardRow {
	var rows []standardRow
	from := 0.0
	for _, b := range standard.Lending {
		rows = append(rows, standardRow{
			standard.NRVT, fmt.Sprintf("loans %s %.0f %% of the value", over(from), 100*b.UpTo),
			fmt.Sprintf("%.0f %% of the values within %.0f %%", 100*b.Share, 100*b.Within), "price paid",
		})
		from = b.UpTo
	}
	for _, asked := range modelsForCollateral {
		rows = append(rows, standardRow{standard.EBA, "models for the value of collateral", asked, ""})
	}
	for level := standard.HighestLevel; level > 0; level-- {
		fsd, _ := level.LargestFSD()
		rows = append(rows, standardRow{standard.EAA, fmt.Sprintf("level %d", level), fmt.Sprintf("FSD at most %.1f %%", 100*fsd), "value"})
	}
	rows = append(
		rows,
		standardRow{standard.EAA, "level 0", "a larger FSD", "value"},
		standardRow{standard.FreddieMac, "band high", fmt.Sprintf("FSD at most %.0f %%", 100*standard.HighFSD), "value"},
		standardRow{standard.FreddieMac, "band medium", fmt.Sprintf("FSD at most %.0f %%", 100*standard.MediumFSD), "value"},
		standardRow{standard.FreddieMac, "band low", "a larger FSD", "value"},
	)
	for _, b := range standard.Bounds {
		rows = append(rows, standardRow{b.Source, b.Measure, fmt.Sprintf("%g to %g", b.Low, b.High), ""})
	}
	return rows
}

// over says from where loans run: from nothing up to a share, or over one share up to another.
func over(from float64) string {
	if from == 0 {
		return "up to"
	}
	return fmt.Sprintf("over %.0f up to", 100*from)
}

func TestEachRowOfTheTableHasASource(t *testing.T) {
	known := map[string]bool{}
	for _, s := range standard.Sources() {
		known[s.Name] = s.Title != ""
	}
	used := map[string]bool{}
	for _, row := range standardTable() {
		if used[row.Source.Name] = true; !known[row.Source.Name] || row.What == "" || row.Asked == "" {
			t.Errorf("row %+v", row)
		}
	}
	if len(used) != len(known) {
		t.Errorf("the table uses %v of %v", used, known)
	}
}

// TestTheTableSaysWhatEachStandardAsks has the numbers as they are published, in the order of the table.
func TestTheTableSaysWhatEachStandardAsks(t *testing.T) {
	want := []string{
		"NRVT 2025: loans up to 70 % of the value: 85 % of the values within 15 %",
		"NRVT 2025: loans over 70 up to 90 % of the value: 90 % of the values within 10 %",
		"EAA: level 7: FSD at most 3.9 %",
		"EAA: level 1: FSD at most 29.6 %",
		"EAA: level 0: a larger FSD",
		"Freddie Mac: band high: FSD at most 13 %",
		"Freddie Mac: band medium: FSD at most 20 %",
		"Freddie Mac: band low: a larger FSD",
		"IAAO 2013: median ratio: 0.9 to 1.1",
		"IAAO 2013: COD: 0 to 15",
		"IAAO 2013: PRD: 0.98 to 1.03",
		"IAAO 2013: PRB: -0.05 to 0.05",
		"IAAO draft of May 2026: MKI: 0.95 to 1.05",
		"IAAO draft of May 2026: VEI: -10 to 10",
	}
	var got []string
	for _, row := range standardTable() {
		if text := row.Source.Name + ": " + row.What + ": " + row.Asked; slices.Contains(want, text) {
			got = append(got, text)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the table has %q of %q", got, want)
	}
	// Two bars, what EBA asks, eight levels, three bands, six measures.
	if n := len(standardTable()); n != 2+len(modelsForCollateral)+8+3+6 {
		t.Errorf("it has %d rows", n)
	}
}
