package register

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/gevel/gevel"
)

// Where the models take homes to be. A model that knows where in a street each home stands sets like homes apart by
// what happened to be paid next door, so it is given one position for all homes of a stretch.

// stretchLength is how far apart the homes of a stretch may lie, in metres: further
// on a street is often another street.
const stretchLength = 400

// middleHalf is how far from either end a street is cut at least, as a share of its
// length: else one house standing off would be cut away, and the rest stay too long.
const middleHalf = 0.25

// stand is where a home stands or stood.
type stand struct {
	id      gevel.BAGID
	entered gevel.Date // the register learned of it
	at      gevel.Point
	place   *gevel.Point // its home's
}

// placeHomes gives each home the middle of its stretch for its Place. A home without a position has none.
func (g *Homes) placeHomes(ctx context.Context) {
	type name struct{ street, city string }
	streets := map[name][]stand{}
	places := make([]gevel.Point, g.Len())
	for i := range places {
		if i%checkEvery == 0 {
			gevel.Report(ctx, i, len(places))
		}
		d := g.At(i)
		add := func(s stand, day gevel.Date) {
			if row, ok := g.Addresses.MainOn(d.ID, day); ok && s.at.Known() {
				street, city, _, _ := g.Addresses.PlaceAt(g.Addresses.Place(row))
				in := name{street, city}
				streets[in] = append(streets[in], s)
			}
		}
		entered := g.entered[i]
		for k := range d.Moves {
			was := &d.Moves[k]
			add(stand{d.ID, entered, was.At, &was.Place}, was.Until-1)
			entered = was.Until - 1
		}
		add(stand{d.ID, entered, d.At, &places[i]}, gevel.Latest.Valid)
	}
	for _, homes := range streets {
		placeAsEntered(homes)
	}
	for i, place := range places {
		d := g.At(i)
		d.Place = place
		dropStays(&d)
		g.Set(i, &d)
	}
}

// dropStays drops the moves of a home to where it was, as of one that changed its number alone.
func dropStays(d *gevel.Dwelling) {
	moved := d.Moves[:0]
	for k, was := range d.Moves {
		next := gevel.Move{At: d.At, Place: d.Place}
		if k+1 < len(d.Moves) {
			next = d.Moves[k+1]
		}
		if was.At != next.At || was.Place != next.Place {
			moved = append(moved, was)
		}
	}
	d.Moves = moved
}

// placeAsEntered places the homes of a street in the order in which the register learned of them, so that later ones move
// none: they join the stretch of the nearest home before them, or make one with the others of their day.
func placeAsEntered(homes []stand) {
	slices.SortStableFunc(homes, func(a, b stand) int { return cmp.Compare(a.entered, b.entered) })
	for first := 0; first < len(homes); {
		end := first
		var apart []stand
		for ; end < len(homes) && homes[end].entered == homes[first].entered; end++ {
			if near := nearestOf(homes[:first], homes[end].at); near != nil {
				*homes[end].place = *near.place
			} else {
				apart = append(apart, homes[end])
			}
		}
		if len(apart) > 0 {
			placeStretches(apart)
		}
		first = end
	}
}

// nearestOf returns the nearest home within half a stretch, nil for none.
func nearestOf(homes []stand, at gevel.Point) (nearest *stand) {
	least := stretchLength / 2.0
	for i := range homes {
		d := &homes[i]
		if apart := math.Hypot(d.at.X-at.X, d.at.Y-at.Y); apart < least {
			nearest, least = d, apart
		}
	}
	return nearest
}

// placeStretches places the homes of a street, which are all at known positions. A
// street that is too long is cut where its homes lie farthest apart, and so on.
func placeStretches(homes []stand) {
	low, high := homes[0].at, homes[0].at
	var middle gevel.Point
	for _, d := range homes {
		low = gevel.Point{X: min(low.X, d.at.X), Y: min(low.Y, d.at.Y)}
		high = gevel.Point{X: max(high.X, d.at.X), Y: max(high.Y, d.at.Y)}
		middle.X += d.at.X / float64(len(homes))
		middle.Y += d.at.Y / float64(len(homes))
	}
	wide, tall := high.X-low.X, high.Y-low.Y
	if math.Hypot(wide, tall) > stretchLength {
		along := func(d stand) float64 { return d.at.X - low.X }
		if tall > wide {
			along = func(d stand) float64 { return d.at.Y - low.Y }
		}
		slices.SortFunc(homes, func(a, b stand) int {
			return cmp.Or(cmp.Compare(along(a), along(b)), cmp.Compare(a.id, b.id))
		})
		cut := widestGap(homes, along, max(wide, tall))
		placeStretches(homes[:cut])
		placeStretches(homes[cut:])
		return
	}
	for _, d := range homes {
		*d.place = middle
	}
}

// widestGap returns before which home the widest gap in the middle half of a street
// lies. Homes stand in order along it, from 0 to its length.
func widestGap(homes []stand, along func(stand) float64, length float64) (cut int) {
	widest := 0.0
	for i := 1; i < len(homes); i++ {
		before, after := along(homes[i-1]), along(homes[i])
		centre := (before + after) / 2 / length
		if gap := after - before; gap > widest && centre >= middleHalf && centre <= 1-middleHalf {
			widest, cut = gap, i
		}
	}
	return cut
}
