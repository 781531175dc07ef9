package valuer

import (
	"cmp"
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// Unknown is how a Step says that what a home has is not known.
const Unknown = "unknown"

// textOf returns what a home has of an attribute, for people.
func textOf(a *gevel.Attribute, h *market.Home) string {
	return cmp.Or(a.Text(a.Get(&h.Characteristics)), Unknown)
}

// typicalShare is the share of homes that must tell a characteristic for there to be a
// typical one.
const typicalShare = 0.5

// typicalHome returns a home that has of everything what is in the middle of the
// homes of the sales in rows, or what is most frequent among them.
func typicalHome(s *market.Sales, rows []int32) market.Home {
	h := market.Home{Dwelling: -1, Street: -1} // it stands for no home that was sold
	for k := range s.Attributes {
		a := &s.Attributes[k]
		if a.IsNamed() || a.Kind == gevel.YesNo {
			a.Set(&h.Characteristics, mostFrequent(s, k, rows, typicalShare))
		} else {
			a.Set(&h.Characteristics, middleOf(s, k, rows, typicalShare))
		}
	}
	h.Place = typicalPlace(s, rows)
	h.Zip = -1
	if zip := mostOf(rows, typicalShare, func(row int32) float64 { return coded(s.Zip[row]) }); !math.IsNaN(zip) {
		h.Zip = int32(zip)
	}
	return h
}

// typicalPlace returns the middle of the places of the sales in rows, none when fewer than
// typicalShare of them have one.
func typicalPlace(s *market.Sales, rows []int32) gevel.Point {
	coordinate := func(of func(gevel.Point) float64) float64 {
		return middle(rows, typicalShare, func(row int32) float64 {
			if place := s.Place[row]; place.Known() {
				return of(place)
			}
			return math.NaN()
		})
	}
	place := gevel.Point{
		X: coordinate(func(p gevel.Point) float64 { return p.X }),
		Y: coordinate(func(p gevel.Point) float64 { return p.Y }),
	}
	if math.IsNaN(place.X) {
		return gevel.Point{}
	}
	return place
}
