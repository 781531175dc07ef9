package export

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/parquetfile"
	"github.com/gevel/gevel/internal/model/index"
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

// indexRow is a level of the index.
type indexRow struct {
	area  int32
	group gevel.BuildGroup // 0 is all
	month gevel.Month
}

// indexTable is the index by month: each area for all house types, and each house type for the whole market.
// Their log levels add up.
func indexTable(m *model) *Table {
	ix := m.index.Index
	var rows []indexRow
	path := func(area int32, group gevel.BuildGroup) {
		for month := ix.First; month < ix.First+gevel.Month(ix.Months); month++ {
			rows = append(rows, indexRow{area, group, month})
		}
	}
	for area := range int32(ix.Areas.Len()) {
		path(area, 0)
	}
	for group := gevel.BuildGroup(1); int(group) < gevel.BuildGroups; group++ {
		path(0, group)
	}
	bounds := ix.Areas.Bounds()
	of := func(row int) float64 { return ix.Level(rows[row].area, rows[row].group, float64(rows[row].month)) }
	side := func(k int) func(row int) float64 {
		return func(row int) float64 {
			if v := bounds[rows[row].area][k]; !math.IsInf(v, 0) {
				return v
			}
			return math.NaN()
		}
	}
	const base = "Level; 100 is the level of the same area and house type in the last known month"
	return &Table{
		notes: parquetfile.Notes{
			"row": "a month of an index area for all house types (area 0 is the whole market), or of a house type " +
				"group for the whole market; the log level of a house type in an area is the area's level " +
				"plus the house type's minus the whole market's",
			"known": m.index.Known.String(), "epsg": "28992",
		},
		rows: len(rows),
		columns: []column{
			days.column("month", "First day of the month", "", func(row int) gevel.Date { return rows[row].month.First() }),
			whole.column("area", "Number of the index area; 0 is the whole market", "",
				func(row int) int32 { return rows[row].area }),
			whole.column("parent", "Area around it", "", func(row int) int32 { return ix.Areas.Parent(rows[row].area) }),
			numbers.column("west", "Border of the area; null is none", "m", side(index.West)),
			numbers.column("south", "Border of the area; null is none", "m", side(index.South)),
			numbers.column("east", "Border of the area; null is none", "m", side(index.East)),
			numbers.column("north", "Border of the area; null is none", "m", side(index.North)),
			texts.column("house_type_group", "House type group; all is all together", "", func(row int) string {
				if rows[row].group == 0 {
					return "all"
				}
				return rows[row].group.String()
			}),
			numbers.column("log_level", "Log of the level in the middle of the month", "log EUR", of),
			numbers.column("level", base, "", func(row int) float64 {
				r := rows[row]
				return 100 * math.Exp(of(row)-ix.Level(r.area, r.group, float64(ix.End)))
			}),
			yesNos.column("forecast", "Whether the index had not seen the month to its end", "", func(row int) bool {
				return rows[row].month >= m.index.Until.Month()
			}),
		},
	}
}
