package build_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
)

// writeSeries writes a series of prices that was known before a day: years that wave since 2014, each month three weeks later.
func writeSeries(t *testing.T, day gevel.Date) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("month,value,known_date\n")
	for m := gevel.NewDate(2014, 1, 1).Month(); m < day.Month(); m++ {
		if known := (m + 1).First() + 20; known < day {
			fmt.Fprintf(&b, "%s,%.2f,%s\n", m, 100*math.Exp(0.1*math.Sin(float64(m)/7)), known)
		}
	}
	path := filepath.Join(t.TempDir(), "series.csv")
	writeFile(t, path, b.String())
	return path
}

// TestWhatASeriesSaysLaterChangesNoBit builds a town's edition once with all its sales and figures and once as of a day,
// and asks both about days until then.
func TestWhatASeriesSaysLaterChangesNoBit(t *testing.T) {
	c := townConfig(t)
	c.Vintages = 1
	plain := openValuer(t, mustRun(t, c))
	c.Editions, seriesOf(c.Sources).File = t.TempDir(), writeSeries(t, options().Today)
	now := openValuer(t, mustRun(t, c))
	if len(now.Edition().Series()) < 100 {
		t.Fatalf("the edition keeps %d figures", len(now.Edition().Series()))
	}
	day := gevel.NewDate(2024, 6, 12)
	salesOf(c.Sources)[0].File, c.Editions = knownBefore(t, salesOf(c.Sources)[0].File, day), t.TempDir()
	seriesOf(c.Sources).File = writeSeries(t, day)
	o := options()
	o.Today = day
	then, err := build.Run(t.Context(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	before := openValuer(t, then)
	checkSameAnswers(t, before, now, []gevel.Date{max(now.Oldest(), before.Oldest()), day - 1, day})
	level := func(at int) float64 {
		v := plain.Vintages()
		if at == 1 {
			v = now.Vintages()
		}
		ix := v[len(v)-1].IndexOn(options().Today).Index
		return ix.Level(0, 0, float64(ix.End)+12)
	}
	if level(0) == level(1) {
		t.Error("the series moves no level: the test shows nothing")
	}
}

// TestASeriesThatGrowsIsCarriedOn adds the figures of months one by one, and revises one.
func TestASeriesThatGrowsIsCarriedOn(t *testing.T) {
	c := townConfig(t)
	c.Vintages = 1
	day := options().Today
	all := readFile(t, writeSeries(t, day))
	lines := strings.SplitAfter(all, "\n")
	cells := strings.Split(lines[60], ",")
	revised := strings.Replace(all, lines[60], strings.Join([]string{cells[0], "108.5", cells[2]}, ","), 1)
	for i, step := range []struct {
		what, text string
		carried    bool // all models but the newest
	}{
		{"fewer months", strings.Join(lines[:len(lines)-3], ""), false},
		{"the next months", all, true},
		{"another figure long ago", revised, false},
		{"none", "", false},
	} {
		if seriesOf(c.Sources).File = ""; step.text != "" {
			seriesOf(c.Sources).File = filepath.Join(t.TempDir(), "series.csv")
			writeFile(t, seriesOf(c.Sources).File, step.text)
		}
		s := mustRun(t, c)
		carried := slices.ContainsFunc(s.Carried.Models, func(m build.CarriedModel) bool { return m.Carried })
		if carried != step.carried {
			t.Errorf("%s: carried on are %+v", step.what, s.Carried)
		}
		if i == 0 {
			continue // it was built afresh
		}
		fresh := c
		fresh.Editions = t.TempDir()
		if again := mustRun(t, fresh); again.Manifest.ID != s.Manifest.ID {
			t.Errorf("%s: the edition is %s, built afresh %s", step.what, s.Manifest.ID, again.Manifest.ID)
		}
	}
}

func TestARegionOfThePublishedIndexIsASeries(t *testing.T) {
	c := townConfig(t)
	addTables(t, &c)
	c.Vintages, seriesOf(c.Sources).Region = 0, "NL01"
	s := mustRun(t, c)
	if found := fmt.Sprint(s.Found); !strings.Contains(found, "the price series has ") || !strings.Contains(found, " figures of 2015-02 to ") {
		t.Errorf("the summary has %s", found)
	}
	got := openValuer(t, s).Edition().Series()
	if len(got) < 30 || got[0].Month.String() != "2015-02" || got[0].Known.String() != "2015-05-01" || got[0].Value != 100 {
		t.Errorf("the series begins %+v", got[:min(2, len(got))])
	}
	if last := got[len(got)-1].Known; last > options().Today {
		t.Errorf("it ends with a figure known on %s", last)
	}
	seriesOf(c.Sources).Region = "PV31"
	if _, err := build.Run(t.Context(), c, options()); err == nil || !strings.Contains(err.Error(), "no month or quarter of PV31") {
		t.Errorf("a region that the table lacks: %v", err)
	}
}

func TestASeriesInTheBuildFileIsChecked(t *testing.T) {
	c, err := build.ReadConfig(writeBuildFile(t, needed+"  price_series: {file: a.csv}\n"))
	if err != nil || seriesOf(c.Sources).KnownAfter != 31 {
		t.Errorf("a series without known_after has %d, %v", seriesOf(c.Sources).KnownAfter, err)
	}
	for text, want := range map[string]string{
		"price_series: {file: a.csv, region: NL01}": "sources.price_series: it has a file and a region",
		"price_series: {region: NL01}":              "sources.price_series.region: it is a region of sources.cbs.price_index, which has no file",
		"price_series: {}":                          "sources.price_series: file or region is missing",
		"cbs: {price_index: a.csv}\n  price_series: {region: NL01, mapping: {decimal: \",\"}}": "sources.price_series.mapping: it is for a file",
		"price_series: {file: a.csv, known_after: -1}":                                         "sources.price_series.known_after: -1 is not from 0 to 366",
		"price_series: {file: a.csv, mapping: {columns: {price: x}}}":                          `names "price"`,
		"cbs: {price_index: a.csv}\n  price_series: {region: Amsterdam-Oost}":                  "is no code of a region",
	} {
		_, err := build.ReadConfig(writeBuildFile(t, needed+"  "+text+"\n"))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "line ") {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestASeriesThatCanNotBeReadEndsTheBuild(t *testing.T) {
	c := townConfig(t)
	seriesOf(c.Sources).File = filepath.Join(t.TempDir(), "series.csv")
	writeFile(t, seriesOf(c.Sources).File, "month,value\nMai,1\n")
	if _, err := build.Run(t.Context(), c, options()); err == nil || !strings.Contains(err.Error(), "series.csv: 1 of the 1 rows") {
		t.Errorf("a series without a month: %v", err)
	}
	if _, err := os.Stat(c.Editions); err == nil {
		checkFolder(t, c.Editions)
	}
}
