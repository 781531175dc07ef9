package backtest

// The predictions file: one row per tested sale, by date and then id.

import (
	"io"
	"strconv"

	"github.com/gevel/gevel/internal/file/csvfile"
)

// predictionColumns are the columns of the predictions file, in order.
var predictionColumns = []string{
	"sale_id", "price", "value", "low80", "high80", "fsd", "class", "low50", "high50", "low90", "high90", "accuracy",
	"level_sd", "area_sd", "group_sd", "index_area", "house_group",
	"log_low80", "log_high80", "euro_low80", "euro_high80",
}

const (
	centDecimals = 2 // of the amounts
	fsdDecimals  = 4 // of the FSD and of shared errors, fractions

	accuracyDecimals = 1 // of the accuracy, percent
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
	row := []string{r.Sales.ID(int(f.Row)), strconv.FormatInt(r.Sales.Price[f.Row], 10)}
	if !f.HasValue {
		return append(row, make([]string, len(predictionColumns)-len(row))...)
	}
	cents := func(amounts ...float64) {
		for _, amount := range amounts {
			row = append(row, form.Fixed(amount, centDecimals))
		}
	}
	cents(f.Value, f.Low80, f.High80)
	row = append(row, form.Fixed(f.FSD, fsdDecimals), strconv.Itoa(int(f.Class.V)))
	cents(f.Low50, f.High50, f.Low90, f.High90)
	row = append(row, form.Fixed(f.Accuracy.V, accuracyDecimals))
	for _, deviation := range []float64{f.Shared.Level, f.Shared.Area, f.Shared.Group} {
		row = append(row, form.Fixed(deviation, fsdDecimals))
	}
	row = append(row, strconv.Itoa(int(f.Shared.InArea)), strconv.Itoa(int(f.Shared.InGroup)))
	if f.HighLog80 == 0 { // too few errors were known for one width
		return append(row, "", "", "", "")
	}
	cents(f.LowLog80, f.HighLog80, f.LowEuros80, f.HighEuros80)
	return row
}
