// Package backtest values past sales with what was known before each, and compares the values with the prices paid.
package backtest

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Result is the result of a backtest. Forecasts and Observations have one entry per tested sale, by date and then id.
type Result struct {
	Plan         Plan                `json:"plan"` // with its end filled in
	Sales        *market.Sales       `json:"-"`
	Made         Made                `json:"-"`
	KnownBefore  int                 `json:"knownBefore"` // sales known before the first tested day
	Forecasts    []Forecast          `json:"-"`
	Observations []ratio.Observation `json:"-"`
	Report       ratio.Measures      `json:"report"`
	Unvalued     []gevel.Reject      `json:"unvalued"` // the tested sales without a value, by reason
	// References compares the values by references alone, a, with the values, b.
	References ratio.Comparison `json:"references"`
	// ReferencesNoOwn is the same comparison for homes without a known own sale, which references never use.
	ReferencesNoOwn ratio.Comparison `json:"referencesNoOwn"`
	// Resold has the homes that were sold again within two years: by their values, and by what they would fetch.
	Resold   []ratio.SegmentSummary `json:"resold,omitempty"`
	Evidence Evidence               `json:"evidence"` // at the median, each fraction by itself
	// Takeover is how far values moved on the days of retraining; nil without one.
	Takeover *valuation.Takeover `json:"takeover,omitempty"`
	// Importance is from the newest hedonic model.
	Importance []hedonic.Importance `json:"importance,omitempty"`
	Index      IndexScore           `json:"index"`
	Market     MarketPath           `json:"market"`   // the path of the last index
	Decision   ratio.Decision       `json:"decision"` // what the values may be used for
}

// Run values the sales of a plan and studies the errors. It reports progress after each step; progress must not be
// nil. The same sales and plan give the same result. Errors: gevel.Invalid when the plan does not fit the sales.
func Run(ctx context.Context, s *market.Sales, plan Plan, progress func(done, total int)) (*Result, error) {
	plan, known, err := plan.fit(s)
	if err != nil {
		return nil, err
	}
	walked, err := walk(ctx, s, plan, progress)
	if err != nil {
		return nil, err
	}
	forecasts := walked.forecasts
	slices.SortFunc(forecasts, func(a, b Forecast) int {
		return cmp.Or(cmp.Compare(s.Date[a.Row], s.Date[b.Row]), cmp.Compare(s.ID(int(a.Row)), s.ID(int(b.Row))))
	})
	r := &Result{Plan: plan, Sales: s, KnownBefore: known, Forecasts: forecasts, Importance: walked.importance}
	r.Evidence, r.Takeover = medianEvidence(forecasts), walked.takeover
	segments := newSegmenter(s, plan, forecasts)
	for i := range forecasts {
		f := &forecasts[i]
		if err := sound(f); err != nil {
			return nil, fmt.Errorf("value sale %s: %w", s.ID(int(f.Row)), err)
		}
		r.Observations = append(r.Observations, observe(s, f, segments.of(f)))
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.Index, r.Market = r.scoreIndex(walked.indexes), r.marketPath(walked.indexes)
	r.Unvalued = r.unvalued()
	r.Report = ratio.MeasuresOf(r.Observations, ratio.Options{Seed: plan.Seed})
	r.Resold = r.resold()
	r.Decision = ratio.Decide(r.Observations, r.baselines()...)
	if r.References, err = r.compareReferences(func(*Forecast) bool { return true }); err != nil {
		return nil, err
	}
	r.ReferencesNoOwn, err = r.compareReferences(func(f *Forecast) bool { return math.IsNaN(f.OwnYears) })
	return r, err
}

// resold returns the figures of homes that were sold again within two years; none of too few to be shown.
func (r *Result) resold() []ratio.SegmentSummary {
	values, offers := ratio.Resold(r.Observations)
	if len(values) < ratio.DefaultMinSegment {
		return nil
	}
	by := func(name string, list []ratio.Observation) ratio.SegmentSummary {
		return ratio.SegmentSummary{
			Dimension: "sold again within two years", Name: name,
			Summary: ratio.MeasuresOf(list, ratio.Options{Seed: r.Plan.Seed}).Summary,
		}
	}
	return []ratio.SegmentSummary{by("by value", values), by("by what it would fetch", offers)}
}

// baselines are the values by plain ways.
func (r *Result) baselines() []ratio.Baseline {
	own := ratio.Baseline{Name: "own last sale moved by the index"}
	nearby := ratio.Baseline{Name: "median price per m2 of like homes nearby"}
	for i := range r.Forecasts {
		f := &r.Forecasts[i]
		own.Values, nearby.Values = append(own.Values, f.Repeat[ByIndex]), append(nearby.Values, f.Nearby)
	}
	return []ratio.Baseline{own, nearby}
}

// compareReferences compares the values by references alone with the values, for some of the tested sales. A
// sale with too few references counts as not valued by them.
func (r *Result) compareReferences(of func(*Forecast) bool) (ratio.Comparison, error) {
	var alone, values []ratio.Observation
	for i := range r.Forecasts {
		f := &r.Forecasts[i]
		if !of(f) {
			continue
		}
		o := ratio.Observation{Price: r.Observations[i].Price}
		if f.HasValue && f.References > 0 {
			o.Value, o.HasValue = f.References, true
		}
		alone, values = append(alone, o), append(values, r.Observations[i])
	}
	return ratio.Compare(alone, values, ratio.Options{Seed: r.Plan.Seed})
}

// sound checks that a forecast can be compared with a price: its amounts are positive, and each interval
// contains the value.
func sound(f *Forecast) error {
	if !f.HasValue {
		return nil
	}
	if !(f.Value > 0) || math.IsInf(f.Value, 0) {
		return fmt.Errorf("%v is no value", f.Value)
	}
	for _, i := range [][2]float64{{f.Low50, f.High50}, {f.Low80, f.High80}, {f.Low90, f.High90}} {
		if !(i[0] <= f.Value && f.Value <= i[1]) || math.IsInf(i[1]-i[0], 0) {
			return fmt.Errorf("value %v lies outside its interval of %v to %v", f.Value, i[0], i[1])
		}
	}
	return nil
}

// observe turns a forecast into an observation of the ratio study.
func observe(s *market.Sales, f *Forecast, segments []ratio.Segment) ratio.Observation {
	o := f.Observation
	o.Price, o.Segments, o.Month = float64(s.Paid(f.Row)), segments, s.Date[f.Row].Month()
	if o.HasValue {
		o.CRPS = gevel.Some(100 * f.Promised.CRPS(o.Price/o.Value, f.Size))
	}
	return o
}

// unvalued returns the reasons for tested sales without a value, with sample ids.
func (r *Result) unvalued() []gevel.Reject {
	alone := fmt.Sprintf("fewer than three other homes of known type, year and surface sold before within %d km",
		comps.Reach/1000)
	var rejects gevel.Rejects
	for _, f := range r.Forecasts {
		if f.HasValue {
			continue
		}
		reason := alone
		if !r.Sales.Place[f.Row].Known() {
			reason = "no position"
		}
		rejects.Add(reason, "sale "+r.Sales.ID(int(f.Row)), "")
	}
	return rejects.List()
}
