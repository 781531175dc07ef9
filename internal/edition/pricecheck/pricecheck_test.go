package pricecheck

import (
	"math"
	"strings"
	"testing"
)

// line returns one of years, given as own and published levels; from is the first.
func line(measure Measure, region string, from int, levels ...[2]float64) *Line {
	l := &Line{Measure: measure, Region: region, Name: "Stad"}
	for i, of := range levels {
		l.Points = append(l.Points, Point{
			Measure: measure, Region: region, Name: "Stad", Year: int32(from + i), Months: 12, Part: 1, Own: of[0], Published: of[1],
		})
	}
	return l
}

func TestTheWidestGapDoesNotDependOnTheYearOf100(t *testing.T) {
	for _, scale := range []float64{1, 0.37} {
		l := line(Index, Country, 2010, [2]float64{100, 100 * scale}, [2]float64{120, 100 * scale}, [2]float64{126, 110 * scale})
		g, ok := l.Widest()
		if !ok || g.From != 2010 || g.To != 2011 || math.Abs(g.Own-1.2) > 1e-9 || math.Abs(g.Published-1) > 1e-9 {
			t.Errorf("scale %v: widest is %+v", scale, g)
		}
		all, ok := l.Growth()
		if !ok || all.From != 2010 || all.To != 2012 || math.Abs(all.Own-1.26) > 1e-9 || math.Abs(all.Published-1.1) > 1e-9 {
			t.Errorf("scale %v: growth is %+v", scale, all)
		}
	}
}

func TestOnlyWholeYearsAreCompared(t *testing.T) {
	l := &Line{Measure: Index, Region: Country}
	for i := range 30 {
		l.Points = append(l.Points, Point{
			Year: int32(2010 + i/12), Months: 1, Part: int32(i%12 + 1), Own: float64(100 + i), Published: 50,
			Sales: 2, Provisional: i == 13,
		})
	}
	years := l.Years()
	if len(years) != 2 || years[0] != (Year{2010, 24, 105.5, 50, false}) || years[1] != (Year{2011, 24, 117.5, 50, true}) {
		t.Errorf("years are %+v", years)
	}
	l.Points = l.Points[:12]
	if _, ok := l.Growth(); ok {
		t.Error("one year has a growth")
	}
	if _, ok := l.Widest(); ok {
		t.Error("one year has a widest gap")
	}
}

func TestAWarningSaysWhatToLookAt(t *testing.T) {
	twelve, six := [2]float64{112, 100}, [2]float64{106, 100}
	start := [2]float64{100, 100}
	for name, test := range map[string]struct {
		line *Line
		want string
	}{
		"country apart":  {line(Index, Country, 2010, start, twelve), "from 2010 to 2011 it says +12.0 %, CBS +0.0 %; look at"},
		"country close":  {line(Index, Country, 2010, start, six), ""},
		"region may":     {line(Index, "PV20", 2010, start, twelve), ""},
		"price in cents": {line(AveragePrice, "PV20", 2010, [2]float64{3e7, 3e5}), "in Stad in 2010 is € 30000000, CBS's € 300000; look at"},
		"other homes":    {line(AveragePrice, "PV20", 2010, [2]float64{4e5, 3e5}), ""},
		"no whole year":  {&Line{Measure: AveragePrice}, ""},
	} {
		if got := test.line.Warning(); (test.want == "") != (got == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestPointsAreGroupedByMeasureAndRegion(t *testing.T) {
	points := append(line(AveragePrice, "PV20", 2010, [2]float64{1, 1}).Points, line(Index, "PV20", 2010, [2]float64{1, 1}).Points...)
	points = append(points, line(Index, "PV21", 2010, [2]float64{1, 1}, [2]float64{1, 1}).Points...)
	lines := Lines(points)
	if len(lines) != 3 || len(lines[2].Points) != 2 || lines[1].Region != "PV20" || Lines(nil) != nil {
		t.Errorf("lines are %+v", lines)
	}
}
