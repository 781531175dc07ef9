// Package ratiostudy holds a revaluation against sales around its valuation date. Only sales that became known on that
// date or later count, since the models knew the others. Prices are moved to the date by the newest index.
package ratiostudy

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/value/bulk"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Study gathers the values of homes that were sold, as a bulk.Addition without columns.
type Study struct {
	sales        *market.Sales
	index        *index.Index
	within       int // days between a sale and the valuation date
	observations []ratio.Observation
	result       Result
}

// Result is a study.
type Result struct {
	Edition string     `json:"edition"`
	Date    gevel.Date `json:"date"`
	Within  int        `json:"within"`
	Homes   int        `json:"homes"`
	// Learned are the homes sold near the date whose sales the models knew, which do not count.
	Learned  int            `json:"learned"`
	Measures ratio.Measures `json:"measures"`
}

// New returns a study without homes, of values on a date.
func New(v *valuation.Valuer, date gevel.Date, within int) *Study {
	models := v.Vintages()
	indexes := models[len(models)-1].Indexes
	return &Study{
		sales: v.Edition().Sales(), index: indexes[len(indexes)-1].Index, within: within,
		result: Result{Edition: v.Edition().ID(), Date: date, Within: within},
	}
}

// Columns are none.
func (s *Study) Columns() []bulk.Column { return nil }

// Check finds no faults.
func (s *Study) Check(func(string) string) []gevel.Detail { return nil }

// sold is a home with its sale, if it has one that counts.
type sold struct {
	learned     bool
	observation gevel.Opt[ratio.Observation]
}

// Value is never asked: there are no columns.
func (sold) Value(int) parquet.Value { return parquet.NullValue() }

// NeedsReferences is false: values alone are compared with prices.
func (*Study) NeedsReferences() bool { return false }

// Work finds the sale of a home.
func (s *Study) Work(a bulk.Answered) bulk.Added {
	id, day := string(a.Valuation.Dwelling.ID), a.Inquiry.Date
	if a.Reason != "" {
		id = a.Text("bag_id")
	}
	row, learned := s.saleOf(id, day)
	if row < 0 {
		return sold{learned: learned}
	}
	o := ratio.Observation{Price: s.priceOn(row, day), Month: s.sales.Date[row].Month()}
	if a.Reason == "" {
		v := &a.Valuation
		o.Value, o.HasValue = float64(v.Weighted), true
		o.Low80, o.High80, o.FSD = float64(v.Interval.Low), float64(v.Interval.High), v.FSD
		o.Accuracy, o.Class = gevel.Some(v.Accuracy), gevel.Some(v.Class)
		o.Segments = segmentsOf(v, gevel.Standard().Over(a.Inquiry.Overrides, v.Dwelling.Characteristics), s.sales.Date[row])
	}
	return sold{observation: gevel.Some(o)}
}

// saleOf returns the sale of a home nearest to a day that became known on the day or later, -1 without one. Learned: there
// is another, which became known before.
func (s *Study) saleOf(home string, day gevel.Date) (row int32, learned bool) {
	row = -1
	code := s.sales.DwellingCode(home)
	if home == "" || code < 0 {
		return row, false
	}
	apart := func(r int32) int { return max(int(s.sales.Date[r]-day), int(day-s.sales.Date[r])) }
	for _, r := range s.sales.OfDwelling(code) {
		switch {
		case apart(r) > s.within || s.sales.Deal[r] >= 0: // of several homes the price is of all
		case s.sales.Known[r] < day:
			learned = true
		case row < 0 || apart(r) < apart(row):
			row = r
		}
	}
	return row, learned
}

// priceOn returns the price of a sale, moved to a day by the index.
func (s *Study) priceOn(row int32, day gevel.Date) float64 {
	area, group := s.index.Areas.Of(s.sales.Place[row]), s.sales.BuildType(int(row)).Group()
	level := func(d gevel.Date) float64 { return s.index.Level(area, group, index.MonthsSince(0, d)) }
	return float64(s.sales.Price[row]) * math.Exp(level(day)-level(s.sales.Date[row]))
}

// Note keeps a home.
func (s *Study) Note(a bulk.Added) {
	home := a.(sold)
	s.result.Homes++
	switch {
	case home.observation.Known:
		s.observations = append(s.observations, home.observation.V)
	case home.learned:
		s.result.Learned++
	}
}

// Result returns the study of the homes so far.
func (s *Study) Result(o ratio.Options) Result {
	s.result.Measures = ratio.Study(s.observations, o)
	return s.result
}

// Lead says what was compared.
func (r *Result) Lead() string {
	return fmt.Sprintf("Of the %d homes to be valued on %s, %d were sold within %d days of it in sales that the models did not know; "+
		"prices are moved to the date by the index. The %d homes whose sales they did know are left out.",
		r.Homes, r.Date, r.Measures.N, r.Within, r.Learned)
}

// WriteJSON writes the study as JSON.
func (r *Result) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}
