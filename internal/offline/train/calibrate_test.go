package train_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/model/spread"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

// TestTheSpreadLearnsWhatTheLevelsErrorLeaves moves the market away from the forecasts in some months and
// back in others.
func TestTheSpreadLearnsWhatTheLevelsErrorLeaves(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 1))
	v := *smalltown.Shared(t).Vintages()[0]
	const n, noise = 4000, 0.05
	holdouts := make([]train.Holdout, n)
	for i := range holdouts {
		o := &holdouts[i]
		day := v.AsOf - 1 - gevel.Date(i%240)
		e := 0.1*float64(int(day.Month())%3-1) + noise*rng.NormFloat64()
		*o = train.NewHoldout(day, 300_000, reconcile.Holdout{Errors: reconcile.Values{e, e, e, math.NaN()}}, spread.Risk{Level: 1})
		o.Mask(0.01)
	}
	train.Calibrate(&v, holdouts)
	if want := noise * math.Sqrt(2/math.Pi); math.Abs(v.Spread.Middle/want-1) > 0.1 {
		t.Errorf("the size of the error is %.4f, want the size without the level's error, %.4f", v.Spread.Middle, want)
	}
	if c := v.Spread.OneWidth; c.High-c.Low < 0.15 {
		t.Errorf("one width for all homes is %.3f to %.3f, without the level's error", c.Low, c.High)
	}
	for group := range v.Spread.Imputed {
		for trait, imputed := range v.Spread.Imputed[group] {
			if imputed > 1e-3 {
				t.Errorf("masking characteristic %d of group %d adds %v, where the errors are the same", trait, group, imputed)
			}
		}
	}
}

// TestErrorsInEurosAreMeasuredAtOneLevelOfTheMarket has a market that rises by 3 % a month, homes worth 300
// 000 on the vintage's date, and errors of a tenth.
func TestErrorsInEurosAreMeasuredAtOneLevelOfTheMarket(t *testing.T) {
	const months, rise, price = 24, 0.03, 300_000.0
	asOf := gevel.NewDate(2020, 1, 1)
	v := &vintage.Vintage{AsOf: asOf}
	v.SetAreas(vintage.NewSales(market.NewSales(smalltown.Attributes(), nil)), index.NewAreas(nil, 1))
	ix := &index.Index{First: asOf.Month() - months, Months: 2 * months, Areas: v.Areas(), Group: [][]float32{make([]float32, 2*months)}}
	level := make([]float32, 2*months)
	for m := range level {
		level[m] = float32(rise * float64(m))
	}
	ix.Area = [][]float32{level}
	v.Indexes = []vintage.Dated{{Known: asOf, Index: ix}}
	var holdouts []train.Holdout
	for i := range 200 {
		day := asOf - 10 - gevel.Date(3*i)
		var errors reconcile.Values
		for k := range errors {
			errors[k] = 0.1 * float64(1-2*(i%2))
		}
		holdouts = append(holdouts, train.NewHoldout(day, price*math.Exp(v.MarketSince(index.MonthsSince(0, day), ix)), reconcile.Holdout{Errors: errors}, spread.Risk{}))
	}
	train.Calibrate(v, holdouts)
	if want := price * (math.Exp(0.1) - 1); math.Abs(v.Spread.OneWidth.Euros/want-1) > 1e-4 {
		t.Errorf("half the width is %.0f euros, want the too high values' half width, %.0f", v.Spread.OneWidth.Euros, want)
	}
	_, byEuros, _ := v.Spread.OneWidth.Intervals(price, v.MarketSince(index.MonthsSince(0, asOf)+6, ix))
	if got, want := (byEuros[1]-byEuros[0])/2/v.Spread.OneWidth.Euros, math.Exp(6*rise); math.Abs(got/want-1) > 1e-4 {
		t.Errorf("after half a year the width is %.3f times as much, the market %.3f", got, want)
	}
}

func TestTheSpreadLearnsFromWhatValuationsHave(t *testing.T) {
	m := smalltown.New(9, smalltown.Streets)
	s := vintage.NewSales(market.NewSales(m.Attributes, m.Sold))
	v, w, moved := smalltown.Train(t, s.Sales, 0, smalltown.Dates...)[1], valuation.NewWorkspace(s), 0
	trainer := train.NewTrainer(s, train.Options{})
	var trace valuation.Trace
	for row := range s.Date {
		if s.Date[row] < v.AsOf {
			continue
		}
		h := s.Home(row, nil)
		o, ok := trainer.Value(v, int32(row))
		if !ok {
			continue
		}
		learned := train.Score(v, &o).Features
		if !w.Trace(trainer.Query(v, int32(row), &h), &trace) {
			t.Fatalf("row %d has a holdout, and no value", row)
		}
		for f, want := range trace.Risk.Features {
			if math.Abs(learned[f]-want) > 1e-9 {
				t.Fatalf("row %d: the spread learns %v of feature %d, a valuation has %v", row, learned[f], f, want)
			}
		}
		if trace.Risk.Features[spread.OwnSaleGap] > 0.01 {
			moved++
		}
	}
	if moved < 10 {
		t.Errorf("own sales moved only %d values", moved)
	}
}
