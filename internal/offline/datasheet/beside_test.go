package datasheet

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/pricecheck"
	"github.com/gevel/gevel/internal/offline/backtest"
)

// TestThePublishedIndexIsInTheUnitsOfTheEditions has a market that rises by one a month from 80, and a
// quarterly CBS index in other units that is a tenth higher than the edition's.
func TestThePublishedIndexIsInTheUnitsOfTheEditions(t *testing.T) {
	first := gevel.NewDate(2020, 1, 1).Month()
	own := &backtest.MarketPath{First: first, Forecast: first + 12}
	for i := range 15 {
		own.Levels = append(own.Levels, 80+float64(i))
	}
	line := pricecheck.Line{Measure: pricecheck.Index, Region: "NL01", Name: "Netherlands"}
	for quarter := range 4 {
		level := (80 + float64(3*quarter+1)) / 85 * 100
		line.Points = append(line.Points, pricecheck.Point{
			Year: 2020, Months: 3, Part: int32(quarter + 1), Own: level, Published: 1.1 * level,
		})
	}
	average := line
	average.Measure = pricecheck.AveragePrice
	region := line
	region.Region = "GM0518"
	beside := besideOf(own, []pricecheck.Line{average, region, line})
	if len(beside) != 1 || len(beside[0].Points) != 4 {
		t.Fatalf("beside it stand %+v", beside)
	}
	for i, p := range beside[0].Points {
		month := first + gevel.Month(3*i+1)
		if want := 1.1 * own.Levels[3*i+1]; p.Month != month || math.Abs(p.Level-want) > 1e-9 {
			t.Errorf("quarter %d has %v in %v, want %v", i+1, p.Level, p.Month, want)
		}
	}
	line.Points[0].Year, line.Points = 1990, line.Points[:1] // before the edition's index begins
	if got := besideOf(own, []pricecheck.Line{line}); got != nil {
		t.Errorf("without a common month there is %+v", got)
	}
}
