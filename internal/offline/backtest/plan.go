package backtest

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"sort"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/offline/train"
)

// Plan selects the tested sales and what may be known when they are valued.
type Plan struct {
	From    gevel.Date `json:"from"`  // the first tested day
	Until   gevel.Date `json:"until"` // the day after the last tested day; NoDate: after the last sale
	Walk    Walk       `json:"walk"`
	Retrain Retrain    `json:"retrain"`
	Seed    uint64     `json:"seed"`

	Season index.Season       `json:"season,omitempty"` // see train.Options
	Series gevel.PriceSeries  `json:"-"`                // see train.Options
	Tested func(row int) bool `json:"-"`                // whether a sale's price is one to judge by; nil: each is. All sales are evidence
}

// tests reports whether the sale of a row is tested.
func (p *Plan) tests(s *market.Sales, row int) bool {
	day := s.Date[row]
	return s.IsFirst(row) && day >= p.From && day < p.Until && (p.Tested == nil || p.Tested(row))
}

// Walk says whether information that arrives during the test is used.
type Walk string

// The kinds of walk.
const (
	WalkNone  Walk = "none"  // use nothing dated or known on or after the first day
	WalkMonth Walk = "month" // index, comparables and own sales use what was known before each sale
)

// Retrain is how often models are retrained during a walk.
type Retrain string

// The intervals of retraining.
const (
	RetrainNone    Retrain = "none"
	RetrainQuarter Retrain = "quarter"
	RetrainMonth   Retrain = "month"
)

func (r Retrain) months() int {
	switch r {
	case RetrainMonth:
		return 1
	case RetrainQuarter:
		return 3
	}
	return 0
}

// fit checks the plan against the sales, sets its end and counts the sales known before its beginning.
func (p Plan) fit(s *market.Sales) (fitted Plan, known int, err error) {
	if err := p.check(); err != nil {
		return p, 0, err
	}
	if s.Len() == 0 {
		return p, 0, gevel.Refusal("", "there are no sales")
	}
	first, last := span(s)
	asked := p.period()
	if p.Until == gevel.NoDate {
		p.Until = max(last, p.From) + 1
	}
	tested := 0
	for row := range s.Len() {
		if p.tests(s, row) {
			tested++
		}
		if s.Known[row] < p.From {
			known++
		}
	}
	if tested == 0 {
		return p, known, gevel.Refusal(fmt.Sprintf("the sales run from %s to %s", first, last),
			"no sale is dated %s", asked)
	}
	if !train.Suffices(s, p.From) {
		return p, known, tooFew(s, p.From, known)
	}
	return p, known, nil
}

// period returns the requested period in words.
func (p Plan) period() string {
	if p.Until == gevel.NoDate {
		return fmt.Sprintf("on or after %s", p.From)
	}
	return fmt.Sprintf("from %s until %s", p.From, p.Until)
}

// tooFew returns the error for too few sales known before a day. It suggests a later day if there is one.
func tooFew(s *market.Sales, from gevel.Date, known int) error {
	// Once the sales suffice, they do on every later day.
	_, last := span(s)
	begin := from + gevel.Date(sort.Search(int(last-from)+1, func(days int) bool {
		return train.Suffices(s, from+gevel.Date(days))
	}))
	hint := fmt.Sprintf("begin on %s or later: the last sale is of %s", begin, last)
	if begin > last {
		hint = fmt.Sprintf("no later day would do: these %d sales are too few to learn from and to test on", s.Len())
	}
	return gevel.Refusal(hint, "only %d of %d sales are known before %s; a model, and an earlier one to calibrate it, "+
		"need up to %d", known, s.Len(), from, train.ChainSales)
}

// check checks the plan by itself.
func (p Plan) check() error {
	switch {
	case p.From == gevel.NoDate:
		return gevel.Refusal("", "from, the day from which sales are valued, is not given")
	case p.Until != gevel.NoDate && p.Until <= p.From:
		return gevel.Refusal("until is the first day that is not tested", "until %s does not lie after from %s",
			p.Until, p.From)
	case p.Walk != WalkNone && p.Walk != WalkMonth:
		return gevel.Refusal("", "walk %q is neither none nor month", p.Walk)
	case p.Retrain != RetrainNone && p.Retrain.months() == 0:
		return gevel.Refusal("", "retrain %q is none of none, quarter, month", p.Retrain)
	case p.Walk == WalkNone && p.Retrain != RetrainNone:
		return gevel.Refusal("a static test knows one model: the one of its first day", "retrain %s needs walk month",
			p.Retrain)
	}
	return nil
}

// span returns the days of the first and the last sale, NoDate without sales.
func span(s *market.Sales) (first, last gevel.Date) {
	first, last = gevel.NoDate, gevel.NoDate
	for _, day := range s.Date {
		if first == gevel.NoDate || day < first {
			first = day
		}
		last = max(last, day)
	}
	return first, last
}

// OriginPlan selects the origins of forecasts by models that are not retrained: one model an origin, which
// knows only sales known before it.
type OriginPlan struct {
	Every   int        `json:"every"`   // months between origins, aligned with the calendar year
	Months  int        `json:"months"`  // forecast from each origin
	History int        `json:"history"` // least number of months of sales before an origin
	From    gevel.Date `json:"from"`    // the earliest origin allowed; NoDate: any
	Until   gevel.Date `json:"until"`   // tested sales are dated before it; NoDate: no limit
	Seed    uint64     `json:"seed"`

	Season index.Season       `json:"season,omitempty"` // see train.Options
	Series gevel.PriceSeries  `json:"-"`                // see train.Options
	Tested func(row int) bool `json:"-"`                // see Plan
}

// leastBehind is the least number of months with sales after an origin; the last month may be incomplete.
const leastBehind = 3

// origins returns the possible origins, ascending, and sets the plan's end. Errors: gevel.Invalid when there is none.
func (p *OriginPlan) origins(s *market.Sales) ([]gevel.Date, error) {
	if p.Every < 1 || p.Months < 1 || p.History < 0 {
		return nil, gevel.Refusal("", "origins need a step and a horizon of a month or more")
	}
	if s.Len() == 0 {
		return nil, gevel.Refusal("", "there are no sales")
	}
	first, last := span(s)
	enough := first.Month().First().AddMonths(p.History)
	if p.Until == gevel.NoDate {
		p.Until = last + 1
	}
	var origins []gevel.Date
	for month := first.Month(); month.First() < p.Until; month++ {
		origin := month.First()
		if int(month)%p.Every != 0 || origin < p.From || origin < enough {
			continue
		}
		if month+leastBehind-1 <= (p.Until-1).Month() && train.Suffices(s, origin) {
			origins = append(origins, origin)
		}
	}
	if len(origins) == 0 {
		return nil, gevel.Refusal(fmt.Sprintf("the sales run from %s to %s", first, last),
			"no origin has %d months of sales before and %d behind it", p.History, leastBehind)
	}
	return origins, nil
}

// tested returns the sales that are forecast from an origin, by day and id.
func (p *OriginPlan) tested(s *market.Sales, origin gevel.Date) (rows []int) {
	for row, day := range s.Date {
		inTime := day >= origin && int(day.Month()-origin.Month()) < p.Months && day < p.Until
		if inTime && s.IsFirst(row) && (p.Tested == nil || p.Tested(row)) {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.Date[a], s.Date[b]), cmp.Compare(s.ID(a), s.ID(b)))
	})
	return rows
}

// originColumns are the columns of this file, in order: which forecast it is, the engine's, the values of the
// plain ways, and the home.
var originColumns = append([]string{
	"origin", "month", "sale_id", "sale_date", "price",
	"value", "predicted", "low50", "high50", "low80", "high80", "low90", "high90", "fsd", "accuracy", "class",
	"three_months", "two_years", "trees",
	"own_sale_years", "build_type", "build_year", "use_surface",
}, madeColumns...)

const yearDecimals = 2

// WritePredictions writes a row per forecast as CSV of a form, by origin, month, day of sale and id.
func (o *Origins) WritePredictions(w io.Writer, form csvfile.Form) error {
	c := csvfile.NewWriter(w, form)
	if err := c.Write(originColumns); err != nil {
		return err
	}
	for i := range o.Cells {
		cell := &o.Cells[i]
		for k := range cell.Forecasts {
			if err := c.Write(o.predictionRow(cell, k, form)); err != nil {
				return err
			}
		}
	}
	return c.Flush()
}

func (o *Origins) predictionRow(c *Cell, k int, form csvfile.Form) []string {
	f := &c.Forecasts[k]
	at, price := int(f.Row), o.Sales.Paid(f.Row)
	row := []string{
		c.Origin.String(), strconv.Itoa(c.Horizon), o.Sales.ID(at), o.Sales.Date[at].String(),
		strconv.FormatInt(price, 10),
	}
	for _, euros := range []float64{
		f.Value, f.Predicted, f.Low50, f.High50, f.Low80, f.High80, f.Low90, f.High90,
	} {
		row = append(row, form.Fixed(euros, centDecimals))
	}
	row = append(row, form.Fixed(f.FSD, fsdDecimals), form.Fixed(f.Accuracy.V, accuracyDecimals), strconv.Itoa(int(f.Class.V)))
	for way := Carried; way < Ways; way++ {
		row = append(row, form.Fixed(float64(price)*math.Exp(-c.Errors[way][k]), centDecimals))
	}
	own, kind := "", ""
	if !math.IsNaN(f.OwnYears) {
		own = form.Fixed(f.OwnYears, yearDecimals)
	}
	if t := o.Sales.BuildType(at); t != 0 {
		kind = t.String()
	}
	row = append(row, own, kind, whole(o.Sales.BuildYear(at)), whole(o.Sales.UseSurface(at)))
	return append(row, o.Made.cells(o.Sales.Date[at], f)...)
}

// whole writes a number that may be unknown.
func whole(n gevel.Opt[int]) string {
	if n.Known {
		return strconv.Itoa(n.V)
	}
	return ""
}
