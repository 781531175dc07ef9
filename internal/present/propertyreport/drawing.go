package propertyreport

import (
	"fmt"
	"math"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/present/words"
)

// The drawings: the band of the value, and the map.

// bandWidth is the width of the band's drawing.
const bandWidth = 640.0

// band is the intervals of the value along a line, the widest first.
type band struct {
	Bars  []bar
	Value float64 // where the value is
	Ends  []end
}

type bar struct{ From, Width float64 }

type end struct {
	At     float64
	Text   string
	Anchor string
}

// step returns what amounts are rounded to: at most a twentieth of the 80 % interval, as the page has it.
func step(i [2]gevel.Euro) gevel.Euro {
	most, step := (i[1]-i[0])/20, gevel.Euro(1)
	for by := gevel.Euro(5); step*by <= most; by = 7 - by { // 1, 5, 10, 50 and so on
		step *= by
	}
	return step
}

// rounded returns an amount as a multiple of a step.
func rounded(amount, step gevel.Euro) gevel.Euro { return (amount + step/2) / step * step }

func bandOf(why *present.Why, l words.Language) band {
	wide, middle := why.Interval.NearlyAll, why.Interval.Most
	step := step(middle)
	margin := float64(wide[1]-wide[0]) / 10
	low, high := float64(wide[0])-margin, float64(wide[1])+margin
	at := func(amount gevel.Euro) float64 { return bandWidth * (float64(amount) - low) / max(high-low, 1) }
	b := band{Value: at(why.Valuation.WeightedValue)}
	for _, i := range [][2]gevel.Euro{wide, middle, why.Interval.Half} {
		b.Bars = append(b.Bars, bar{at(i[0]), at(i[1]) - at(i[0])})
	}
	for _, amount := range []gevel.Euro{wide[0], middle[0], middle[1], wide[1]} {
		b.Ends = append(b.Ends, end{at(amount), l.Euros(rounded(amount, step)), "middle"})
	}
	return b
}

// mapSize is the width and height of the map's drawing, and mapMargin the free space along its border.
const (
	mapSize   = 400.0
	mapMargin = 24.0
	// leastSpan is the least width that the map shows, metres.
	leastSpan = 200.0
	// mostSpan is the width up to which footprints are drawn, metres: beyond it they are too many and too small.
	mostSpan = 1500.0
)

// mapView is the positions of the home and its references.
type mapView struct {
	Homes      string // outlines of buildings with homes, as an SVG path
	Others     string // of other buildings
	Home       mark
	References []mark
	Streets    []label
	Scale      bar // a line of so many metres
	Metres     int
}

type mark struct {
	X, Y   float64
	Number int
}

// mapOf returns the map, nil where positions are not known.
func mapOf(c *Case) *mapView {
	e := &c.Explanation
	home := e.Valuation.Dwelling.At
	if home == (gevel.Point{}) {
		return nil
	}
	span := leastSpan
	for _, r := range e.References {
		span = max(span, 2*math.Abs(r.At.X-home.X), 2*math.Abs(r.At.Y-home.Y))
	}
	perMetre := (mapSize - 2*mapMargin) / span
	place := func(p gevel.Point, number int) mark {
		return mark{mapSize/2 + perMetre*(p.X-home.X), mapSize/2 - perMetre*(p.Y-home.Y), number}
	}
	m := &mapView{Home: place(home, 0), Metres: roundMetres(span / 4)}
	for i, r := range e.References {
		if r.At != (gevel.Point{}) {
			m.References = append(m.References, place(r.At, i+1))
		}
	}
	if reach := mapSize / 2 / perMetre; span <= mostSpan {
		m.draw(c.Buildings, footprint.BoundsOf(
			gevel.Point{X: home.X - reach, Y: home.Y - reach}, gevel.Point{X: home.X + reach, Y: home.Y + reach}),
			func(p gevel.Point) mark { return place(p, 0) }, e.Valuation.Date.Year())
	}
	m.Scale = bar{mapMargin, perMetre * float64(m.Metres)}
	m.label(c.Streets, func(p gevel.Point) mark { return place(p, 0) })
	return m
}

// draw draws the outlines of the buildings in a rectangle that were built until a year.
func (m *mapView) draw(buildings *footprint.Table, within footprint.Bounds, place func(gevel.Point) mark, until int) {
	var homes, others strings.Builder
	buildings.Within(within, func(c *footprint.Cursor) bool {
		if c.Year > until {
			return true
		}
		path := &others
		if c.Homes > 0 {
			path = &homes
		}
		for ring := range c.Rings {
			for i, corner := range ring {
				at := place(corner.Metres())
				fmt.Fprintf(path, "%c%.1f %.1f", "ML"[min(i, 1)], at.X, at.Y)
			}
			path.WriteByte('Z')
		}
		return true
	})
	m.Homes, m.Others = homes.String(), others.String()
}

// roundMetres returns the largest of 1, 2 and 5 times a power of ten up to a number of metres.
func roundMetres(most float64) int {
	power := math.Pow(10, math.Floor(math.Log10(most)))
	for _, times := range []float64{5, 2} {
		if times*power <= most {
			return int(times * power)
		}
	}
	return int(power)
}
