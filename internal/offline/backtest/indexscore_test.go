package backtest

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/vintage"
)

var tested = gevel.NewDate(2022, time.January, 1).Month() // the first tested month

// publish makes an index of the whole market only, known on a day, whose levels begin some months before the
// tested ones.
func publish(known gevel.Date, before int, levels ...float32) vintage.Dated {
	ix := &index.Index{
		First: tested - gevel.Month(before), Months: len(levels), Area: [][]float32{levels},
		Group: [][]float32{make([]float32, len(levels))}, Areas: &index.Areas{Nodes: []index.Area{{Axis: -1, Parent: -1}}},
	}
	return vintage.Dated{Known: known, Until: known, Index: ix}
}

func nearly(f ratio.Figure, want float64) bool { return f.Known && math.Abs(f.Value-want) < 1e-4 }

func TestRevisionIsFromTheFirstIndexThatKnowsAMonthToTheLast(t *testing.T) {
	day := func(month, day int) gevel.Date { return (tested + gevel.Month(month)).First() + gevel.Date(day-1) }
	indexes := []vintage.Dated{
		publish(day(0, 20), 2, 0, 0, 0.50, 0.50, 0.50), // knows no tested month completely
		publish(day(1, 1), 2, 0, 0.02, 0.03, 0.50, 0.50),
		publish(day(1, 8), 2, 0, 0.02, 0.40, 0.50, 0.50), // a second index of that month
		// Retrained models, with another zero and a longer history.
		publish(day(2, 3), 3, 1, 1, 1.02, 1.05, 1.06, 1.50),
		publish(day(3, 4), 2, 2, 2.02, 2.06, 2.05, 2.10),
	}
	plan := Plan{From: tested.First(), Until: day(3, 1), Walk: WalkMonth}
	r := revisionOf(publishedLevels(indexes, plan))
	// Relative to the mean of the two months before: January 0.02, later 0.05; February 0.05, later 0.04;
	// March has no later index.
	january, february := 100*math.Expm1(0.03), 100*math.Expm1(-0.01)
	if r.Months != 2 || !nearly(r.MeanAbsolute, (january-february)/2) ||
		!nearly(r.MedianAbsolute, (january-february)/2) || !nearly(r.Mean, (january+february)/2) {
		t.Errorf("got %+v, want revisions of %v and %v", r, january, february)
	}
}

func TestOneIndexIsNotRevised(t *testing.T) {
	plan := Plan{From: tested.First(), Until: (tested + 3).First(), Walk: WalkNone}
	r := revisionOf(publishedLevels([]vintage.Dated{publish(tested.First(), 2, 0, 0, 0, 0, 0)}, plan))
	if r.Months != 0 || r.Mean.Known || r.MeanAbsolute.Known || r.MedianAbsolute.Known {
		t.Errorf("got %+v, want none", r)
	}
}

func TestVolatilityIsOfWholeMonthsAlone(t *testing.T) {
	levels := func(tail ...float32) []float32 {
		growth := []float64{100, 110, 121, 121, 108.9}
		var logs []float32
		for _, v := range growth {
			logs = append(logs, float32(math.Log(v)))
		}
		return append(logs, tail...)
	}
	v := volatilityOf(publish(tested.First()+12, 5, levels(9, 0, 9)...))
	want := 100 * (0.1/math.Sqrt(3) + 0.1) / 2
	if v.Months != 5 || v.Areas != 1 || !nearly(v.Market, want) || !nearly(v.Area, want) {
		t.Errorf("got %+v, want %v over 5 months", v, want)
	}
	if v := volatilityOf(publish(tested.First(), 2, 0, 0, 0, 0, 0, 0)); v.Market.Known || v.Area.Known {
		t.Errorf("two months have a volatility: %+v", v)
	}
}

func TestPairsAreScoredByTheErrorOfEachCarrier(t *testing.T) {
	r := &Result{Plan: Plan{From: tested.First(), Until: (tested + 1).First(), Walk: WalkMonth}}
	pair := func(years, byIndex, byMarket, byNone float64) {
		f := Forecast{Observation: ratio.Observation{HasValue: true}, OwnYears: years}
		for c, err := range [Courses]float64{ByIndex: byIndex, ByMarket: byMarket, ByNone: byNone} {
			f.Repeat[c] = 100_000 * math.Exp(err)
		}
		r.Forecasts = append(r.Forecasts, f)
		r.Observations = append(r.Observations, ratio.Observation{Price: 100_000})
	}
	pair(1, 0.01, 0.02, -0.10)
	pair(2, -0.03, -0.01, -0.30)
	pair(9, 0.05, -0.07, -0.50)
	pair(0.9, -0.5, -0.5, -0.5)                   // too soon after the first sale
	pair(math.NaN(), math.NaN(), 0, 0)            // never sold before
	r.Forecasts = append(r.Forecasts, Forecast{}) // not valued
	r.Observations = append(r.Observations, ratio.Observation{Price: 1})
	s := r.scoreIndex([]vintage.Dated{publish(tested.First(), 2, 0, 0, 0)})
	if s.Pairs != 3 || s.Sooner != 1 {
		t.Errorf("%d pairs and %d sooner, want 3 and 1", s.Pairs, s.Sooner)
	}
	for _, tt := range []struct {
		name                    string
		got                     RepeatErrors
		medianAbs, median, mean float64
	}{{"index", s.ByIndex, 3, 1, 1}, {"market", s.ByMarket, 2, -1, -2}, {"none", s.ByNone, 30, -30, -30}} {
		if !nearly(tt.got.MedianAbsolute, tt.medianAbs) || !nearly(tt.got.Median, tt.median) ||
			!nearly(tt.got.Mean, tt.mean) {
			t.Errorf("%s: got %+v, want %v, %v, %v", tt.name, tt.got, tt.medianAbs, tt.median, tt.mean)
		}
	}
}

func TestTheTownsIndexIsScored(t *testing.T) {
	plan := Plan{
		From: gevel.NewDate(2022, 3, 1), Until: gevel.NewDate(2022, 9, 1), Walk: WalkMonth,
		Retrain: RetrainQuarter,
	}
	r, err := Run(context.Background(), salesOf(town(1)), plan, silent)
	if err != nil {
		t.Fatal(err)
	}
	// Of three models the later two take over, on homes sold in their time.
	later := 0
	for _, f := range r.Forecasts {
		if f.HasValue && f.Model > plan.From {
			later++
		}
	}
	if moved := r.Takeover; moved == nil || moved.Homes == 0 || moved.Homes > later || !(moved.OneInTen > moved.Median) {
		t.Errorf("values moved as %+v, with %d by later models", moved, later)
	}
	pairs, sooner := 0, 0
	for _, f := range r.Forecasts {
		switch {
		case f.OwnYears >= leastApart:
			pairs++
		case f.OwnYears < leastApart && f.HasValue:
			sooner++
		}
	}
	s := r.Index
	if s.Pairs != pairs || s.Sooner != sooner || pairs == 0 {
		t.Errorf("%d pairs and %d sooner, want %d and %d", s.Pairs, s.Sooner, pairs, sooner)
	}
	if !s.ByIndex.Mean.Known || !s.Volatility.Market.Known || s.Revision.Months < 4 || s.Revision.Months > 6 {
		t.Errorf("the score is %+v", s)
	}
}
