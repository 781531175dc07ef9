package features

import (
	"iter"
	"slices"
	"strconv"

	"github.com/paulmach/orb"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/endpoints"
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
			"years up to the valuation date, as fractions; null where no sale became known in the last year, or where the " +
			"index begins later. A single area also has its index by month, 1 on the " +
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

// Single sales, where the operator publishes them.

func salesCollection() collection {
	of := source[int32]{
		each: func(c frame.Call, s scope) iter.Seq[int32] {
			sales := c.Live.Edition.Sales()
			low, high := s.in.around()
			return func(yield func(int32) bool) {
				for row := range pagedata.Tiles(c.Live).SalesIn(low, high) {
					if sales.KnownBefore(row, s.day) && s.time.holds(sales.Date[row]) && s.in.holds(sales.At[row]) && !yield(row) {
						return
					}
				}
			}
		},
		create: func(c frame.Call, s scope, row int32) (feature, error) { return saleFeature(c, s, row), nil },
	}
	return collection{
		id: "sales", name: "Sales", title: "Sales", timed: true,
		doc: "The sales that were known before the valuation date, with price in whole euros, day, house type and use surface in m2. " +
			"An id is of one edition.",
		items: of.items,
		item: func(c frame.Call, s scope) (feature, error) {
			sales := c.Live.Edition.Sales()
			row, err := strconv.ParseInt(s.id, 10, 32)
			if err != nil || row < 0 || int(row) >= sales.Len() || strconv.FormatInt(row, 10) != s.id ||
				!sales.KnownBefore(int32(row), s.day) || !pagedata.Tiles(c.Live).Shows(sales.At[row]) {
				return feature{}, errNoFeature
			}
			return saleFeature(c, s, int32(row)), nil
		},
	}
}

func saleFeature(c frame.Call, s scope, row int32) feature {
	sales := c.Live.Edition.Sales()
	f := feature{id: strconv.Itoa(int(row)), geometry: s.out.point(sales.At[row]), properties: []property{
		{"price", sales.Price[row]},
		{"date", sales.Date[row]},
		{"address", orNull(addressOf(c, gevel.BAGID(sales.DwellingID(int(row)))))},
		{"buildType", nil},
		{"useSurface", nil},
	}}
	if group := sales.BuildType(int(row)).Group(); group > 0 {
		f.properties[3].value = group.String()
	}
	if surface := sales.UseSurface(int(row)); surface.Known {
		f.properties[4].value = surface.V
	}
	return f
}

// addressOf returns a home's address on one line, "" where it is not known.
func addressOf(c frame.Call, home gevel.BAGID) string {
	a, ok := c.Live.Edition.MainAddress(home)
	if !ok {
		return ""
	}
	return a.String()
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// Homes with their values.

func homesCollection(values *endpoints.Values) collection {
	of := source[int32]{
		paid: true,
		each: func(c frame.Call, s scope) iter.Seq[int32] {
			low, high := s.in.around()
			at := c.Live.Edition.HomePositions()
			return func(yield func(int32) bool) {
				for row := range pagedata.Tiles(c.Live).HomesIn(low, high) {
					later := c.Live.Edition.RegisteredYear(int(row)) > float64(s.day.Year()) // an unknown one is none
					if !later && s.in.holds(at[row]) && !yield(row) {
						return
					}
				}
			}
		},
		create: func(c frame.Call, s scope, row int32) (feature, error) {
			return homeFeature(values, c, s, c.Live.Edition.RegisteredHome(int(row)))
		},
	}
	return collection{
		id: "homes", name: "Homes", title: "Homes and their values",
		doc: "The homes of the register with their values on the valuation date, in whole euros, the 80 % interval, and the class; or the " +
			"reason why a home has no value. Each home is a request for the key's quota, rate and usage, and for the record of " +
			"valuations; a page ends early where the rate is used up, and its link to the next page goes on.",
		items: of.items,
		item: func(c frame.Call, s scope) (feature, error) {
			home, ok := c.Live.Edition.Dwelling(gevel.BAGID(s.id))
			if !ok || !isThere(home, s.day) || !pagedata.Tiles(c.Live).Shows(home.At) {
				return feature{}, errNoFeature
			}
			return homeFeature(values, c, s, home)
		},
	}
}

// isThere reports whether a home was built by a day's year.
func isThere(home gevel.Dwelling, day gevel.Date) bool {
	return !home.BuildYear.Known || home.BuildYear.V <= day.Year()
}

// homeFeature values a home. Error: gevel.Unavailable where the valuation can't be recorded, and others that are no answer.
func homeFeature(values *endpoints.Values, c frame.Call, s scope, home gevel.Dwelling) (feature, error) {
	f := feature{id: string(home.ID), geometry: s.out.point(home.At), properties: []property{
		{"address", nil},
		{"value", nil},
		{"valueLow", nil},
		{"valueHigh", nil},
		{"confidenceClass", nil},
		{"reason", nil},
		{"valuationDate", s.day},
	}}
	address, ok := c.Live.Edition.MainAddress(home.ID)
	if !ok {
		f.properties[5].value = gevel.AddressNotFound
		return f, nil
	}
	f.properties[0].value = address.String()
	value, err := values.Value(c, gevel.Inquiry{AddressQuery: address.Query(), Date: s.day}, endpoints.Wish{})
	switch code := gevel.CodeOf(err); {
	case err == nil:
		f.properties[1].value, f.properties[4].value = value.Weighted, int(value.Class)
		f.properties[2].value, f.properties[3].value = value.Interval.Low, value.Interval.High
	case frame.CannotBeValued(code):
		f.properties[5].value = code
	default:
		return feature{}, err
	}
	return f, nil
}
