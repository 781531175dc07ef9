package export

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/parquetfile"
	"github.com/gevel/gevel/internal/model/index"
)

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
