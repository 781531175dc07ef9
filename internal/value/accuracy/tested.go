// Package accuracy tells how the models of an edition did on sales that they had not seen: what the
// edition holds of the errors that training made out of time.
package accuracy

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/model/ratio"
	"github.com/gevel/gevel/internal/model/vintage"
)

// Accuracy is how the models before one did on sales that they had not seen: training values
// them to learn how sure that one is. Each was valued on its own day with what was known then.
type Accuracy struct {
	From     gevel.Date     `json:"from"` // day of sale
	Until    gevel.Date     `json:"until"`
	Models   []Model        `json:"models"`
	Region   string         `json:"region"` // what parts the sales: municipality, PC2 area, PC4 area
	Pooled   []Pooled       `json:"pooled,omitempty"`
	Measures ratio.Measures `json:"report"`

	// Observations are the sales as Report has them, with day and position of each.
	Observations []ratio.Observation `json:"-"`
	Days         []gevel.Date        `json:"-"`
	At           []gevel.Point       `json:"-"`
}

// Model is one of the models.
type Model struct {
	Date  gevel.Date `json:"date"`
	Sales int        `json:"sales"` // valued and missed
	// Learned is how many errors its weights and intervals were learned from; with 0 it promised nothing.
	Learned int `json:"learned"`
}

// Of returns what a model keeps of the errors of those before it, studied with intervals around the
// figures, small parts pooled; nil of none.
func Of(e *edition.Edition, v *vintage.Vintage) *Accuracy {
	t, rows := gather(v)
	if t == nil {
		return nil
	}
	regions, types := regionsOf(e, v.Sales().Sales, rows), typesOf(v.Sales().Sales, rows)
	t.Region = regions.dimension
	t.Pooled = append(regions.pool(), types.pool()...)
	t.part(regions, types)
	t.Measures = ratio.Study(t.Observations, ratio.Options{Seed: seed})
	return t
}

// Parted returns the same for whoever asks often: without intervals around the figures, nothing
// pooled, and parted by price and quarter of sale too. Parts of fewer sales than ratio.DefaultMinSegment have no
// figures; see Parts.
func Parted(e *edition.Edition, v *vintage.Vintage) *Accuracy {
	t, rows := gather(v)
	if t == nil {
		return nil
	}
	regions := regionsOf(e, v.Sales().Sales, rows)
	t.Region = regions.dimension
	t.part(regions, typesOf(v.Sales().Sales, rows), pricesOf(t.Observations), quartersOf(t.Days))
	t.Measures = t.study(t.Observations)
	return t
}

// study is of observations, without the bootstrap.
func (*Accuracy) study(list []ratio.Observation) ratio.Measures {
	return ratio.Study(list, ratio.Options{Seed: seed, Replicates: 1})
}

// gather returns the sales of the records of a model, and their rows; nil of none.
func gather(v *vintage.Vintage) (*Accuracy, []int32) {
	t, s := &Accuracy{From: math.MaxInt32}, v.Sales()
	var rows []int32
	for i := range v.Records {
		r := &v.Records[i]
		t.Models = append(t.Models, Model{r.Model, len(r.Rows) + len(r.Missed), r.Learned})
		for k := range r.Rows {
			t.Observations = append(t.Observations, observe(r, k, float64(s.Price[r.Rows[k]])))
		}
		for _, row := range r.Missed {
			t.Observations = append(t.Observations, ratio.Observation{Price: float64(s.Price[row])})
		}
		rows = append(append(rows, r.Rows...), r.Missed...)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	for _, row := range rows {
		day := s.Date[row]
		t.From, t.Until = min(t.From, day), max(t.Until, day)
		t.Days, t.At = append(t.Days, day), append(t.At, s.At[row])
	}
	return t, rows
}

// part gives each sale its parts.
func (t *Accuracy) part(by ...*parting) {
	for i := range t.Observations {
		for _, p := range by {
			t.Observations[i].Segments = append(t.Observations[i].Segments, p.of[i])
		}
	}
}

// seed is that of the bootstrap behind intervals of figures: any will do, the same each time.
const seed = 1

// withinClose is the error of which accuracy is the promise, as in answers.
const withinClose = 0.10

// observe returns a sale of a record as a ratio study sees it. A model that had learned from no
// errors promised nothing.
func observe(r *vintage.Record, k int, price float64) ratio.Observation {
	value := price * math.Exp(-float64(r.Errors[k]))
	o := ratio.Observation{Price: price, Value: value, HasValue: true}
	if r.Learned == 0 {
		return o
	}
	q, size := r.Of(k), float64(r.Sizes[k])
	interval := func(share float64) (low, high float64) {
		low, high = q.Interval(share, size)
		return value * low, value * high
	}
	o.Low50, o.High50 = interval(0.5)
	o.Low80, o.High80 = interval(0.8)
	o.Low90, o.High90 = interval(0.9)
	o.FSD, o.Accuracy = q.FSD(size), gevel.Some(100*q.Within(withinClose, size))
	o.CRPS = gevel.Some(100 * q.CRPS(price/value, size))
	o.Class = gevel.Some(gevel.ClassOf(q.Within(0.10, size), q.Within(0.15, size), q.Within(0.20, size)))
	return o
}
