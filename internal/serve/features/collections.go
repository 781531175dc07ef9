package features

import (
	"iter"
	"slices"
	"strconv"

	"github.com/paulmach/orb"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/admission"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/pagedata"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/tile"
)

// The areas of the price index.

func areasCollection() collection {
	of := source[tile.Area]{
		each: func(c frame.Call, s scope) iter.Seq[tile.Area] {
			return func(yield func(tile.Area) bool) {
				for _, a := range pagedata.Tiles(c.Live).Areas(s.day) {
					if s.in.meets(a.Shape) && !yield(a) {
						return
					}
				}
			}
		},
		known: func(_ frame.Call, s scope, a tile.Area) feature { return areaFeature(s, a) },
	}
	return collection{
		id: "areas", name: "Areas", title: "Areas of the price index",
		doc: "The areas of the price index, each drawn where its homes are, with the change of the index over one, three and five " +
			"years up to the valuation date, as fractions; null where no sale became known in the last year, or where the " +
			"index begins later. A single area also has its index by month, 1 on the " +
			"valuation date.",
		queryables: queryables("name", "city"), extent: func(e *extents) orb.Bound { return e.homes },
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
	f := feature{id: strconv.Itoa(a.Number), geometry: polygonsIn(s.out, a.Shape), properties: []property{
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
		known: saleFeature,
	}
	return collection{
		id: "sales", name: "Sales", title: "Sales", timed: true,
		doc: "The sales that were known before the valuation date, with price in whole euros, day, house type and use surface in m2. " +
			"An id is of one edition.",
		queryables: append(queryables("city", "buildYear", "useSurface"), groupParam()),
		extent:     func(e *extents) orb.Bound { return e.sales },
		items:      of.items,
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
	address, city := addressOf(c, gevel.BAGID(sales.DwellingID(int(row))))
	return feature{id: strconv.Itoa(int(row)), geometry: s.out.point(sales.At[row]), properties: []property{
		{"price", sales.Price[row]},
		{"date", sales.Date[row]},
		{"address", orNull(address)},
		{"city", orNull(city)},
		{"buildType", orNull(sales.BuildType(int(row)).Group().String())},
		{"buildYear", known(sales.BuildYear(int(row)))},
		{"useSurface", known(sales.UseSurface(int(row)))},
	}}
}

// groupParam is the parameter of the house type of a sale, which is shown by its group.
func groupParam() param.Param {
	names := make([]string, 0, gevel.BuildGroups)
	for g := range gevel.BuildGroups {
		names = append(names, gevel.BuildGroup(g).String())
	}
	return param.Param{Name: "buildType", Doc: docOf("buildType"), Enum: &param.Enumeration{Values: names}, AnyCase: true}
}

// addressOf returns a home's address on one line, and its city; "" where it is not known.
func addressOf(c frame.Call, home gevel.BAGID) (address, city string) {
	a, ok := c.Live.Edition.MainAddress(home)
	if !ok {
		return "", ""
	}
	return a.String(), a.City
}

// known returns a number, or null.
func known(v gevel.Opt[int]) any {
	if !v.Known {
		return nil
	}
	return v.V
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// Homes with their values.

func homesCollection(values *endpoints.Values, processors *admission.Processors) collection {
	value := valueHome(values)
	of := source[int32]{
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
		known: func(c frame.Call, s scope, row int32) feature {
			return homeFeature(c, s, c.Live.Edition.DwellingAt(int(row)))
		},
		finish: func(c frame.Call, s scope, page []feature) error {
			return processors.Each(c.Ctx, c.Exchange.Key.ID, len(page), func(i int) error { return value(c, s, &page[i]) })
		},
	}
	return collection{
		id: "homes", name: "Homes", title: "Homes and their values",
		doc: "The homes of the register with their values on the valuation date, in whole euros, the 80 % interval, and the class; or the " +
			"reason why a home has no value. Each home is a request for the key's quota, rate and usage, and for the record of " +
			"valuations; a page ends early where the rate is used up, and its link to the next page goes on.",
		queryables: queryables("postalCode", "city", "buildType", "buildYear", "useSurface", "parcelSurface", "energyLabel"),
		extent:     func(e *extents) orb.Bound { return e.homes },
		items:      of.items,
		item: func(c frame.Call, s scope) (feature, error) {
			home, ok := c.Live.Edition.Dwelling(gevel.BAGID(s.id))
			if !ok || !isThere(home, s.day) || !pagedata.Tiles(c.Live).Shows(home.At) {
				return feature{}, errNoFeature
			}
			f := homeFeature(c, s, home)
			return f, value(c, s, &f)
		},
	}
}

// isThere reports whether a home was built by a day's year.
func isThere(home gevel.Dwelling, day gevel.Date) bool {
	return !home.BuildYear.Known || home.BuildYear.V <= day.Year()
}

// The places of a value's properties in the list of a home.
const (
	valueAt = iota
	lowAt
	highAt
	classAt
	reasonAt
)

// homeFeature is a home as it is valued on the day, where it is now, without its value.
func homeFeature(c frame.Call, s scope, now gevel.Dwelling) feature {
	home := c.Live.Valuer.Known(now, s.day)
	f := feature{id: string(home.ID), geometry: s.out.point(now.At), properties: []property{
		{"value", nil},
		{"valueLow", nil},
		{"valueHigh", nil},
		{"confidenceClass", nil},
		{"reason", nil},
		{"valuationDate", s.day},
		{"buildType", orNull(home.BuildType.String())},
		{"buildYear", known(home.BuildYear)},
		{"useSurface", known(home.UseSurface)},
		{"parcelSurface", known(home.ParcelSurface)},
		{"energyLabel", orNull(home.EnergyLabel.String())},
	}}
	a, ok := c.Live.Edition.MainAddress(home.ID)
	if !ok {
		f.properties[reasonAt].value = gevel.AddressNotFound
		f.properties = append(f.properties, property{"address", nil}, property{"postalCode", nil}, property{"city", nil})
		return f
	}
	f.address = a.Query()
	f.properties = append(
		f.properties, property{"address", a.String()}, property{"postalCode", a.PostalCode}, property{"city", a.City},
	)
	return f
}

// valueHome returns what values a home. Error: gevel.Unavailable where the valuation can't be recorded, and others that
// are no answer.
func valueHome(values *endpoints.Values) func(frame.Call, scope, *feature) error {
	return func(c frame.Call, s scope, f *feature) error {
		if f.properties[reasonAt].value != nil {
			return nil
		}
		value, err := values.Value(c, gevel.Inquiry{AddressQuery: f.address, Date: s.day}, endpoints.Wish{})
		switch code := gevel.CodeOf(err); {
		case err == nil:
			f.properties[valueAt].value, f.properties[classAt].value = value.Weighted, int(value.Class)
			f.properties[lowAt].value, f.properties[highAt].value = value.Interval.Low, value.Interval.High
		case frame.CannotBeValued(code):
			f.properties[reasonAt].value = code
		default:
			return err
		}
		return nil
	}
}
