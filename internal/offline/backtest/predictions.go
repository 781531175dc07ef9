package backtest

// The predictions file: one row per tested sale, by date and then id.

import (
	"io"
	"strconv"

	"github.com/gevel/gevel/internal/file/csvfile"
)

// predictionColumns are the columns of the predictions file, in order.
var predictionColumns = []string{"sale_id", "price", "value", "low80", "high80", "fsd", "class"}

const (
	centDecimals = 2 // of the amounts
	fsdDecimals  = 4 // of the FSD, a fraction
)

// WritePredictions writes the predictions file as CSV of a form. A sale without a value has only its id and price.
func (r *Result) WritePredictions(w io.Writer, form csvfile.Form) error {
	c := csvfile.NewWriter(w, form)
	if err := c.Write(predictionColumns); err != nil {
		return err
	}
	for i := range r.Forecasts {
		if err := c.Write(r.predictionRow(i, form)); err != nil {
			return err
		}
	}
	return c.Flush()
}

func (r *Result) predictionRow(i int, form csvfile.Form) []string {
	f := &r.Forecasts[i]
	row := []string{r.Sales.ID(int(f.Row)), strconv.FormatInt(r.Sales.Price[f.Row], 10), "", "", "", "", ""}
	if f.Valued {
		row[2], row[3], row[4] = form.Fixed(f.Value, centDecimals), form.Fixed(f.Low80, centDecimals),
			form.Fixed(f.High80, centDecimals)
		row[5], row[6] = form.Fixed(f.FSD, fsdDecimals), strconv.Itoa(int(f.Class))
	}
	return row
}
