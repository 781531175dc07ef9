package backtest

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/offline/train"
)

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

// origins returns the possible origins, ascending, and sets the plan's end. Errors: gevel.Invalid when there
// is none.
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
var originColumns = []string{
	"origin", "month", "sale_id", "sale_date", "price",
	"value", "predicted", "low50", "high50", "low80", "high80", "low90", "high90", "fsd", "accuracy", "class",
	"three_months", "two_years", "trees",
	"own_sale_years", "build_type", "build_year", "use_surface",
}

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
	at, price := int(f.Row), o.Sales.Price[f.Row]
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
	return append(row, own, kind, whole(o.Sales.BuildYear(at)), whole(o.Sales.UseSurface(at)))
}

// whole writes a number that may be unknown.
func whole(n gevel.Opt[int]) string {
	if n.Known {
		return strconv.Itoa(n.V)
	}
	return ""
}
