package datasheet

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/ratio"
	"github.com/gevel/gevel/internal/vintage"
)

// Tested is how the models before the newest did on sales that they had not seen: training values
// them to learn how sure the newest is. Each was valued on its own day with what was known then.
type Tested struct {
	From   gevel.Date    `json:"from"` // day of sale
	Until  gevel.Date    `json:"until"`
	Models []TestedModel `json:"models"`
	Region string        `json:"region"` // what parts the sales: municipality, PC2 area, PC4 area
	Pooled []Pooled      `json:"pooled,omitempty"`
	Report ratio.Report  `json:"report"`

	// Observations are the sales as Report has them, with day and position of each.
	Observations []ratio.Observation `json:"-"`
	Days         []gevel.Date        `json:"-"`
	At           []gevel.Point       `json:"-"`
}

// TestedModel is one of the models.
type TestedModel struct {
	Date  gevel.Date `json:"date"`
	Sales int        `json:"sales"` // valued and missed
	// Learned is how many errors its weights and intervals were learned from; with 0 it promised nothing.
	Learned int `json:"learned"`
}

// testedOf returns what the newest model keeps of the errors of those before it, nil of none.
func testedOf(e *edition.Edition, v *vintage.Vintage) *Tested {
	t, s := &Tested{From: math.MaxInt32}, v.Sales()
	var rows []int32
	for i := range v.Records {
		r := &v.Records[i]
		t.Models = append(t.Models, TestedModel{r.Model, len(r.Rows) + len(r.Missed), r.Learned})
		for k := range r.Rows {
			t.Observations = append(t.Observations, observe(r, k, float64(s.Price[r.Rows[k]])))
		}
		for _, row := range r.Missed {
			t.Observations = append(t.Observations, ratio.Observation{Price: float64(s.Price[row])})
		}
		rows = append(append(rows, r.Rows...), r.Missed...)
	}
	if len(rows) == 0 {
		return nil
	}
	regions, types := regionsOf(e, s.Sales, rows), typesOf(s.Sales, rows)
	t.Region = regions.dimension
	t.Pooled = append(regions.pool(), types.pool()...)
	for i, row := range rows {
		day := s.Date[row]
		t.From, t.Until = min(t.From, day), max(t.Until, day)
		t.Days, t.At = append(t.Days, day), append(t.At, s.At[row])
		t.Observations[i].Segments = []ratio.Segment{regions.of[i], types.of[i]}
	}
	t.Report = ratio.Study(t.Observations, ratio.Options{Seed: seed})
	return t
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
