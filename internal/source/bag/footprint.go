package bag

import (
	"cmp"
	"context"
	"slices"

	"github.com/gevel/gevel"
)

// Footprint is the outline of a building in RD New, metres, the outer ring first, then its courtyards; and
// the homes in it. A home in several buildings counts in the one around its point, else in the largest.
type Footprint struct {
	Building gevel.BAGID
	InUse    bool
	Year     int             // of construction, 0 when not known
	Type     gevel.BuildType // of a home in it, by its walls; 0 when not known
	Homes    []gevel.BAGID
	Outline  [][]gevel.Point
}

// seat assigns a home to a building, by rows of the tables.
type seat struct{ building, object int32 }

// handOut passes on, in the order of ids, the footprints of buildings in use and of those with homes.
func (j *joiner) handOut(ctx context.Context, x *buildingIndex, types []gevel.BuildType, seats []seat) error {
	if j.footprints == nil {
		return nil
	}
	slices.SortFunc(seats, func(a, b seat) int {
		return cmp.Or(cmp.Compare(a.building, b.building), cmp.Compare(a.object, b.object))
	})
	var f Footprint
	var points []gevel.Point
	progress := j.progress.stretch(2)
	for b := range x.rows {
		progress.at(b, len(x.rows))
		if b%tick == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		row := &x.rows[b]
		f.Homes, f.Outline, points = f.Homes[:0], f.Outline[:0], points[:0]
		for ; len(seats) > 0 && int(seats[0].building) == b; seats = seats[1:] {
			f.Homes = append(f.Homes, gevel.BAGID(j.objects[seats[0].object].key.text(idDigits)))
		}
		if !row.inUse && len(f.Homes) == 0 {
			continue
		}
		for _, r := range x.plan(b) {
			first := len(points)
			for _, p := range r {
				points = append(points, p.metres())
			}
			f.Outline = append(f.Outline, points[first:len(points):len(points)])
		}
		if len(f.Outline) == 0 {
			continue
		}
		f.Building = gevel.BAGID(row.key.text(idDigits))
		f.InUse, f.Year, f.Type = row.inUse, int(row.year), types[b]
		if err := j.footprints(f); err != nil {
			return err
		}
	}
	return nil
}
