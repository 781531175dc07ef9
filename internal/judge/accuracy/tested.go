// Package accuracy holds the accuracy of an edition's models on sales that they had not seen, from
// the out-of-time errors that training keeps in the edition.
package accuracy

import (
	"math"
	"sync"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/model/spread"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/geo"
)

// Accuracy is the accuracy of a model, on sales known since its date, and of the models before it, on sales known until
// then. Training values these sales, each on its own day with what was known then.
type Accuracy struct {
	From     gevel.Date     `json:"from"` // day of sale
	Until    gevel.Date     `json:"until"`
	Models   []Model        `json:"models"`
	Region   string         `json:"region"` // how sales are split by region: municipality, PC2 area, PC4 area
	Pooled   []Pooled       `json:"pooled,omitempty"`
	Measures ratio.Measures `json:"report"`
	Decision ratio.Decision `json:"decision,omitzero"` // what values may be used for; Of sets it

	// Observations are the sales in Measures, with day and position of each.
	Observations []ratio.Observation `json:"-"`
	Days         []gevel.Date        `json:"-"`
	At           []gevel.Point       `json:"-"`
}

// Model is one of the models.
type Model struct {
	Date  gevel.Date `json:"date"`
	Sales int        `json:"sales"` // valued and missed
	// Learned is the number of errors from which its weights and intervals were learned; with 0 it promised nothing.
	Learned int `json:"learned"`
}

// Of returns the accuracy of a model and of those before it, from the errors that it keeps, with intervals around the
// figures; nil without errors.
func Of(e *edition.Edition, v *vintage.Vintage) *Accuracy {
	t, rows := gather(v)
	if t == nil {
		return nil
	}
	t.part(t.placesOf(e, v, rows)...)
	t.Measures = ratio.MeasuresOf(t.Observations, ratio.Options{Seed: seed})
	t.Decision = ratio.Decide(t.Observations)
	return t
}

// Parted is Of for frequent use: without intervals around the figures, but split by price and quarter of sale too.
// Parts of fewer sales than Least have no figures; see Parts.
func Parted(e *edition.Edition, v *vintage.Vintage) *Accuracy {
	t, rows := gather(v)
	if t == nil {
		return nil
	}
	t.part(append(t.placesOf(e, v, rows), pricesOf(t.Observations), quartersOf(t.Days))...)
	t.Measures = t.measures(t.Observations)
	return t
}

// placesOf splits sales by region and house type, and pools small parts.
func (t *Accuracy) placesOf(e *edition.Edition, v *vintage.Vintage, rows []int32) []*parting {
	regions, types := regionsOf(e, v.Sales().Sales, rows), typesOf(v.Sales().Sales, rows)
	t.Region = regions.dimension
	t.Pooled = append(regions.pool(), types.pool()...)
	return []*parting{regions, types}
}

// measures has the measures of observations, without the bootstrap.
func (*Accuracy) measures(list []ratio.Observation) ratio.Measures {
	return ratio.MeasuresOf(list, ratio.Options{Seed: seed, Replicates: 1})
}

// gather returns the sales of the records of a model, and their rows; nil without any.
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
	for i, row := range rows {
		day := s.Date[row]
		t.Observations[i].Month = day.Month()
		t.From, t.Until = min(t.From, day), max(t.Until, day)
		t.Days, t.At = append(t.Days, day), append(t.At, s.At[row])
	}
	return t, rows
}

// part adds the parts of each sale to its observation.
func (t *Accuracy) part(by ...*parting) {
	for i := range t.Observations {
		for _, p := range by {
			t.Observations[i].Segments = append(t.Observations[i].Segments, p.of[i])
		}
	}
}

// seed is the seed of the bootstrap behind intervals of figures: arbitrary but fixed.
const seed = 1

// withinClose is the error in the definition of accuracy, as in answers.
const withinClose = 0.10

// observe returns a sale of a record as an observation of a ratio study. A model that had learned from no
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
	sure := q.Surely(withinClose, size, spread.Doubt{Learned: r.Learned})
	o.Class = gevel.Some(gevel.ClassOf(min(q.Within(withinClose, size), sure), q.Within(0.15, size), q.Within(0.20, size)))
	if r.ResoldHomes[k] {
		o.Offered = value * r.Resold.Middle(size)
	}
	return o
}

// Book holds the accuracies of an edition's models, each worked out when it is first asked for. It is safe for
// concurrent use.
type Book struct {
	edition *edition.Edition
	mu      sync.Mutex
	made    map[*vintage.Vintage]func() *Page
}

// Page is the accuracy of a model, with the positions of its sales.
type Page struct {
	*Accuracy
	grid *geo.Grid
}

// NewBook returns the book of an edition.
func NewBook(e *edition.Edition) *Book {
	return &Book{edition: e, made: map[*vintage.Vintage]func() *Page{}}
}

// Of returns the accuracy of a model, from Parted; nil where the edition holds none.
func (b *Book) Of(v *vintage.Vintage) *Page {
	b.mu.Lock()
	once, ok := b.made[v]
	if !ok {
		once = sync.OnceValue(func() *Page {
			a := Parted(b.edition, v)
			if a == nil {
				return nil
			}
			return &Page{a, geo.NewGrid(a.At)}
		})
		b.made[v] = once
	}
	b.mu.Unlock()
	return once()
}
