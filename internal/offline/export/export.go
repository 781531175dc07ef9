package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/parquetfile"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/value/valuation"
)

// model is the source of the tables: the vintage for a day, and the index known on it.
type model struct {
	*vintage.Vintage
	index vintage.Dated
}

// parts are the available tables.
var parts = []struct {
	name string
	make func(*model) *Table
}{
	{"index", indexTable},
	{"coefficients", coefficientTable},
	{"importance", importanceTable},
}

// Names returns the names of the tables.
func Names() (names []string) {
	for _, part := range parts {
		names = append(names, part.name)
	}
	return names
}

// CheckName checks that a table has this name. Error: gevel.Invalid.
func CheckName(name string) error {
	if slices.Contains(Names(), name) {
		return nil
	}
	return gevel.Refusal("there are "+strings.Join(Names(), ", "), "there is no table %q to export", name)
}

// Of returns a table of the model that answers valuations on a day; gevel.NoDate is the newest model with its
// last index. Error: gevel.Invalid for an unknown name, or a day before all models.
func Of(v *valuation.Valuer, name string, day gevel.Date) (*Table, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	if day != gevel.NoDate && day < v.Oldest() {
		return nil, gevel.Refusal(fmt.Sprintf("its oldest is of %s", v.Oldest()),
			"the edition has no model of %s", day)
	}
	m := newModel(v, day)
	t := parts[slices.Index(Names(), name)].make(m)
	t.name = name
	t.notes["edition"], t.notes["model"] = v.Edition().ID(), m.AsOf.String()
	if licence := v.Edition().Manifest().Licences["sales"]; licence != "" {
		t.notes["licence.sales"] = licence
	}
	return t, nil
}

func newModel(v *valuation.Valuer, day gevel.Date) *model {
	if day == gevel.NoDate {
		all := v.Vintages()
		newest := all[len(all)-1]
		return &model{newest, newest.Indexes[len(newest.Indexes)-1]}
	}
	on := v.VintageOn(day)
	return &model{on, on.IndexOn(day)}
}

// coefficientTable holds the coefficients of the linear model.
func coefficientTable(m *model) *Table {
	list := m.Hedonic.Linear.Coefficients()
	return &Table{
		notes: parquetfile.Notes{"row": "a coefficient of the linear model; trees and kriging come on top"}, rows: len(list),
		columns: []column{
			texts.column("name", "Characteristic that it is about", "", func(row int) string { return list[row].Name }),
			texts.column("of", "Value, house type group or period that it is of; null is all", "",
				func(row int) string { return list[row].Of }),
			texts.column("one", "What counts as one", "", func(row int) string { return list[row].Unit }),
			numbers.column("log_euros", "What one adds to the log price", "log EUR",
				func(row int) float64 { return list[row].Log }),
		},
	}
}

// importanceTable holds the gains of the trees by characteristic.
func importanceTable(m *model) *Table {
	list := m.Hedonic.Importance()
	return &Table{
		notes: parquetfile.Notes{"row": "a characteristic, place or time, by its share in what the trees gained"},
		rows:  len(list),
		columns: []column{
			texts.column("name", "Characteristic, place or time", "", func(row int) string { return list[row].Name }),
			numbers.column("share", "Share of the fall of the trees' loss", "%",
				func(row int) float64 { return list[row].Share }),
		},
	}
}
