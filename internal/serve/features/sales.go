package features

import (
	"iter"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/pagedata"
)

// Single sales, where the operator publishes them.

func salesCollection() collection {
	of := source[int32]{
		each: func(c frame.Call, s scope) iter.Seq[int32] {
			sales := c.Live.Edition.Sales()
			low, high := s.in.around()
			return func(yield func(int32) bool) {
				for row := range pagedata.Tiles(c.Live).SalesIn(low, high) {
					if sales.Known[row] < s.day && s.time.holds(sales.Date[row]) && s.in.holds(sales.At[row]) && !yield(row) {
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
			row, err := strconv.Atoi(s.id)
			if err != nil || row < 0 || row >= sales.Len() || strconv.Itoa(row) != s.id ||
				sales.Known[row] >= s.day || !pagedata.Tiles(c.Live).Shows(sales.At[row]) {
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
