package pagedata

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// GET /page/index: how the market moved on the way to a value.

type pageIndex struct {
	Months []gevel.Month `json:"months" doc:"up to the month of the valuation date"`
	Known  gevel.Month   `json:"known" doc:"the last month that was known on the valuation date; what lies behind it is forecast"`
	Series []indexSeries `json:"series"`
}

type indexSeries struct {
	Key   string    `json:"key" doc:"home: area and house type of the home; area: all house types there; municipality: the mean over its homes; market: the whole"`
	Label string    `json:"label"`
	Level []float64 `json:"level" doc:"in the middle of each month; 1 on the valuation date"`
	Low   []float64 `json:"low,omitempty" doc:"with high the 80 % interval of the home's level, in each month after known"`
	High  []float64 `json:"high,omitempty"`
}

// sampledHomes is over how many homes the level of a municipality is a mean: enough that it does not hang on which.
const sampledHomes = 256

func (p *Page) index(c frame.Call, in endpoints.ExplainedInput) (frame.Answer, error) {
	t, err := c.Live.Valuer.Trace(in.Home)
	if err != nil {
		return frame.Answer{}, err
	}
	municipality := t.Subject.Address.Municipality
	paths := explain.PathsOf(t, around(c.Live, municipality))
	data := pageIndex{Months: make([]gevel.Month, paths.Months), Known: paths.End}
	for i := range data.Months {
		data.Months[i] = paths.First + gevel.Month(i)
	}
	data.Series = newIndexSeries(paths, t, in.Language)
	return frame.Answer{Data: data}, nil
}

func newIndexSeries(p explain.Paths, t *valuation.Trace, l words.Language) []indexSeries {
	series := []indexSeries{
		{Key: "home", Label: l.HomeIndex(t.Home.BuildType.Group()), Level: rounded(p.Home), Low: rounded(p.Low), High: rounded(p.High)},
		{Key: "area", Label: l.AreaIndex(), Level: rounded(p.Area)},
	}
	if p.Around != nil {
		series = append(series, indexSeries{Key: "municipality", Label: t.Subject.Address.Municipality, Level: rounded(p.Around)})
	}
	return append(series, indexSeries{Key: "market", Label: l.MarketIndex(), Level: rounded(p.Market)})
}

// rounded returns levels to a hundredth of a percent.
func rounded(levels []float64) []float64 {
	list := make([]float64, len(levels))
	for i, level := range levels {
		list[i] = math.Round(1e4*level) / 1e4
	}
	return list
}

// around returns where homes of a municipality lie.
func around(l *live.Live, municipality string) []gevel.Point {
	var list []gevel.Point
	for _, a := range endpoints.Addresses(l).InMunicipality(municipality, sampledHomes) {
		if d, ok := l.Edition.Dwelling(a.ObjectID); ok && d.Place != (gevel.Point{}) {
			list = append(list, d.Place)
		}
	}
	return list
}
