package reports

// The study of many origins: forecasts by models that are not retrained.

import (
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/offline/backtest"
	"github.com/gevel/gevel/internal/offline/studysales"
)

// Origins is the report of a study of many origins.
func Origins(source *studysales.Source, s *backtest.OriginSummary) *document.Document {
	return &document.Document{
		Kind: "Forecasts from many days", Title: source.Name,
		Lead: fmt.Sprintf("%d origins from %s to %s, %d forecasts of sales before %s; nothing known on an origin or later is used.",
			s.Origins, s.ByOrigin[0].Origin, s.ByOrigin[len(s.ByOrigin)-1].Origin, s.N, s.Plan.Until),
		Blocks: []document.Block{
			salesOf(source),
			document.Section{Key: "ways", Title: "The ways", Blocks: []document.Block{waysTable(s), document.Paragraph{Text: engine(&s.Engine)}}},
			document.Section{Key: "promises", Title: "Promises", Blocks: []document.Block{classPromises(s.Promises)}},
			document.Section{Key: "horizons", Title: "By month after the origin", Blocks: []document.Block{horizons(s.Horizons)}},
			document.Section{Key: "origins", Title: "By origin", Blocks: []document.Block{byOrigin(s.ByOrigin)}},
			document.Paragraph{Text: "By one forecast of each sale, from its last origin:"},
			decision(&s.Decision),
		},
	}
}

func waysTable(s *backtest.OriginSummary) document.Table {
	t := document.Table{Key: "ways", Columns: []document.Column{
		{Key: "way", Name: "level, %"}, {Key: "level", Name: "mean"}, {Key: "worst", Name: "worst origin"}, {Key: ratio.MdAPE.Key, Name: ratio.MdAPE.Label()},
	}}
	for _, f := range s.Overall {
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(f.Way), document.Float(f.Level, 2), document.Float(f.Worst, 2), document.Float(f.MdAPE, ratio.MdAPE.Decimals),
		})
	}
	return t
}

func engine(e *backtest.EngineFigures) string {
	return fmt.Sprintf("80 %% interval covers %.1f %% in the mean, %.1f to %.1f %% by origin; width %.1f %%; interval score %.4f.",
		e.Inside, e.Least, e.Most, e.Width, e.Score)
}

// classPromises has the promise of each class that makes one.
func classPromises(of []ratio.ClassPromise) document.Table {
	t := promisesTable()
	t.Columns[4].Name = "interval by month of sale or origin"
	for _, c := range of {
		if c.Verdict != "" {
			addClass(&t, &c)
		}
	}
	return t
}

func horizons(list []backtest.HorizonFigures) document.Table {
	t := document.Table{Key: "months", Columns: []document.Column{
		{Key: "month", Name: "month"}, {Key: "origins", Name: "origins"}, {Key: ratio.MedianRatio.Key, Name: ratio.MedianRatio.English},
		{Key: "level", Name: "level: " + ways()}, {Key: ratio.MdAPE.Key, Name: ratio.MdAPE.Label()}, {Key: "covers", Name: "covers"},
		{Key: "classes", Name: "classes", Style: document.Words},
	}}
	for _, h := range list {
		t.Rows = append(t.Rows, []document.Cell{
			document.Whole(h.Horizon), document.Whole(h.Origins), document.Float(h.Ratio, ratio.MedianRatio.Decimals), ofWays(h.Level),
			document.Float(h.MdAPE[backtest.Engine], ratio.MdAPE.Decimals), document.Float(h.Inside, 1), classesOf(h.Classes),
		})
	}
	return t
}

func byOrigin(list []backtest.OriginFigures) document.Table {
	t := document.Table{Key: "origins", Columns: []document.Column{
		{Key: "origin", Name: "origin"}, {Key: "n", Name: "n"}, {Key: "bias", Name: "mean error"}, {Key: "level", Name: "level: " + ways()},
		{Key: "covers", Name: "covers"},
	}}
	for _, o := range list {
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(o.Origin.String()), document.Whole(o.N), {Text: document.Signed(o.Bias, 2), Raw: o.Bias}, ofWays(o.Level),
			document.Float(o.Inside, 1),
		})
	}
	return t
}

func ways() string {
	var names []string
	for w := range backtest.Ways {
		names = append(names, w.String())
	}
	return strings.Join(names, " / ")
}

// ofWays is a number for each way.
func ofWays(of [backtest.Ways]float64) document.Cell {
	var list []string
	raw := map[string]float64{}
	for w, v := range of {
		list = append(list, document.Number(v, 2))
		raw[backtest.Way(w).String()] = v
	}
	return document.Cell{Text: strings.Join(list, " / "), Raw: raw}
}

// classesOf gives the share of prices where each class promises, and of how many values.
func classesOf(classes [gevel.HighestClass + 1]backtest.Kept) document.Cell {
	var list []string
	for class := gevel.HighestClass; class > 0; class-- {
		if k := classes[class]; k.N > 0 {
			list = append(list, fmt.Sprintf("%d: %.1f (%d)", class, 100*float64(k.Kept)/float64(k.N), k.N))
		}
	}
	return document.Cell{Text: strings.Join(list, ", "), Raw: classes}
}
