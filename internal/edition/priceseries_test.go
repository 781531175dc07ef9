package edition

import (
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

func TestThePriceSeriesComesBack(t *testing.T) {
	c := inventContents(50, 1)
	if diff := gocmp.Diff(c.Series, opened(t, c).Series()); diff != "" || len(c.Series) < 3 {
		t.Errorf("series (-written +read):\n%s", diff)
	}
	c = inventContents(50, 1)
	c.Series = nil
	e := opened(t, c)
	if _, ok := e.Manifest().Files[seriesName]; ok || len(e.Series()) > 0 {
		t.Error("an edition without a series has a table of one")
	}
}

// foreignFigure is a row of the table as another program may write it.
type foreignFigure struct {
	Month  *int32   `parquet:"month,optional,date"`
	Known  *int32   `parquet:"known_date,optional,date"`
	Figure *float64 `parquet:"figure,optional"`
}

func TestASeriesOfOtherProgramsIsChecked(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(f *foreignFigure)
		want   string
	}{
		"whole":        {func(*foreignFigure) {}, ""},
		"no figure":    {func(f *foreignFigure) { f.Figure = nil }, "there is no value"},
		"no price":     {func(f *foreignFigure) { f.Figure = new(0.0) }, "the figure in row 1 is 0"},
		"mid-month":    {func(f *foreignFigure) { f.Month = new(int32(18_002)) }, "is not the first day of a month"},
		"not in order": {func(f *foreignFigure) { f.Known = new(int32(10)) }, "is not sorted at row 1"},
	} {
		row := func() foreignFigure {
			return foreignFigure{Month: new(int32(17_897)), Known: new(int32(18_000)), Figure: new(100.0)} // January 2019
		}
		rows := []foreignFigure{row(), row()}
		tt.change(&rows[1])
		path := filepath.Join(t.TempDir(), seriesName)
		overwrite(t, path, parquetOf(t, rows))
		_, err := readFrom(t.Context(), path, readSeries)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), seriesName)) {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
}

// TestTheLicenceOfAPriceSeriesIsThatOfItsTableAlone: it may forbid what the register's does not.
func TestTheLicenceOfAPriceSeriesIsThatOfItsTableAlone(t *testing.T) {
	for _, name := range tableNames {
		if holds(name, SourceSeries) {
			t.Errorf("%s is said to hold the price series", name)
		}
	}
	if !holds(seriesName, SourceSeries) || holds(seriesName, SourceSales) || !holds(dwellingsName, SourceBAG) {
		t.Error("the table of the price series holds something else")
	}
}
