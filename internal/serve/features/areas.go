package features

import (
	"iter"
	"slices"
	"strconv"

	"github.com/paulmach/orb"

	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/pagedata"
	"github.com/gevel/gevel/internal/serve/tile"
)

// The areas of the price index.

func areasCollection() collection {
	of := source[tile.Area]{
		each: func(c frame.Call, s scope) iter.Seq[tile.Area] {
			return func(yield func(tile.Area) bool) {
				for _, a := range pagedata.Tiles(c.Live).Areas(s.day) {
					if s.in.meets(a.Hull) && !yield(a) {
						return
					}
				}
			}
		},
		create: func(_ frame.Call, s scope, a tile.Area) (feature, error) { return areaFeature(s, a), nil },
	}
	return collection{
		id: "areas", name: "Areas", title: "Areas of the price index",
		doc: "The areas of the price index, each drawn around its homes, with the change of the index over one, three and five " +
			"years up to the valuation date, as fractions; null where no sale became known in the last year, or where the index begins later. A single area also has its index by month, 1 on the " +
			"valuation date.",
		items: of.items,
		item: func(c frame.Call, s scope) (feature, error) {
			areas := pagedata.Tiles(c.Live).Areas(s.day)
			i := slices.IndexFunc(areas, func(a tile.Area) bool { return strconv.Itoa(a.Number) == s.id })
			if i < 0 {
				return feature{}, errNoFeature
			}
			f := areaFeature(s, areas[i])
			first, levels := pagedata.Tiles(c.Live).Index(areas[i].Number, s.day)
			f.properties = append(f.properties, property{"indexFrom", first}, property{"index", levels})
			return f, nil
		},
	}
}

func areaFeature(s scope, a tile.Area) feature {
	f := feature{id: strconv.Itoa(a.Number), geometry: orb.Polygon{ringIn(s.out, a.Hull)}, properties: []property{
		{"name", a.Name},
		{"city", a.City},
		{"homes", a.Homes},
		{"valuationDate", s.day},
	}}
	for _, years := range tile.ChangeYears {
		f.properties = append(f.properties, property{"change" + strconv.Itoa(years) + "y", a.Change[years]})
	}
	return f
}
