package street

// Which side of a building is the front of a home.

import (
	"cmp"
	"math"
	"slices"

	"github.com/gevel/gevel/internal/num/geo"
)

const (
	street     = 60.0 // metres: neighbours of one street up to there have their fronts on one side
	neighbours = 6    // of these are asked, the nearest
)

// side is one of a building, which faces one way.
type side struct {
	normal geo.Point
	votes  float64 // of the cameras that see it
	reason Reason
	views  []view  // the best first
	homes  []int32 // whose front it is
	front  *Front  // nil for none
}

// side returns the side of a building that faces a way.
func (f *finder) side(row int, normal geo.Point) *side {
	for _, s := range f.sides[row] {
		if s.normal.X*normal.X+s.normal.Y*normal.Y > math.Cos(2*sameSide) {
			return s
		}
	}
	s := &side{normal: normal, reason: Hidden}
	f.sides[row] = append(f.sides[row], s)
	return s
}

// choose gives each home the side of its building that is its front: the one that most cameras see, and that the
// neighbours' best sides face. Neighbours are the homes of the same street and the same side of it, even or odd.
func (f *finder) choose() {
	residents := f.residents()
	for row, homes := range f.homes {
		most := 0.0
		for _, s := range f.sides[row] {
			most = max(most, s.votes)
		}
		for _, home := range homes {
			facing := f.facing(home, residents[f.sideOf(home)])
			var best *side
			worth := math.Inf(-1)
			for _, s := range f.sides[row] {
				if w := s.votes/most + facing.X*s.normal.X + facing.Y*s.normal.Y; w > worth {
					worth, best = w, s
				}
			}
			if best != nil {
				best.homes = append(best.homes, home)
			}
		}
	}
}

// resident is a home, and the way that its building's best side faces.
type resident struct {
	home   int32
	facing geo.Point
}

// streetSide is one side of a street, even or odd.
type streetSide struct {
	city, street string
	odd          bool
}

// sideOf returns the zero value for a home that does not stand.
func (f *finder) sideOf(home int32) streetSide {
	a, _ := f.Address(int(home))
	return streetSide{a.City, a.Street, a.HouseNumber%2 == 1}
}

// residents are the homes with a side that is seen, by their side of the street.
func (f *finder) residents() map[streetSide][]resident {
	all := map[streetSide][]resident{}
	for row, homes := range f.homes {
		var best, second side
		for _, s := range f.sides[row] {
			if s.votes > best.votes {
				best, second = *s, best
			} else if s.votes > second.votes {
				second = *s
			}
		}
		if best.votes == 0 {
			continue
		}
		sure := 1 - second.votes/best.votes // a corner says less than a house in a row
		for _, home := range homes {
			if key := f.sideOf(home); key != (streetSide{}) {
				all[key] = append(all[key], resident{home, geo.Point{X: sure * best.normal.X, Y: sure * best.normal.Y}})
			}
		}
	}
	return all
}

// facing returns the mean of the ways that the nearest neighbours of a home face.
func (f *finder) facing(home int32, residents []resident) (mean geo.Point) {
	type near struct {
		distance float64
		facing   geo.Point
	}
	var found []near
	for _, r := range residents {
		if d := geo.Distance(geo.Point(f.Homes[r.home]), geo.Point(f.Homes[home])); r.home != home && d <= street {
			found = append(found, near{d, r.facing})
		}
	}
	slices.SortFunc(found, func(a, b near) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.facing.X, b.facing.X), cmp.Compare(a.facing.Y, b.facing.Y))
	})
	for _, n := range found[:min(len(found), neighbours)] {
		mean.X, mean.Y = mean.X+n.facing.X/neighbours, mean.Y+n.facing.Y/neighbours
	}
	return mean
}
