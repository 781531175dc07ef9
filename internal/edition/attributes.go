package edition

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/parquetfile"
)

// Characteristics and sources that a build added: rows of the manifest; and the sources of homes.

// extras are the characteristics of a table that sources brought. The manifest has these alone.
func extras(table gevel.Attributes) gevel.Attributes {
	return slices.DeleteFunc(slices.Clone(table), func(a gevel.Attribute) bool { return !a.IsExtra() })
}

// attributes returns the table of the edition's characteristics, with open categories still without names.
func (m Manifest) attributes() gevel.Attributes {
	table := gevel.Standard()
	for _, row := range m.Attributes {
		table = table.With(row)
	}
	return table.Canonical()
}

// checkAttributes checks that each extra has a column, name and kind of its own.
func (m Manifest) checkAttributes() error {
	table := gevel.Standard()
	for _, row := range m.Attributes {
		switch {
		case row.Column == "" || row.Name == "" || row.Kind == 0:
			return fmt.Errorf("%s: a characteristic has no column, name or kind", ManifestName)
		case table.Column(row.Column) >= 0:
			return fmt.Errorf("%s: the characteristic %s is there twice", ManifestName, row.Column)
		case row.Kind == gevel.Grade && len(row.Values) == 0:
			return fmt.Errorf("%s: the characteristic %s has no grades", ManifestName, row.Column)
		}
		table = table.With(gevel.Attribute{Column: row.Column})
	}
	return nil
}

// sourceSuffix ends the names of the columns.
const sourceSuffix = "_source"

// sourceTable holds the sources of the characteristics of many homes.
type sourceTable struct {
	known        gevel.Sources `image:"-"`
	places       []int         // in the edition's table, of the characteristics that have a column
	of           []uint32      // by home, into combinations
	combinations [][]gevel.Source
	numbers      map[string]uint32 `image:"-"` // of combinations
}

// grow makes room for the sources of n homes, all unknown. places ascend.
func (t *sourceTable) grow(places []int, n int) {
	t.places, t.of, t.numbers = places, make([]uint32, n), map[string]uint32{}
	t.add(t.none())
}

// none is the combination of a home without known sources. Combinations end with the last place that has a column.
func (t *sourceTable) none() []gevel.Source {
	if len(t.places) == 0 {
		return nil
	}
	return make([]gevel.Source, t.places[len(t.places)-1]+1)
}

// add returns the number of a combination.
func (t *sourceTable) add(c []gevel.Source) uint32 {
	key := make([]byte, len(c))
	for k, s := range c {
		key[k] = byte(s)
	}
	n, ok := t.numbers[string(key)]
	if !ok {
		n = uint32(len(t.combinations))
		t.numbers[string(key)] = n
		t.combinations = append(t.combinations, slices.Clone(c))
	}
	return n
}

// at returns the sources of a home, by place in the edition's table; they must not be changed.
func (t *sourceTable) at(row int) []gevel.Source { return t.combinations[t.of[row]] }

// setter returns a function that sets the sources of a home, given by place in another table. from maps
// each column of this table to its place in the other, -1 for none.
func (t *sourceTable) setter(from []int) func(row int, sources []gevel.Source) {
	c := t.none()
	return func(row int, sources []gevel.Source) {
		for i, place := range t.places {
			c[place] = gevel.NoSource
			if k := from[i]; k >= 0 && k < len(sources) {
				c[place] = sources[k]
			}
		}
		t.of[row] = t.add(c)
	}
}

// columns returns the file's columns, named after the attributes that have one. Reading gathers
// them by characteristic and home first; settle makes combinations of them.
func (t *sourceTable) columns(attributes gevel.Attributes, read [][]gevel.Source) []column {
	columns := make([]column, len(t.places))
	for i, place := range t.places {
		columns[i] = textColumn(attributes[i].Column+sourceSuffix,
			func(row int) string { return t.known.Name(t.at(row)[place]) },
			t.known.Named,
			func(row int, s gevel.Source) { read[i][row] = s })
	}
	return columns
}

func (t *sourceTable) settle(read [][]gevel.Source) {
	c := t.none()
	for row := range t.of {
		for i, place := range t.places {
			c[place] = read[i][row]
		}
		t.of[row] = t.add(c)
	}
}

// A sourceRow describes a source of characteristics that a build added, in the manifest. The standard ones need no row.
type sourceRow struct {
	Name        string `json:"name"`
	Dutch       string `json:"dutch,omitempty"`
	Derived     bool   `json:"derived,omitempty"`
	SaysUnknown bool   `json:"says_unknown,omitempty"`
	Over        string `json:"over,omitempty"` // the source that it wins over
}

func sourceRows(t gevel.Sources) (rows []sourceRow) {
	for _, s := range t.Added() {
		rows = append(rows, sourceRow{s.Name, s.Dutch, s.Derived, s.SaysUnknown, t.Name(s.Over)})
	}
	return rows
}

// sources returns the table of the edition's sources.
func (m Manifest) sources() gevel.Sources {
	table := gevel.StandardSources()
	for _, row := range m.Sources {
		over, _ := table.Named(row.Over)
		table = table.With(gevel.SourceRow{
			Name: row.Name, Dutch: row.Dutch, Derived: row.Derived, SaysUnknown: row.SaysUnknown, Over: over,
		})
	}
	return table
}

// checkSources checks that each added source has a name of its own, and a place in the table.
func (m Manifest) checkSources() error {
	table := gevel.StandardSources()
	for _, row := range m.Sources {
		if _, err := table.Named(row.Name); row.Name == "" || err == nil {
			return fmt.Errorf("%s: a source has no name, or the name of another: %q", ManifestName, row.Name)
		}
		if _, err := table.Named(row.Over); err != nil {
			return fmt.Errorf("%s: the source %s stands behind another: %w", ManifestName, row.Name, err)
		}
		table = table.With(gevel.SourceRow{Name: row.Name})
	}
	return nil
}

// Descriptions in the tables: the Parquet key-value metadata of each, which DuckDB
// (parquet_kv_metadata), pandas and Spark show.

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
