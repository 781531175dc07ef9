package features

import (
	"iter"
	"math"
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

// boundOf returns the rectangle in degrees around rows, and the country's without any. There may be millions of rows, so it
// is the one around their rectangle in RD New.
func boundOf(rows iter.Seq[int32], at []gevel.Point) orb.Bound {
	low, high := gevel.Point{X: math.Inf(1), Y: math.Inf(1)}, gevel.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for row := range rows {
		p := at[row]
		low.X, low.Y, high.X, high.Y = min(low.X, p.X), min(low.Y, p.Y), max(high.X, p.X), max(high.Y, p.Y)
	}
	if low.X > high.X {
		return orb.Bound{Min: orb.Point{countryExtent[0], countryExtent[1]}, Max: orb.Point{countryExtent[2], countryExtent[3]}}
	}
	degrees := system(crs84URI).point
	bound := degrees(low).Bound().Union(degrees(high).Bound())
	return bound.Extend(degrees(gevel.Point{X: low.X, Y: high.Y})).Extend(degrees(gevel.Point{X: high.X, Y: low.Y}))
}
