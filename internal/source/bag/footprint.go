package bag

import (
	"cmp"
	"context"
	"slices"

	"github.com/gevel/gevel"
)

// Footprint is the outline of a building in RD New, metres, the outer ring first, then its courtyards; and
// the homes in it. One in several buildings counts in that around its point, else in the largest.
type Footprint struct {
	Building gevel.BAGID
	Homes    []gevel.BAGID
	Outline  [][]gevel.Point
}

// seat says which building a home is in, by rows of the tables.
type seat struct{ building, object int32 }

// handOut hands out the footprints of buildings with homes, by id.
func (j *joiner) handOut(ctx context.Context, x *buildingIndex, seats []seat) error {
	slices.SortFunc(seats, func(a, b seat) int {
		return cmp.Or(cmp.Compare(a.building, b.building), cmp.Compare(a.object, b.object))
	})
	var f Footprint
	var points []gevel.Point
	for n := 0; len(seats) > 0; n++ {
		if n%tick == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		b := seats[0].building
		f.Building = gevel.BAGID(x.rows[b].key.text(idDigits))
		f.Homes, f.Outline, points = f.Homes[:0], f.Outline[:0], points[:0]
		for ; len(seats) > 0 && seats[0].building == b; seats = seats[1:] {
			f.Homes = append(f.Homes, gevel.BAGID(j.objects[seats[0].object].key.text(idDigits)))
		}
		for _, r := range x.plan(int(b)) {
			first := len(points)
			for _, p := range r {
				points = append(points, p.metres())
			}
			f.Outline = append(f.Outline, points[first:len(points):len(points)])
		}
		if len(f.Outline) == 0 {
			continue
		}
		if err := j.footprints(f); err != nil {
			return err
		}
	}
	return nil
}
