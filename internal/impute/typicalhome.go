package impute

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// typicalShare is the share of homes of which a characteristic must be observed for the
// typical home to have it.
const typicalShare = 0.5

// TypicalHome returns a home that has the median of everything over the homes of the sales in
// rows, or what is most frequent among them.
func TypicalHome(s *market.Sales, rows []int32) market.Home {
	homes := make([]gevel.Characteristics, len(rows))
	for i, row := range rows {
		homes[i] = s.Characteristics(int(row))
	}
	count := func(of func(gevel.Characteristics) gevel.Opt[int]) gevel.Opt[int] {
		return medianCount(homes, typicalShare, of)
	}
	h := market.Home{Dwelling: -1, Street: -1} // it stands for no home that was sold
	h.BuildType = mostFrequent(homes, typicalShare, func(c gevel.Characteristics) gevel.Opt[gevel.BuildType] {
		return gevel.Opt[gevel.BuildType]{V: c.BuildType, Known: c.BuildType > 0}
	}).V
	h.EnergyLabel = mostFrequent(homes, typicalShare, func(c gevel.Characteristics) gevel.Opt[gevel.EnergyLabel] {
		return gevel.Opt[gevel.EnergyLabel]{V: c.EnergyLabel, Known: c.EnergyLabel > 0}
	}).V
	h.Monument = mostFrequent(homes, typicalShare, func(c gevel.Characteristics) gevel.Opt[bool] { return c.Monument })
	h.BuildYear = count(func(c gevel.Characteristics) gevel.Opt[int] { return c.BuildYear })
	h.UseSurface = count(func(c gevel.Characteristics) gevel.Opt[int] { return c.UseSurface })
	h.ParcelSurface = count(func(c gevel.Characteristics) gevel.Opt[int] { return c.ParcelSurface })
	h.Volume = count(func(c gevel.Characteristics) gevel.Opt[int] { return c.Volume })
	h.Rooms = count(func(c gevel.Characteristics) gevel.Opt[int] { return c.Rooms })
	h.Place = typicalPlace(s, rows)
	typicalCode := func(codes []int32) int32 {
		return mostFrequent(rows, typicalShare, func(row int32) gevel.Opt[int32] { return coded(codes[row]) }).Or(-1)
	}
	h.Zip = typicalCode(s.Zip)
	for _, values := range s.Num {
		h.Num = append(h.Num, float32(median(rows, typicalShare, func(row int32) float64 { return float64(values[row]) })))
	}
	for _, codes := range s.Cat {
		h.Cat = append(h.Cat, typicalCode(codes))
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
