package edition

// Descriptions in the tables: the Parquet key-value metadata of each, which DuckDB
// (parquet_kv_metadata), pandas and Spark show.

import (
	_ "embed"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/parquetfile"
)

// Names of the sources in the manifest by which tables are distinguished.
const (
	SourceBAG   = "bag"
	SourceSales = "sales"

	SourceSeries = "price_series"
	SourceIndex  = "cbs_price_index"
)

// positionsEPSG is the number of the coordinate system of positions, RD New.
const positionsEPSG = "28992"

// notes say what a row of each table is, by the name of its file, and describe the columns that are no characteristics.
var notes = func() map[string]string {
	by := map[string]string{}
	for line := range strings.Lines(noteText) {
		name, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		by[name] = text
	}
	return by
}()

//go:embed notes.txt
var noteText string

// describer describes the tables of an edition.
type describer struct {
	asOf       map[string]gevel.Date
	licences   map[string]string
	attributes gevel.Attributes
}

// table returns the metadata of a table with columns of these names.
func (d *describer) table(name string, columns []column) parquetfile.Notes {
	described := parquetfile.Notes{"row": notes[name]}
	for _, c := range columns {
		text, unit := d.column(c.name)
		described.Column(c.name, text, unit)
		if c.name == "x" {
			described["epsg"] = positionsEPSG
		}
	}
	for source, day := range d.asOf {
		if holds(name, source) && day != gevel.NoDate {
			described["as_of."+source] = day.String()
		}
	}
	for source, licence := range d.licences {
		if holds(name, source) {
			described["licence."+source] = licence
		}
	}
	return described
}

// holds reports whether a table holds data of a source. Homes of sales also have what the registers know of them.
func holds(table, source string) bool {
	switch table {
	case addressesName, buildingsName, statusesName, movesName:
		return source == SourceBAG
	case seriesName:
		return source == SourceSeries || source == SourceIndex
	case salesName:
		return source != SourceSeries
	}
	return source != SourceSales && source != SourceSeries
}

// column returns the description and the unit of a column, "" where there is none.
func (d *describer) column(name string) (text, unit string) {
	if note, ok := notes[name]; ok {
		text, unit, _ = strings.Cut(note, "|")
		return text, unit
	}
	of, isSource := strings.CutSuffix(name, sourceSuffix)
	k := d.attributes.Column(of)
	switch {
	case k < 0:
		return "", ""
	case isSource:
		return "Where " + of + " comes from", ""
	}
	a := &d.attributes[k]
	if text = a.Doc; text == "" {
		text = a.Label
	}
	return text, a.Unit
}
