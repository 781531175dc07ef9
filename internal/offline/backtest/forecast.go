package backtest

import (
	"io"
	"math"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/model/spread"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/stats"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Forecast is a valuation of a sale's home on the day of the sale, with what was known before. Without a
// value all fields but Row and OwnYears are zero.
type Forecast struct {
	Row               int32      // in the sales
	ratio.Observation            // without the price, month and segments of the sale
	Predicted         float64    // euros, the hedonic indication
	Model             gevel.Date // the day of the vintage
	// Promised is the predicted distribution of the error, in units of Size.
	Promised spread.Quantiles
	Size     float64
	Shared   valuation.Shared
	OwnYears float64 // since the own last sale; NaN without one
	// References is the value by the references alone, euros; NaN with too few.
	References float64
	Evidence   Evidence
	// Repeat is the price of the home's own last sale moved to the day by each course, euros; NaN without one.
	Repeat [Courses]float64
	// Nearby is the value by the price per m2 of like homes sold nearby, euros; NaN with too few.
	Nearby float64
}

// forecaster values the homes of sales; each goroutine has its own.
type forecaster struct {
	sales     *vintage.Sales
	workspace *valuation.Workspace
	trace     valuation.Trace
	near      []geo.Neighbour // room
}

func newForecaster(s *vintage.Sales) *forecaster {
	return &forecaster{sales: s, workspace: valuation.NewWorkspace(s)}
}

// forecast values the home of a sale as if a caller had given the characteristics that the sale recorded.
// Others come from its own last sale, or are imputed. It also values homes of unknown house type, build year
// or use surface, which Valuer.Value refuses: where sales lack these, the models were trained without them.
func (f *forecaster) forecast(q valuation.Query) Forecast {
	out := Forecast{OwnYears: math.NaN()}
	if row, ok := f.sales.LastKnown(q.Home.Dwelling, q.Known); ok {
		out.OwnYears = f.sales.YearsSince(row, q.Day)
		valuation.Recall(&q.Home.Characteristics, f.sales, row, q.Home.Day)
	}
	q.Surface = q.Home.UseSurface
	t := &f.trace
	if !f.workspace.Trace(q, t) {
		return out
	}
	m, value := q.Vintage.Spread.Of(&t.Risk), math.Exp(t.Value)
	out.HasValue, out.Value, out.FSD, out.Model = true, value, m.FSD(t.Size), q.Vintage.AsOf
	out.Predicted, out.References = math.Exp(t.Indications[reconcile.Hedonic]),
		math.Exp(comps.Alone(t.Comparables.References, t.Comparables.Indication.Value))
	out.Repeat, out.Nearby = repeatSale(t), f.nearby(q)
	for _, i := range []struct {
		share     float64
		low, high *float64
	}{{0.5, &out.Low50, &out.High50}, {0.8, &out.Low80, &out.High80}, {0.9, &out.Low90, &out.High90}} {
		low, high := m.Interval(i.share, t.Size)
		*i.low, *i.high = value*low, value*high
	}
	out.setConstant(t)
	out.Promised, out.Size, out.Evidence = m, t.Size, evidenceOf(t)
	out.Shared = t.Market.Shared(t.Home.BuildType.Group())
	out.Accuracy, out.Class = gevel.Some(100*m.Within(0.10, t.Size)), gevel.Some(t.Class())
	out.Offered = float64(t.Offered().V)
	return out
}

// setConstant sets the intervals of equal width.
func (f *Forecast) setConstant(t *valuation.Trace) {
	risen := t.Vintage.MarketSince(t.Market.Month, t.Market.Index.Index)
	if byLog, byEuros, ok := t.Vintage.Spread.OneWidth.Intervals(f.Value, risen); ok {
		f.LowLog80, f.HighLog80 = byLog[0], byLog[1]
		f.LowEuros80, f.HighEuros80 = byEuros[0], byEuros[1]
	}
}

// The predictions file: one row per tested sale, by date and then id.

// Made names what made the values of a file: the id of the edition that the sales are of, "" of a file of sales, and the
// program with its version.
type Made struct{ Edition, By string }

// madeColumns are what a value of any file was made with, in order.
var madeColumns = []string{"value_date", "edition", "model_version", "made_by"}

// cells returns the columns of a value on a day.
func (m Made) cells(day gevel.Date, f *Forecast) []string {
	return []string{day.String(), m.Edition, f.Model.String(), m.By}
}

// predictionColumns are the columns of the predictions file, in order.
var predictionColumns = append([]string{
	"sale_id", "price", "value", "low80", "high80", "fsd", "class", "low50", "high50", "low90", "high90", "accuracy",
	"level_sd", "area_sd", "group_sd", "index_area", "house_group",
	"log_low80", "log_high80", "euro_low80", "euro_high80", "offer",
}, madeColumns...)

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
	row := []string{r.Sales.ID(int(f.Row)), strconv.FormatInt(r.Sales.Paid(f.Row), 10)}
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
		row = append(row, "", "", "", "")
	} else {
		cents(f.LowLog80, f.HighLog80, f.LowEuros80, f.HighEuros80)
	}
	offer := "" // the home was not sold lately
	if f.Offered > 0 {
		offer = form.Fixed(f.Offered, centDecimals)
	}
	row = append(row, offer)
	return append(row, r.Made.cells(r.Sales.Date[f.Row], f)...)
}

// What values rest on.

// Evidence is what a value rests on, as fractions of it. The rest is the model.
type Evidence struct {
	Comparables float64 `json:"comparables"` // through all approaches
	Sales       float64 `json:"sales"`       // of other homes, comparables or not
	OwnSale     float64 `json:"ownSale"`
	Approach    float64 `json:"approach"` // the weight of the comparables as an approach of their own
}

func evidenceOf(t *valuation.Trace) (e Evidence) {
	for _, c := range t.Comparables.Sales {
		e.Comparables += t.ShareOf(c.Row, c.Weight)
	}
	s := t.Shares()
	e.Sales, e.OwnSale, e.Approach = s.Sales, s.OwnSale, t.Weights[reconcile.Comparables]
	return e
}

// medianEvidence returns the median of each fraction over the tested sales with a value; 0 without any.
func medianEvidence(forecasts []Forecast) Evidence {
	median := func(of func(*Evidence) float64) float64 {
		var all []float64
		for i := range forecasts {
			if f := &forecasts[i]; f.HasValue {
				all = append(all, of(&f.Evidence))
			}
		}
		m, _ := stats.Median(all)
		return m
	}
	return Evidence{
		Comparables: median(func(e *Evidence) float64 { return e.Comparables }),
		Sales:       median(func(e *Evidence) float64 { return e.Sales }),
		OwnSale:     median(func(e *Evidence) float64 { return e.OwnSale }),
		Approach:    median(func(e *Evidence) float64 { return e.Approach }),
	}
}
