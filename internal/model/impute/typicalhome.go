package impute

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// typicalShare is the share of homes that must have a characteristic observed for the
// typical home to have it.
const typicalShare = 0.5

// TypicalHome returns a home with the median of each number over the homes of the sales in
// rows, and the most frequent of each name.
func TypicalHome(s *market.Sales, rows []int32) market.Home {
	h := market.Home{Dwelling: -1, Street: -1, Zip: -1} // no home that was sold
	for k := range s.Attributes {
		a := &s.Attributes[k]
		if a.IsNamed() || a.Kind == gevel.YesNo {
			a.Set(&h.Characteristics, mostFrequent(s, k, rows, typicalShare))
		} else {
			a.Set(&h.Characteristics, medianOf(s, k, rows, typicalShare))
		}
	}
	h.Place = typicalPlace(s, rows)
	zip := mode(rows, typicalShare, func(row int32) float64 {
		if code := s.Zip[row]; code >= 0 {
			return float64(code)
		}
		return math.NaN()
	})
	if !math.IsNaN(zip) {
		h.Zip = int32(zip)
	}
	return h
}

// typicalPlace returns the median of the places of the sales in rows, none when fewer than
// typicalShare of them have one.
func typicalPlace(s *market.Sales, rows []int32) gevel.Point {
	coordinate := func(of func(gevel.Point) float64) float64 {
		return median(rows, typicalShare, func(row int32) float64 {
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
