package backtest

// The predictions file: one row per tested sale, by date and then id.

import (
	"encoding/csv"
	"io"
	"strconv"
)

// predictionColumns are the columns of the predictions file, in order.
var predictionColumns = []string{"sale_id", "price", "value", "low80", "high80", "fsd", "class"}

const (
	centDecimals = 2 // of the amounts
	fsdDecimals  = 4 // of the FSD, a fraction
)

// WritePredictions writes the predictions file as CSV. A sale without a value has only its id and price.
func (r *Result) WritePredictions(w io.Writer) error {
	c := csv.NewWriter(w)
	if err := c.Write(predictionColumns); err != nil {
		return err
	}
	for i := range r.Forecasts {
		if err := c.Write(r.predictionRow(i)); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

func (r *Result) predictionRow(i int) []string {
	f := &r.Forecasts[i]
	row := []string{r.Sales.ID(int(f.Row)), strconv.FormatInt(r.Sales.Price[f.Row], 10), "", "", "", "", ""}
	if f.Valued {
		row[2], row[3], row[4] = decimal(f.Value, centDecimals), decimal(f.Low80, centDecimals),
			decimal(f.High80, centDecimals)
		row[5], row[6] = decimal(f.FSD, fsdDecimals), strconv.Itoa(int(f.Class))
	}
	return row
}

func decimal(v float64, decimals int) string { return strconv.FormatFloat(v, 'f', decimals, 64) }
