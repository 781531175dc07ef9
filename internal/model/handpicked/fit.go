package handpicked

import (
	"math"

	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/num/stats"
)

// Holdout is a sale that the model had not seen, with the errors of the model and of what pickers chose.
type Holdout struct {
	Chosen Choices
	Common float64 // the error that all sales of the month share, which no choice mends
	Model  float64 // log price less log value, less Common
	Size   float64 // the expected size of that error
	// Low and High are the ends of the model's 80 % interval, log price less log value.
	Low, High float64
	Weight    float64 // 1 for a sale of the model's own day, less for older ones
}

const (
	// mostCost is how much larger a value's root mean square error may be for a choice that tells nothing: a person who
	// chooses mostly knows more than the pickers, so the choice counts for as much as it may at that price.
	mostCost = 0.02
	// mostWeight leaves the model half of the value at least.
	mostWeight = 0.5
	// priorHoldouts is the pseudo-count of the default table.
	priorHoldouts = 100.0
	// held is the share of prices in the intervals that scales are learned for.
	held = 0.8
)

// Fit learns a table from holdouts.
func Fit(holdouts []Holdout) Table {
	t := Table{Learned: len(holdouts)}
	t.fitEvidence(holdouts)
	for k := range t.Rows {
		t.fitRow(holdouts, k)
	}
	return t
}

// leastError is what smaller errors count as, whose log would count for too much.
const leastError = 0.01

// fitEvidence learns what evidence is usual, and how errors change with it: by least squares within each of Counts, first
// on likeness and then on what that leaves, shrunk to no change.
func (t *Table) fitEvidence(holdouts []Holdout) {
	var like, apart, off, weights []float64
	for k := range Counts {
		from := len(off)
		for i := range holdouts {
			h := &holdouts[i]
			for p := range Pickers {
				c := &h.Chosen[p][k]
				e := math.Max(leastError, math.Abs(float64(c.Error)-h.Common))
				like, apart, off = append(like, c.Like), append(apart, c.Apart), append(off, math.Log(e/h.Size))
				weights = append(weights, h.Weight)
			}
		}
		w := weights[from:]
		t.Rows[k].Usual = Evidence{lessMean(like[from:], w), lessMean(apart[from:], w)}
		lessMean(off[from:], w)
	}
	t.Like = math.Min(0, slope(like, off, weights))
	for i := range off {
		off[i] -= t.Like * like[i]
	}
	t.Apart = math.Max(0, slope(apart, off, weights))
}

// lessMean takes their weighted mean from values, and returns it.
func lessMean(x, weights []float64) float64 {
	sum, total := 0.0, 0.0
	for i, w := range weights {
		sum, total = sum+w*x[i], total+w
	}
	if !(total > 0) {
		return 0
	}
	for i := range x {
		x[i] -= sum / total
	}
	return sum / total
}

// slope returns the slope of y on x, from -1 to 1 and shrunk to 0. Both are without their means, and hold a value of each
// holdout for each of Pickers and Counts.
func slope(x, y, weights []float64) float64 {
	n, squares, both := 0.0, 0.0, 0.0
	for i, w := range weights {
		n, squares, both = n+w/float64(int(Pickers)*len(Counts)), squares+w*x[i]*x[i], both+w*x[i]*y[i]
	}
	if !(squares > 0) {
		return 0
	}
	return math.Max(-1, math.Min(1, both/squares)) * n / (n + priorHoldouts)
}

// fitRow learns the row of one of Counts, which is shrunk to the default.
func (t *Table) fitRow(holdouts []Holdout, k int) {
	var model, apart, both, n float64 // second moments of the model's error and the distance to what was chosen
	for i := range holdouts {
		h := &holdouts[i]
		n += h.Weight
		for p := range Pickers {
			d := h.distance(p, k)
			e, d := reconcile.Clip(h.Model), reconcile.Clip(d)
			model, apart, both = model+h.Weight*e*e, apart+h.Weight*d*d, both+h.Weight*e*d
		}
	}
	if !(apart > 0) {
		t.Rows[k] = defaultRows[k]
		return
	}
	r := Row{Slope: both / apart, Usual: t.Rows[k].Usual}
	room := ((1+mostCost)*(1+mostCost) - 1) * model / apart
	r.Weight = math.Max(0, math.Min(mostWeight, r.Slope+math.Sqrt(r.Slope*r.Slope+room)))
	prior := priorHoldouts / (n + priorHoldouts)
	r = between(r, Row{defaultRows[k].Weight, r.Slope, 1, r.Usual}, prior)
	r.Scale = (1-prior)*t.scale(r, holdouts, k) + prior*defaultRows[k].Scale
	t.Rows[k] = r
}

// distance returns the indication of what a picker chose less the model's value, log euros.
func (h *Holdout) distance(p Picker, k int) float64 {
	return h.Model + h.Common - float64(h.Chosen[p][k].Error)
}

// scale returns the factor by which intervals must be wider than the model's, apart from the distance, to hold as many
// prices.
func (t *Table) scale(r Row, holdouts []Holdout, k int) float64 {
	r.Scale = 1
	var model, mine, weights []float64 // errors by the ends of the interval
	for i := range holdouts {
		h := &holdouts[i]
		for p := range Pickers {
			d, r := h.distance(p, k), t.By(r, h.Chosen[p][k].Evidence)
			model = append(model, h.byEnd(h.Model, 1))
			mine = append(mine, h.byEnd(h.Model-r.Weight*d, r.Size(h.Size, 0, d)/h.Size))
			weights = append(weights, h.Weight)
		}
	}
	want, ok := stats.WeightedQuantile(model, weights, held)
	got, _ := stats.WeightedQuantile(mine, weights, held)
	if !ok || !(want > 0) || !(got > 0) {
		return 1
	}
	return got / want
}

// byEnd returns an error over the end of the interval on its side, which is wider by a factor.
func (h *Holdout) byEnd(e, wider float64) float64 {
	end := h.High
	if e < 0 {
		end = h.Low
	}
	return e / (end * wider)
}
