package ratio

import (
	"encoding/json"
	"math"

	"github.com/gevel/gevel"
)

// Measures are what MeasuresOf finds.
type Measures struct {
	Summary
	Segments      []SegmentSummary `json:"segments,omitempty"`
	SmallSegments int              `json:"smallSegments"` // with too few sales to be shown
	Invalid       int              `json:"invalid"`       // rows without a usable price, or with an unusable value
	Seed          uint64           `json:"seed"`
	Replicates    int              `json:"replicates"`
}

// SegmentSummary is the study of one segment.
type SegmentSummary struct {
	Dimension string `json:"dimension"`
	Name      string `json:"name"`
	Summary
}

// Summary holds the figures of one group of sales. All but N and HitRate are of the sales that got a value.
type Summary struct {
	N       int    `json:"n"`
	Valued  int    `json:"valued"`
	HitRate Figure `json:"hitRate"` // percent of sales that got a value

	MdAPE Figure `json:"mdape"` // median absolute error by price, percent
	MAPE  Figure `json:"mape"`  // mean absolute error by price, percent
	PE5   Figure `json:"pe5"`   // percent of values within 5 % of the price
	PE10  Figure `json:"pe10"`
	PE15  Figure `json:"pe15"`
	PE20  Figure `json:"pe20"`

	MedianRatio       Figure         `json:"medianRatio"`
	MeanRatio         Figure         `json:"meanRatio"`
	WeightedMeanRatio Figure         `json:"weightedMeanRatio"` // sum of values / sum of prices
	COD               Figure         `json:"cod"`               // mean absolute deviation from the median ratio, percent of it
	PRD               Figure         `json:"prd"`               // mean ratio / weighted mean ratio
	PRB               Figure         `json:"prb"`               // change of the ratio, relative, as the value doubles
	MKI               Figure         `json:"mki"`               // Gini of values by price order / Gini of prices
	VEI               VerticalEquity `json:"vei,omitzero"`      // the dearest group's median ratio beside the cheapest's
	R2                Figure         `json:"r2"`                // explained share of the variance of the price, not of its log
	// mean continuous ranked probability score, percent of the value: how far promised
	// distributions lie from what was paid
	CRPS Figure `json:"crps"`
	// Bounds hold the measures of vertical equity against the standards.
	Bounds []Bound `json:"bounds,omitempty"`

	// Promises; one that no value makes is left out.
	Coverage50 Coverage `json:"coverage50,omitzero"`
	Coverage80 Coverage `json:"coverage80,omitzero"`
	Coverage90 Coverage `json:"coverage90,omitzero"`
	// The 80 % intervals of one width for all sales, made of the same earlier errors: the baseline of Coverage80.
	ConstantLog80   Coverage    `json:"constantLog80,omitzero"`   // one width in log price
	ConstantEuros80 Coverage    `json:"constantEuros80,omitzero"` // one width in euros
	FSD             Calibration `json:"fsd,omitzero"`             // prices within one FSD of the value
	// prices within 10 % of the value; aim: the mean accuracy
	Accuracy Calibration    `json:"accuracy,omitzero"`
	Classes  []ClassPromise `json:"classes,omitempty"`
}

// Calibration holds the observed share and the promised one.
type Calibration struct {
	N     int     `json:"n"`   // values that make the promise
	Aim   float64 `json:"aim"` // percent
	Share Figure  `json:"share"`
}

// Coverage is the calibration of an interval, with its mean width.
type Coverage struct {
	Calibration
	Width Figure `json:"width"` // mean of (high - low) / value, percent
}

// ClassPromise is the calibration of a confidence class, which promises that at
// least Aim percent of the prices lie within so many percent of the value.
type ClassPromise struct {
	Class  gevel.ConfidenceClass `json:"class"`
	Within float64               `json:"within"` // percent of the value
	Calibration
	Verdict Verdict `json:"verdict,omitempty"` // by its interval, which is clustered by month; none on class 0, which promises nothing
}

// Verdict is what the sales say about a promise.
type Verdict string

// The verdicts.
const (
	Kept       Verdict = "kept"        // the whole 95 % interval of the share, clustered by month of sale, is at or above the promise
	NotRefuted Verdict = "not refuted" // the sales are too few, of a single month, or too near to the promise, to say
	Broken     Verdict = "broken"      // the whole interval is below the promise
)

// Figure is one statistic, with its 95 % interval where it has one. In JSON a figure that does not exist is null.
type Figure struct {
	Value float64
	Known bool
	Range Range
}

// Range is the 95 % interval of a Figure; the zero Range is none.
type Range struct{ Low, High float64 }

// Wider reports whether a range says less than another: it is wider, or there is none.
func (r Range) Wider(than Range) bool {
	if r == (Range{}) || than == (Range{}) {
		return than != Range{}
	}
	return r.High-r.Low > than.High-than.Low
}

// Ends returns the ends of the interval; of a figure without one twice its value.
func (f Figure) Ends() (low, high float64) {
	if f.Range == (Range{}) {
		return f.Value, f.Value
	}
	return f.Range.Low, f.Range.High
}

// known wraps a statistic; NaN and infinities are statistics that do not exist.
func known(v float64) Figure {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Figure{}
	}
	return Figure{Value: v, Known: true}
}

// within returns the figure with an interval, if it has one.
func (f Figure) within(low, high float64) Figure {
	if f.Known && known(low).Known && known(high).Known {
		f.Range = Range{Low: low, High: high}
	}
	return f
}

type figureJSON struct {
	Value float64  `json:"value"`
	Low   *float64 `json:"low,omitempty"`
	High  *float64 `json:"high,omitempty"`
}

// MarshalJSON writes {"value": 7.4, "low": 7.2, "high": 7.7}, or null.
func (f Figure) MarshalJSON() ([]byte, error) {
	if !f.Known {
		return []byte("null"), nil
	}
	out := figureJSON{Value: f.Value}
	if f.Range != (Range{}) {
		out.Low, out.High = &f.Range.Low, &f.Range.High
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (f *Figure) UnmarshalJSON(data []byte) error {
	var in *figureJSON
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	*f = Figure{}
	if in == nil {
		return nil
	}
	f.Value, f.Known = in.Value, true
	if in.Low != nil && in.High != nil {
		f.Range = Range{Low: *in.Low, High: *in.High}
	}
	return nil
}
