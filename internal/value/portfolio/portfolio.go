// Package portfolio revalues homes that secure loans: value, change, loan to value, the cap that European law
// sets on a revaluation, a fall of prices, and the totals of all loans.
//
// It processes the rows of internal/value/bulk: a home that can't be valued keeps its row and its loan.
package portfolio

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/bulk"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Options of a revaluation.
type Options struct {
	Valuer *valuation.Valuer
	// Value, if any, values a home in place of Valuer.
	Value func(gevel.Inquiry) (gevel.Value, error)
	// Since is the day of the comparison value where the row gives no earlier value; zero is none.
	Since gevel.Opt[gevel.Date]
	// Shock is a change of all prices for a stress test, a fraction such as -0.2.
	Shock gevel.Opt[float64]
	// Inspect is how many homes to name whose inspection takes most uncertainty off the book.
	Inspect int
}

// Portfolio revalues the rows of a file, as a bulk.Addition.
type Portfolio struct {
	Options
	totals *totals
}

// New returns a portfolio without rows. Error: gevel.Invalid when the file has no column of loans.
func New(homes *bulk.File, o Options) (*Portfolio, error) {
	if !homes.HasColumn(bulk.LoanAmount) {
		return nil, gevel.Refusal("add loan_amount, the balance of each loan in euros",
			"the file has no column %s", bulk.LoanAmount)
	}
	if o.Value == nil {
		o.Value = o.Valuer.ValueAlone
	}
	return &Portfolio{Options: o, totals: newTotals(&o)}, nil
}

// result is the result of a row.
type result struct {
	loan     loan
	unread   bool // the row's loan is invalid
	homeless bool // the row names no home at all
	summary  bool // it says that it sums up others
	reason   gevel.Code
	line     int
	message  string
	value    gevel.Valuation
	earlier  gevel.Opt[earlier]
	byModel  gevel.Opt[float64] // the part of the change since then, a fraction
	capped   capped
	shock    gevel.Opt[float64]
	region   string
	homeType string
	shared   valuation.Shared
	turned   gevel.Opt[valuation.Turned]
	unseen   float64 // see valuation.Trace
}

// Work computes a row's result.
func (p *Portfolio) Work(a bulk.Answered) bulk.Added {
	own, faults := readLoan(a.Text)
	r := &result{loan: own, unread: len(faults) > 0, reason: a.Reason, line: a.Line, message: a.Message, shock: p.Shock}
	if a.Reason != "" {
		r.homeless, r.summary = namesNone(a.Text), sumsUp(a.Text)
		return r
	}
	r.value = a.Valuation
	r.region = a.Valuation.Address.Municipality
	valued := gevel.Standard().Over(a.Inquiry.Overrides, a.Valuation.Dwelling.Characteristics)
	r.homeType = valued.BuildType.String()
	r.shared, r.turned = p.Valuer.Shared(&r.value.Value, valued.BuildType), p.Valuer.Turned(r.value.Date)
	if p.Inspect > 0 {
		if t, err := p.Valuer.Trace(a.Inquiry); err == nil {
			r.unseen = t.Unseen()
		}
	}
	r.earlier = p.earlierOf(a.Inquiry, own)
	r.byModel = p.byModels(a.Inquiry, r.earlier)
	r.capped = p.capOf(a.Inquiry, a.Valuation.Weighted, own)
	return r
}

// The columns that name a home, and those in which a line of totals says what it is.
var (
	homeColumns = []string{"bag_id", "dwelling_id", "number_id", "postal_code", "house_number"}
	nameColumns = append([]string{"loan_id"}, homeColumns...)
)

// namesNone reports whether no column that names a home has a digit, but beside a word for a sum, as in the line of
// totals below a table.
func namesNone(text func(column string) string) bool {
	return !slices.ContainsFunc(homeColumns, func(column string) bool {
		return strings.ContainsAny(text(column), "0123456789") && !hasSummary(text(column))
	})
}

func hasSummary(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) })
	return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(summaries, word) })
}

// summaries are words of lines that sum up others.
var summaries = []string{
	"totaal", "subtotaal", "eindtotaal", "som", "gemiddeld", "gemiddelde", "mediaan", "aantal", "total", "subtotal", "sum",
	"average", "mean", "median", "count",
}

// sumsUp reports whether a column that names a home, or the number of a loan without a digit, has a word for a sum or an
// average.
func sumsUp(text func(column string) string) bool {
	return slices.ContainsFunc(nameColumns, func(column string) bool {
		return hasSummary(text(column)) && (column != "loan_id" || !strings.ContainsAny(text(column), "0123456789"))
	})
}

// Note adds a row to the totals.
func (p *Portfolio) Note(a bulk.Added) { p.totals.add(a.(*result)) }

// earlier is a home's earlier value.
type earlier struct {
	value gevel.Euro
	date  gevel.Opt[gevel.Date]
	by    string // its basis: given or revalued
}

// The bases of an earlier value.
const (
	byFile    = "given"
	byEdition = "revalued"
)

// earlierOf returns the value to compare a home's value with: the row's own, or else one by the same edition
// for the day in the row or for Since. A value of the valuation date or later does not count.
func (p *Portfolio) earlierOf(q gevel.Inquiry, own loan) (none gevel.Opt[earlier]) {
	if own.lastDate.Known && own.lastDate.V >= q.Date {
		return none
	}
	if own.lastValue.Known {
		return gevel.Some(earlier{gevel.Euro(math.Round(own.lastValue.V)), own.lastDate, byFile})
	}
	day := own.lastDate
	if !day.Known {
		day = p.Since
	}
	if !day.Known || day.V >= q.Date {
		return none
	}
	q.Date = day.V
	v, err := p.Value(q)
	if err != nil {
		return none
	}
	return gevel.Some(earlier{v.Weighted, day, byEdition})
}

// byModels returns the part of the change since an earlier value that came with new models: on the day of each, the value
// over the day before's, times one another. It is not known of a value that the edition did not give.
func (p *Portfolio) byModels(q gevel.Inquiry, since gevel.Opt[earlier]) (none gevel.Opt[float64]) {
	if since.V.by != byEdition {
		return none
	}
	day, log := q.Date, 0.0
	for _, v := range p.Valuer.Vintages() {
		if v.AsOf <= since.V.date.V || v.AsOf > day {
			continue
		}
		q.Date = v.AsOf
		by, ok := p.Valuer.MoveOn(q)
		if !ok {
			return none
		}
		log += by
	}
	return gevel.Some(math.Expm1(log))
}

// ltv returns the loan relative to a value, a fraction.
func (r *result) ltv(value float64) float64 { return r.loan.amount / value }
