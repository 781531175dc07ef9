package features

import (
	"iter"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/pagedata"
)

// Homes with their values.

func homesCollection(values *endpoints.Values) collection {
	of := source[gevel.Dwelling]{
		paid: true,
		each: func(c frame.Call, s scope) iter.Seq[gevel.Dwelling] {
			low, high := s.in.around()
			at := c.Live.Edition.HomePositions()
			return func(yield func(gevel.Dwelling) bool) {
				for row := range pagedata.Tiles(c.Live).HomesIn(low, high) {
					if !s.in.holds(at[row]) {
						continue
					}
					home := c.Live.Edition.RegisteredHome(int(row))
					if isThere(home, s.day) && !yield(home) {
						return
					}
				}
			}
		},
		create: func(c frame.Call, s scope, home gevel.Dwelling) (feature, error) {
			return homeFeature(values, c, s, home)
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
	value, err := values.PassingAlone(c, gevel.Inquiry{AddressQuery: address.Query(), Date: s.day})
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
