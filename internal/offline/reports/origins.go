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
		Lead: fmt.Sprintf("%d origins from %s to %s, %d forecasts of sales before %s; nothing known on an origin or later "+
			"is used.",
			s.Origins, s.ByOrigin[0].Origin, s.ByOrigin[len(s.ByOrigin)-1].Origin, s.N, s.Plan.Until),
		Blocks: document.Blocks{
			salesOf(source),
			document.Under("The ways", waysTable(s), document.Paragraph{Text: engine(&s.Engine)}),
			document.Under("Promises", classPromises(s.Promises)),
			document.Under("By month after the origin", horizons(s.Horizons)),
			document.Under("By origin", byOrigin(s.ByOrigin)),
			document.Paragraph{Text: "By one forecast of each sale, from its last origin:"},
			decision(&s.Decision),
		},
	}
}

func waysTable(s *backtest.OriginSummary) document.Table {
	t := document.NewTable("level, %", "mean", "worst origin", ratio.MdAPE.Label())
	for _, f := range s.Overall {
		t.Add(f.Way, document.Number(f.Level, 2), document.Number(f.Worst, 2), document.Number(f.MdAPE, ratio.MdAPE.Decimals))
	}
	return t
}

func engine(e *backtest.EngineFigures) string {
	return fmt.Sprintf("80 %% interval covers %.1f %% in the mean, %.1f to %.1f %% by origin; width %.1f %%; interval "+
		"score %.4f.",
		e.Inside, e.Least, e.Most, e.Width, e.Score)
}

// classPromises has the promise of each class that makes one.
func classPromises(of []ratio.ClassPromise) document.Table {
	var list []promised
	for i := range of {
		if of[i].Verdict != "" {
			list = append(list, ofClass(&of[i]))
		}
	}
	return promiseTable("interval by month of sale or origin", list)
}

func horizons(list []backtest.HorizonFigures) document.Table {
	t := document.NewTable("month", "origins", ratio.MedianRatio.English, "level: "+ways(), ratio.MdAPE.Label(), "covers",
		document.Words.Column("classes"))
	for _, h := range list {
		t.Add(h.Horizon, h.Origins, document.Number(h.Ratio, ratio.MedianRatio.Decimals), ofWays(h.Level),
			document.Number(h.MdAPE[backtest.Engine], ratio.MdAPE.Decimals), document.Number(h.Inside, 1), classesOf(h.Classes))
	}
	return t
}

func byOrigin(list []backtest.OriginFigures) document.Table {
	t := document.NewTable("origin", "n", "mean error", "level: "+ways(), "covers")
	for _, o := range list {
		t.Add(o.Origin, o.N, document.Signed(o.Bias, 2), ofWays(o.Level), document.Number(o.Inside, 1))
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
func ofWays(of [backtest.Ways]float64) string {
	var list []string
	for _, v := range of {
		list = append(list, document.Number(v, 2))
	}
	return strings.Join(list, " / ")
}

// classesOf gives the share of prices where each class promises, and of how many values.
func classesOf(classes [gevel.HighestClass + 1]backtest.Kept) string {
	var list []string
	for class := gevel.HighestClass; class > 0; class-- {
		if k := classes[class]; k.N > 0 {
			list = append(list, fmt.Sprintf("%d: %.1f (%d)", class, 100*float64(k.Kept)/float64(k.N), k.N))
		}
	}
	return strings.Join(list, ", ")
}
