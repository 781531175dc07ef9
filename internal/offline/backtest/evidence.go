package backtest

// What values rest on.

import (
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/num/stats"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Evidence is what a value rests on, as fractions of it. The rest is the model.
type Evidence struct {
	Comparables float64 `json:"comparables"` // through all approaches
	Sales       float64 `json:"sales"`       // of other homes, comparables or not
	OwnSale     float64 `json:"ownSale"`
	Approach    float64 `json:"approach"` // the weight of the comparables as an approach of their own
}

func evidenceOf(t *valuation.Trace) (e Evidence) {
	for _, c := range t.Comparables.Sales {
		e.Comparables += t.ShareOf(c.Row, c.Weight)
	}
	s := t.Shares()
	e.Sales, e.OwnSale, e.Approach = s.Sales, s.OwnSale, t.Weights[reconcile.Comparables]
	return e
}

// medianEvidence returns the median of each fraction over the tested sales with a value; 0 without any.
func medianEvidence(forecasts []Forecast) Evidence {
	median := func(of func(*Evidence) float64) float64 {
		var all []float64
		for i := range forecasts {
			if f := &forecasts[i]; f.HasValue {
				all = append(all, of(&f.Evidence))
			}
		}
		m, _ := stats.Median(all)
		return m
	}
	return Evidence{
		Comparables: median(func(e *Evidence) float64 { return e.Comparables }),
		Sales:       median(func(e *Evidence) float64 { return e.Sales }),
		OwnSale:     median(func(e *Evidence) float64 { return e.OwnSale }),
		Approach:    median(func(e *Evidence) float64 { return e.Approach }),
	}
}
