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

// placeHomes gives each home the middle of its stretch for its Place. A home without a position has none.
func (g *Homes) placeHomes(ctx context.Context) {
	type name struct{ street, city string }
	streets := map[name][]*gevel.Dwelling{}
	for i := range g.Dwellings {
		if i%checkEvery == 0 {
			gevel.Report(ctx, i, len(g.Dwellings))
		}
		d := &g.Dwellings[i]
		if a, ok := g.mainAddress(d.ID); ok && d.At.Known() {
			street := name{a.Street, a.City}
			streets[street] = append(streets[street], d)
		}
	}
	for _, homes := range streets {
		placeAsEntered(homes)
	}
}

// placeAsEntered places the homes of a street in the order in which the register learned of them, so that later ones move
// none: they join the stretch of the nearest home before them, or make one with the others of their day.
func placeAsEntered(homes []*gevel.Dwelling) {
	slices.SortStableFunc(homes, func(a, b *gevel.Dwelling) int { return cmp.Compare(a.Entered, b.Entered) })
	for first := 0; first < len(homes); {
		end := first
		var apart []*gevel.Dwelling
		for ; end < len(homes) && homes[end].Entered == homes[first].Entered; end++ {
			if near := nearestOf(homes[:first], homes[end].At); near != nil {
				homes[end].Place = near.Place
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
func nearestOf(homes []*gevel.Dwelling, at gevel.Point) (nearest *gevel.Dwelling) {
	least := stretchLength / 2.0
	for _, d := range homes {
		if apart := math.Hypot(d.At.X-at.X, d.At.Y-at.Y); apart < least {
			nearest, least = d, apart
		}
	}
	return nearest
}

// placeStretches places the homes of a street, which are all at known positions. A
// street that is too long is cut where its homes lie farthest apart, and so on.
func placeStretches(homes []*gevel.Dwelling) {
	low, high := homes[0].At, homes[0].At
	var middle gevel.Point
	for _, d := range homes {
		low = gevel.Point{X: min(low.X, d.At.X), Y: min(low.Y, d.At.Y)}
		high = gevel.Point{X: max(high.X, d.At.X), Y: max(high.Y, d.At.Y)}
		middle.X += d.At.X / float64(len(homes))
		middle.Y += d.At.Y / float64(len(homes))
	}
	wide, tall := high.X-low.X, high.Y-low.Y
	if math.Hypot(wide, tall) > stretchLength {
		along := func(d *gevel.Dwelling) float64 { return d.At.X - low.X }
		if tall > wide {
			along = func(d *gevel.Dwelling) float64 { return d.At.Y - low.Y }
		}
		slices.SortFunc(homes, func(a, b *gevel.Dwelling) int {
			return cmp.Or(cmp.Compare(along(a), along(b)), cmp.Compare(a.ID, b.ID))
		})
		cut := widestGap(homes, along, max(wide, tall))
		placeStretches(homes[:cut])
		placeStretches(homes[cut:])
		return
	}
	for _, d := range homes {
		d.Place = middle
	}
}

// widestGap returns before which home the widest gap in the middle half of a street
// lies. Homes stand in order along it, from 0 to its length.
func widestGap(homes []*gevel.Dwelling, along func(*gevel.Dwelling) float64, length float64) (cut int) {
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
