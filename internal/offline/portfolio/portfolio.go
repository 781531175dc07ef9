// Package portfolio revalues homes that loans are secured by: value, change, loan to value, the cap
// that European law sets on a revaluation, a fall of prices, and the totals of all loans.
//
// It works on the rows of internal/value/bulk: a home that can't be valued keeps its row and its loan.
package portfolio

import (
	"math"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/bulk"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Options say how a portfolio is revalued.
type Options struct {
	Valuer *valuation.Valuer
	// Since is the day with which a value is compared where the row has no earlier value; zero is none.
	Since gevel.Opt[gevel.Date]
	// Shock is the change of all prices that loans are held against too, a fraction such as -0.2.
	Shock gevel.Opt[float64]
}

// Portfolio revalues the rows of a file, as a bulk.Addition.
type Portfolio struct {
	Options
	totals *totals
}

// New returns a portfolio without rows. Error: gevel.Invalid when the file has no column of loans, or two of one.
func New(homes *bulk.File, o Options) (*Portfolio, error) {
	for _, column := range loanColumns {
		if homes.Count(column) > 1 {
			return nil, gevel.Refusal("give one of them another name", "there are two columns %s", column)
		}
	}
	if homes.Count(loanAmount) == 0 {
		return nil, gevel.Refusal("each row wants what is outstanding of its loan, in euros",
			"the file has no column %s", loanAmount)
	}
	return &Portfolio{Options: o, totals: newTotals(o.Shock)}, nil
}

// result is what was worked out of a row.
type result struct {
	loan     loan
	unread   bool // the row's loan can't be read
	reason   gevel.Code
	line     int
	message  string
	value    gevel.Valuation
	earlier  gevel.Opt[earlier]
	capped   capped
	shock    gevel.Opt[float64]
	region   string
	homeType string
}

// Work works out a row.
func (p *Portfolio) Work(a bulk.Answered) bulk.Added {
	own, faults := readLoan(a.Text)
	r := &result{loan: own, unread: len(faults) > 0, reason: a.Reason, line: a.Line, message: a.Message, shock: p.Shock}
	if a.Reason != "" {
		return r
	}
	r.value = a.Valuation
	r.region = a.Valuation.Address.Municipality
	valued := gevel.Standard().Over(a.Inquiry.Overrides, a.Valuation.Dwelling.Characteristics)
	r.homeType = valued.BuildType.String()
	r.earlier = p.earlierOf(a.Inquiry, own)
	r.capped = p.capOf(a.Inquiry, a.Valuation.Weighted, own)
	return r
}

// Note adds a row to the totals.
func (p *Portfolio) Note(a bulk.Added) { p.totals.add(a.(*result)) }

// earlier is an earlier value of a home.
type earlier struct {
	value gevel.Euro
	date  gevel.Opt[gevel.Date]
	by    string // given or revalued
}

// The ways in which an earlier value is known.
const (
	byFile    = "given"
	byEdition = "revalued"
)

// earlierOf returns the value that a home is compared with: the row's own, or else that of the day of
// the row, or of Since, by the same edition. A value of the valuation date or a later day is no earlier one.
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
	v, err := p.Valuer.Value(q)
	if err != nil {
		return none
	}
	return gevel.Some(earlier{v.Weighted, day, byEdition})
}

// ltv returns the loan to a value, a fraction.
func (r *result) ltv(value float64) float64 { return r.loan.amount / value }

// Value returns a column; see Columns.
func (r *result) Value(column int) parquet.Value { return columns[column].of(r) }
