package build_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/pricecheck"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/source"
)

// TestPricesStandBesideThoseOfCBS builds a town with a table that its prices follow and one that they
// do not.
func TestPricesStandBesideThoseOfCBS(t *testing.T) {
	c, err := build.ReadConfig(writeTownOf(t, 1600))
	if err != nil {
		t.Fatal(err)
	}
	addTables(t, &c)
	s := mustRun(t, c)
	checkSummary(t, s)
	lines := openValuer(t, s).Edition().PriceCheck()
	if len(lines) != 1 || lines[0].Measure != pricecheck.Index || lines[0].Region != pricecheck.Country || len(lines[0].Years()) < 3 {
		t.Fatalf("lines are %+v", lines)
	}
	years := lines[0].Years()
	if first := years[0]; first.Own < 99.9 || first.Own > 100.1 || first.Published < 99.9 || first.Published > 100.1 {
		t.Errorf("the first year stands at %+v", first)
	}
	warned := slices.ContainsFunc(s.Warnings, func(w string) bool { return strings.Contains(w, "the index of the Netherlands parts") })
	if !warned {
		t.Errorf("warnings are %q", s.Warnings)
	}
}

func TestTablesOfPricesChangeNoAnswer(t *testing.T) {
	c, plain := builtTown(t)
	addTables(t, &c)
	c.Editions = t.TempDir()
	checkSameAnswers(t, openValuer(t, plain), openValuer(t, mustRun(t, c)), []gevel.Date{townDay})
}

// addTables adds an index of prices that rises fast, and average prices, of the country and a province.
func addTables(t *testing.T, c *build.Config) {
	t.Helper()
	dir := t.TempDir()
	var index, average strings.Builder
	index.WriteString("RegioS;Perioden;PrijsindexVerkoopprijzen_1;Status\n")
	average.WriteString("RegioS;Perioden;GemiddeldeVerkoopprijs_1\n")
	for year := 2015; year < 2025; year++ {
		for quarter := 1; quarter <= 4; quarter++ {
			fmt.Fprintf(&index, "NL01  ;%dKW%02d;%d;%s\n", year, quarter, 100+30*(year-2015), "Definitief")
		}
		fmt.Fprintf(&average, "NL01  ;%dJJ00;3\nPV31  ;%dJJ00;350000\n", year, year)
	}
	cbsOf(c.Sources).PriceIndex = source.Files{filepath.Join(dir, "index.csv")}
	cbsOf(c.Sources).AveragePrices = source.Files{filepath.Join(dir, "average.csv")}
	for path, text := range map[string]string{
		cbsOf(c.Sources).PriceIndex[0]: index.String(), cbsOf(c.Sources).AveragePrices[0]: average.String(),
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
