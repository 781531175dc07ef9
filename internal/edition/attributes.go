package edition

import (
	"fmt"
	"reflect"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// An attributeRow describes a characteristic from a source, in the manifest. The standard ones need no row.
type attributeRow struct {
	Column    string     `json:"column"`
	Name      string     `json:"name"`
	Label     string     `json:"label"`
	Dutch     string     `json:"dutch,omitempty"`
	Kind      gevel.Kind `json:"kind"`
	Doc       string     `json:"doc,omitempty"`
	Unit      string     `json:"unit,omitempty"`
	Parameter string     `json:"parameter,omitempty"`
	Least     int        `json:"least,omitempty"`
	Most      int        `json:"most,omitempty"`
	Middling  int        `json:"middling,omitempty"`
	Rising    bool       `json:"rising,omitempty"`
	Values    []string   `json:"values,omitempty"`
}

// attributeRows are the rows of a table's extras.
func attributeRows(table gevel.Attributes) (rows []attributeRow) {
	for _, a := range table {
		if a.IsExtra() {
			rows = append(rows, attributeRow{
				Column: a.Column, Name: a.Name, Label: a.Label, Dutch: a.Dutch, Kind: a.Kind, Doc: a.Doc, Unit: a.Unit, Parameter: a.Parameter,
				Least: a.Least, Most: a.Most, Middling: a.Middling, Rising: a.Rising, Values: a.Values,
			})
		}
	}
	return rows
}

// attributes returns the table of the edition's characteristics, with open categories still without names.
func (m Manifest) attributes() gevel.Attributes {
	table := gevel.Standard()
	for _, row := range m.Attributes {
		table = table.With(gevel.Attribute{
			Column: row.Column, Name: row.Name, Label: row.Label, Dutch: row.Dutch, Kind: row.Kind, Doc: row.Doc, Unit: row.Unit,
			Parameter: row.Parameter, Least: row.Least, Most: row.Most, Middling: row.Middling,
			Rising: row.Rising, Values: row.Values,
		})
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

// equal reports whether two rows describe the same characteristic in the same way.
func (r attributeRow) equal(other attributeRow) bool { return reflect.DeepEqual(r, other) }

// placeList holds the places of homes; the homes of a stretch of street share one.
type placeList struct {
	codes    market.Ints
	distinct []gevel.Point
}

// newPlaceList holds the place of each of n homes.
func newPlaceList(n int, at func(row int) gevel.Point) placeList {
	l, known := placeList{codes: market.MakeInts(n)}, map[gevel.Point]int32{}
	for row := range n {
		l.codes.Set(row, codeOf(known, at(row), &l.distinct))
	}
	return l
}

func (l *placeList) at(row int) gevel.Point { return l.distinct[l.codes.At(row)] }

// placeColumns are the columns of the places, which are read into points.
func (l *placeList) placeColumns(points []gevel.Point) []column {
	return []column{
		codedColumn(placePrefix+"x", doubles, func(row int) float64 { return l.at(row).X }, func(row int, x float64) { points[row].X = x }),
		codedColumn(placePrefix+"y", doubles, func(row int) float64 { return l.at(row).Y }, func(row int, y float64) { points[row].Y = y }),
	}
}
