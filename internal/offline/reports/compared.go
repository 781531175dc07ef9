package reports

// Values that others gave, or that were given before, compared with sales.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/offline/backtest"
	"github.com/gevel/gevel/internal/offline/score"
	"github.com/gevel/gevel/internal/offline/studysales"
)

// Score is the report of a score.
func Score(r *score.Result) *document.Document {
	var names []string
	for i := range r.Vendors {
		names = append(names, r.Vendors[i].Name)
	}
	d := &document.Document{
		Kind: "Values scored by sales", Title: strings.Join(names, ", "), Lead: r.Lead(),
		Blocks: document.Blocks{leftOut(&r.Sales), sideBySide(r.Common)},
		Footer: repeat(r, r.Command, r.Vendors),
	}
	for i := range r.Vendors {
		v := &r.Vendors[i]
		d.Blocks = append(d.Blocks, document.Section{Title: v.Name, Weight: document.Part, Blocks: document.Blocks{
			document.Paragraph{Text: v.Lead()},
			leftOut(&v.File), missing(v), tiles(&v.Measures), ranges,
			measured(&v.Measures, "Shares in percent."), parts("By part", &v.Measures), decision(&v.Decision),
		}})
	}
	return d
}

// ScorePage is the score of the first vendor on one page, without the others.
func ScorePage(r *score.Result) *document.Document {
	v, command := &r.Vendors[0], slices.Clone(r.Command)
	for i := slices.Index(command, "--beside"); i >= 0; i = slices.Index(command, "--beside") {
		command = slices.Delete(command, i, i+2)
	}
	return &document.Document{
		Kind: "Values scored by sales", Title: v.Name, Lead: r.Lead(),
		Blocks: document.Blocks{
			document.Paragraph{Text: v.Lead()},
			tiles(&v.Measures), leftOut(&v.File), missing(v),
			document.Under("Promises", promises(&v.Measures).Explained("%s", verdicts)), decision(&v.Decision),
		},
		Footer: repeat(r, command, r.Vendors[:1]),
	}
}

// missing names the sales without a value.
func missing(v *score.Vendor) document.Table {
	return rejects("no value, counted against the hit rate", v.Missing)
}

// repeat says by what the score of vendors can be repeated: command, files and their hashes, and version.
func repeat(r *score.Result, command []string, vendors []score.Vendor) document.Blocks {
	t := document.NewTable("file", "rows", document.Words.Column("SHA-256"))
	add := func(f *score.File) {
		if f.SHA256 != "" {
			t.Add(f.Name, f.Rows, f.SHA256)
		}
	}
	add(&r.Sales)
	for i := range vendors {
		add(&vendors[i].File)
	}
	return append(reproduce(strings.Join(command, " "), "Made by %s. %s", r.MadeBy, standardOf), t)
}

// leftOut says which rows of a file were left out, and which parts of others.
func leftOut(f *score.File) document.Blocks {
	return document.Blocks{rejects("left out", f.Rejects), rejects("kept, but without what can't be read", f.Faults)}
}

// commonMeasures are those by which vendors stand side by side.
var commonMeasures = []ratio.Measure{
	ratio.MdAPE, ratio.PE10, ratio.PE20, ratio.MedianRatio, ratio.COD, ratio.PRD, ratio.PRB, ratio.MKI, ratio.VEI,
	ratio.CRPS, ratio.InInterval, ratio.InFSD,
}

// sideBySide compares the vendors on the sales that all of them valued; nothing with one vendor.
func sideBySide(c *comparison.Common) document.Section {
	s := document.Under("Side by side")
	if c == nil {
		return s
	}
	s.Blocks = document.Blocks{document.Say(document.Plain, "The %s that all valued.", document.Plural(c.N, "sale"))}
	if c.N == 0 {
		return s
	}
	t := document.NewTable("", headsOf(commonMeasures))
	for i := range c.Vendors {
		t.Add(c.Vendors[i].Name, figuresOf(commonMeasures, &c.Vendors[i].Summary))
	}
	var pairs document.List
	for i := range c.Pairs {
		pairs = append(pairs, pairSentence(&c.Pairs[i]))
	}
	s.Blocks = append(s.Blocks, t,
		document.Say(document.Plain, "%s of the first less %[1]s of the second, on the same sales:", ratio.MdAPE.English), pairs,
		document.Say(document.Aside, "Intervals: %s.", c.Intervals))
	return s
}

// pairSentence says who is better, if anybody.
func pairSentence(p *comparison.Pair) string {
	text := fmt.Sprintf("%s less %s: %s points", p.First, p.Other, document.Signed(p.Difference.Value, 2))
	if r := p.Difference.Range; r != (ratio.Range{}) {
		text += fmt.Sprintf(" (%s to %s)", document.Signed(r.Low, 2), document.Signed(r.High, 2))
	}
	if p.Better == "" {
		return text + "; may be chance"
	}
	return text + "; " + p.Better + " is better"
}

// Track is how answers compare with later sales of their homes.
type Track struct {
	Log      string // that the answers are from
	Lead     string // says which answers count
	Measures *ratio.Measures
	// Unmatched are the answers that don't count, LeftOut the sales.
	Unmatched, LeftOut []gevel.Reject
	Editions           []TrackedEdition
}

// TrackedEdition is an edition that answered, with the accuracy of its models out of time.
type TrackedEdition struct {
	ID      string
	Answers int
	Tested  *accuracy.Accuracy // nil where it is not known
	Why     string             // why the edition can't be opened; "" where it can
}

// Document is the report of the comparison.
func (t *Track) Document() *document.Document {
	found := document.Blocks{measured(t.Measures, "Shares in percent."), parts("By part", t.Measures), t.editions()}
	if t.Measures.N == 0 {
		found = document.Blocks{document.Paragraph{Text: "There is nothing to compare yet."}}
	}
	return &document.Document{Kind: "Answers and later sales", Title: t.Log, Lead: t.Lead, Blocks: document.Blocks{
		rejects("answers that don't count", t.Unmatched), rejects("left out", t.LeftOut), found,
	}}
}

// editions have the accuracy out of time of the models that answered, to compare with.
func (t *Track) editions() document.Section {
	measures := []ratio.Measure{ratio.MdAPE, ratio.PE10, ratio.InInterval}
	table := document.NewTable("edition", "of these", "from", "to", "sales", headsOf(measures))
	s := document.Under("The models out of time")
	for _, e := range t.Editions {
		if e.Why != "" {
			s.Blocks = append(s.Blocks, document.Say(document.Plain, "edition %s: %s", e.ID, e.Why))
		}
		if a := e.Tested; a != nil {
			m := &a.Measures
			table.Add(e.ID, e.Answers, a.From, a.Until, m.Valued, figuresOf(measures, &m.Summary))
		}
	}
	s.Blocks = append(s.Blocks, table)
	return s
}

// The study of many origins: forecasts by models that are not retrained.

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
