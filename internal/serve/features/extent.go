package features

import (
	"iter"
	"slices"

	"github.com/paulmach/orb"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/pagedata"
)

// extents are where the homes and the sales of an edition are, in degrees, and between which days it has sales.
type extents struct {
	homes, sales orb.Bound
	days         [2]*string // open without sales
}

var extentsOf = live.NewPerEdition(func(l *live.Live) *extents {
	tiles, sales := pagedata.Tiles(l), l.Edition.Sales()
	e := &extents{
		homes: boundOf(tiles.HomesIn(country[0], country[1]), l.Edition.HomePositions()),
		sales: boundOf(tiles.SalesIn(country[0], country[1]), sales.At),
	}
	if len(sales.Date) > 0 {
		first, last := slices.Min(sales.Date).String(), slices.Max(sales.Date).String()
		e.days = [2]*string{&first, &last}
	}
	return e
})

// boundOf returns the rectangle around rows, and the country's without any.
func boundOf(rows iter.Seq[int32], at []gevel.Point) orb.Bound {
	none := orb.Bound{Min: orb.Point{countryExtent[0], countryExtent[1]}, Max: orb.Point{countryExtent[2], countryExtent[3]}}
	bound, some := orb.Bound{}, false
	for row := range rows {
		p := system(crs84URI).point(at[row])
		if !some {
			bound, some = p.Bound(), true
		}
		bound = bound.Extend(p)
	}
	if !some {
		return none
	}
	return bound
}
