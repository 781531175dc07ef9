package backtest

// The predictions file of a study of many origins: one row per forecast, with all that is needed to score it,
// to part the sales in other ways, or to blend the ways.

import (
	"io"
	"math"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/csvfile"
)

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
	row = append(row, form.Fixed(f.FSD, fsdDecimals), form.Fixed(f.Accuracy, accuracyDecimals), strconv.Itoa(int(f.Class)))
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
