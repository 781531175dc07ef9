// Package ratiostudy holds a revaluation against sales around its valuation date. Only sales that became known on that
// date or later count, since the models knew the others. Prices are moved to the date by the newest index.
package ratiostudy

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/offline/studysales"
	"github.com/gevel/gevel/internal/value/bulk"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Gatherer gathers the values of homes that were sold, as a bulk.Addition without columns.
type Gatherer struct {
	sales  comparison.Market
	join   *comparison.Joined
	index  *index.Index
	result Result
}

// Result is a study.
type Result struct {
	Edition string     `json:"edition"`
	Date    gevel.Date `json:"date"`
	Within  int        `json:"within"`
	Homes   int        `json:"homes"`
	// Learned are the homes sold near the date whose sales the models knew, which do not count.
	Learned  int            `json:"learned"`
	LeftOut  []gevel.Reject `json:"leftOut"` // sales near the date, and rows of sales of the edition
	Measures ratio.Measures `json:"measures"`
}

// New returns a gatherer without homes, of values on a date.
func New(v *valuation.Valuer, date gevel.Date, within int) *Gatherer {
	models := v.Vintages()
	indexes := models[len(models)-1].Indexes
	s := &Gatherer{
		sales: studysales.MarketOf(v.Edition()), index: indexes[len(indexes)-1].Index,
		result: Result{Edition: v.Edition().ID(), Date: date, Within: within},
	}
	s.sales.PriceOn = func(row int32, v *comparison.Value) float64 { return s.priceOn(row, v.Day.V) }
	s.sales.Segments = func(row int32) []ratio.Segment {
		return []ratio.Segment{ratio.ByAge(s.sales.BuildYear(int(row)), s.sales.Date[row])}
	}
	s.join = s.sales.NewJoin(comparison.Rule{Within: within, Unlearned: true})
	return s
}

// Columns are none.
func (s *Gatherer) Columns() []bulk.Column { return nil }

// sold is the value of a home that was sold near the date, nil for another home.
type sold struct{ value *comparison.Value }

// Work returns the value of a home that was sold near the date.
func (s *Gatherer) Work(a bulk.Answered) bulk.Added {
	id := string(a.Valuation.Dwelling.ID)
	if a.Reason != "" {
		id = a.Text("bag_id")
	}
	if !s.wasSold(id, a.Inquiry.Date) {
		return sold{}
	}
	out := &comparison.Value{Row: "home " + id, Homes: []string{id}, Day: gevel.Some(a.Inquiry.Date)}
	if a.Reason == "" {
		v := &a.Valuation
		out.Said = ratio.Observation{
			Value: float64(v.Weighted), HasValue: true, Low80: float64(v.Interval.Low), High80: float64(v.Interval.High), FSD: v.FSD,
			Accuracy: gevel.Some(v.Accuracy), Class: gevel.Some(v.Class),
			Segments: segmentsOf(v, gevel.Standard().Over(a.Inquiry.Overrides, v.Dwelling.Characteristics)),
		}
	}
	return sold{out}
}

// wasSold reports whether a home was sold near a day.
func (s *Gatherer) wasSold(home string, day gevel.Date) bool {
	code := s.sales.DwellingCode(home)
	return home != "" && code >= 0 && slices.ContainsFunc(s.sales.OfDwelling(code), func(row int32) bool {
		return max(s.sales.Date[row]-day, day-s.sales.Date[row]) <= gevel.Date(s.result.Within)
	})
}

// priceOn returns the price of a sale, moved to a day by the index of its area and house type: not by its tier, which
// follows from the values that are judged.
func (s *Gatherer) priceOn(row int32, day gevel.Date) float64 {
	area, group := s.index.Areas.Of(s.sales.Place[row]), s.sales.BuildType(int(row)).Group()
	level := func(d gevel.Date) float64 { return s.index.Level(area, group, index.MonthsSince(0, d)) }
	return float64(s.sales.Paid(row)) * math.Exp(level(day)-level(s.sales.Date[row]))
}

// Note keeps a home.
func (s *Gatherer) Note(a bulk.Added) {
	s.result.Homes++
	if v := a.(sold).value; v != nil {
		s.join.Add(v)
	}
}

// Result returns the study of the homes so far.
func (s *Gatherer) Result(o ratio.Options) Result {
	r := &s.result
	_, left := s.sales.Between(r.Date-gevel.Date(r.Within), r.Date+gevel.Date(r.Within)+1)
	r.Learned, r.LeftOut = s.join.Rejects.Count(comparison.ReasonKnown), left.List()
	r.Measures = ratio.MeasuresOf(s.join.Observe(s.join.Sales()), o)
	return *r
}

// Lead says what was compared.
func (r *Result) Lead() string {
	return fmt.Sprintf("Of the %d homes to be valued on %s, %d were sold within %d days of it in sales that the models "+
		"did not know; "+
		"prices are moved to the date by the index of area and house type. The %d homes whose sales they did know are left out.",
		r.Homes, r.Date, r.Measures.N, r.Within, r.Learned)
}

// segmentsOf returns the parts of the market to which a home belongs; c are its characteristics as they were valued.
func segmentsOf(v *gevel.Valuation, c gevel.Characteristics) []ratio.Segment {
	return []ratio.Segment{
		{Dimension: "municipality", Name: cmp.Or(v.Address.Municipality, ratio.Unknown)},
		{Dimension: "postal-code area", Name: cmp.Or(v.Address.PostalCode.PC4(), ratio.Unknown)},
		ratio.ByType(c.BuildType),
		{Dimension: "class", Name: fmt.Sprint(v.Class), Rank: int(v.Class)},
		ratio.ByPeriod(c.BuildYear),
	}
}
