// Package pricecheck compares an edition's own prices with the prices that CBS publishes, for the country and
// regions: the index and the average price. It is for people to look at; no value depends on it.
package pricecheck

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Measure is the compared figure.
type Measure string

// The measures. Own indexes and published ones stand at 100 on average in the first year that both
// have in full; average prices are euros.
const (
	Index        Measure = "index"
	AveragePrice Measure = "average price"
)

// Point is one period of one region.
type Point struct {
	Measure        Measure
	Region         string // CBS's code
	Name           string
	Year           int32
	Months         int32 // 1, 3 or 12
	Part           int32 // of the year, from 1
	Sales          int32 // own, in the period
	Own, Published float64
	Provisional    bool // the published figure may still change
}

// Line holds a measure in a region, by period.
type Line struct {
	Measure Measure
	Region  string
	Name    string
	Sales   int
	Points  []Point // ascending, not empty
}

// Lines groups points that are sorted by measure and region.
func Lines(points []Point) []Line {
	var lines []Line
	for first := 0; first < len(points); {
		next, of := first, points[first]
		l := Line{Measure: of.Measure, Region: of.Region, Name: of.Name}
		for ; next < len(points) && points[next].Measure == of.Measure && points[next].Region == of.Region; next++ {
			l.Sales += int(points[next].Sales)
		}
		l.Points = points[first:next]
		lines = append(lines, l)
		first = next
	}
	return lines
}

// Year compares a year that has all its periods.
type Year struct {
	Year           int
	Sales          int
	Own, Published float64 // means over its periods
	Provisional    bool
}

// apart is the log of own over published prices.
func (y *Year) apart() float64 { return math.Log(y.Own / y.Published) }

// Years returns the years that have all their periods.
func (l *Line) Years() []Year {
	var years []Year
	for first := 0; first < len(l.Points); {
		next, y := first, Year{Year: int(l.Points[first].Year)}
		for ; next < len(l.Points) && int(l.Points[next].Year) == y.Year; next++ {
			p := l.Points[next]
			y.Own, y.Published, y.Sales = y.Own+p.Own, y.Published+p.Published, y.Sales+int(p.Sales)
			y.Provisional = y.Provisional || p.Provisional
		}
		if n := next - first; n*int(l.Points[first].Months) == 12 {
			y.Own, y.Published = y.Own/float64(n), y.Published/float64(n)
			years = append(years, y)
		}
		first = next
	}
	return years
}

// Growth is the growth of prices from one year to a later one, as a factor.
type Growth struct {
	From, To       int
	Own, Published float64
}

func growth(from, to Year) Growth {
	return Growth{from.Year, to.Year, to.Own / from.Own, to.Published / from.Published}
}

// Growth returns the growth over all years; ok is false with fewer than two.
func (l *Line) Growth() (g Growth, ok bool) {
	years := l.Years()
	if len(years) < 2 {
		return g, false
	}
	return growth(years[0], years[len(years)-1]), true
}

// Widest returns the two years between which own and published prices diverged most. It does not depend on the
// year in which indexes are 100.
func (l *Line) Widest() (g Growth, ok bool) {
	years := l.Years()
	if len(years) < 2 {
		return g, false
	}
	byApart := func(a, b Year) int { return cmp.Compare(a.apart(), b.apart()) }
	low, high := slices.MinFunc(years, byApart), slices.MaxFunc(years, byApart)
	if low.Year > high.Year {
		low, high = high, low
	}
	return growth(low, high), true
}

// The distance between own and published prices from which somebody should look, as the log of a ratio. Two
// good indexes of the country by different methods, one by the deed and one by the agreement, diverge
// by a few hundredths over a decade; a region's has fewer sales. An average price depends on which homes were
// sold, so other homes give another average.
const (
	countryGap = 0.10
	regionGap  = 0.15
	priceGap   = 0.35
)

// Country is CBS's code of the whole country.
const Country = "NL01"

// Warning says what to look at if own and published prices lie far apart, otherwise "".
func (l *Line) Warning() string {
	if l.Measure == AveragePrice {
		return l.priceWarning()
	}
	limit := regionGap
	if l.Region == Country {
		limit = countryGap
	}
	g, ok := l.Widest()
	if !ok || math.Abs(math.Log(g.Own/g.Published)) <= limit {
		return ""
	}
	return fmt.Sprintf("the index of %s parts from CBS's: from %d to %d it says %s, CBS %s; look at the days of the sales "+
		"(agreement or deed), at years with few sales, and at what was sold in them (new homes, one kind of home, packages)",
		l.Name, g.From, g.To, Percent(g.Own), Percent(g.Published))
}

func (l *Line) priceWarning() string {
	years := l.Years()
	if len(years) == 0 {
		return ""
	}
	y := slices.MaxFunc(years, func(a, b Year) int { return cmp.Compare(math.Abs(a.apart()), math.Abs(b.apart())) })
	if math.Abs(y.apart()) <= priceGap {
		return ""
	}
	return fmt.Sprintf("the average price of the sales in %s in %d is € %.0f, CBS's € %.0f; look at the unit and the decimal "+
		"sign of the prices, at packages among them, and at whether the file has a part of the sales only",
		l.Name, y.Year, y.Own, y.Published)
}

// Percent writes a growth: +12.3 %.
func Percent(factor float64) string { return fmt.Sprintf("%+.1f %%", 100*(factor-1)) }
