// Package reports builds the documents of offline work: of studies, editions, portfolios, scores and builds.
package reports

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/offline/backtest"
	"github.com/gevel/gevel/internal/offline/ratiostudy"
	"github.com/gevel/gevel/internal/offline/studysales"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Study compares values with the prices that were paid: a backtest and all that is needed to make it again, as it is
// encoded.
type Study struct {
	MadeBy  string            `json:"madeBy"`
	Command []string          `json:"command"`
	Source  studysales.Source `json:"source"`
	*backtest.Result
	Seconds    float64              `json:"seconds"` // that it took
	Comparison *backtest.Comparison `json:"comparison,omitempty"`

	rival string
}

// Compare compares the values with a rival's, which came from the file at path.
func (s *Study) Compare(rival *comparison.Joined, path string) (err error) {
	if s.Comparison, err = s.Result.Compare(rival); err != nil {
		return fmt.Errorf("compare with %s: %w", path, err)
	}
	name := filepath.Base(path)
	s.rival = strings.TrimSuffix(name, filepath.Ext(name))
	return nil
}

// Document is the report of the study.
func (s *Study) Document() *document.Document {
	r := s.Result
	return &document.Document{Kind: "Ratio study", Title: s.Source.Name, Lead: studyLead(r), Blocks: document.Blocks{
		tiles(&r.Report), ranges,
		document.Paragraph{Text: referencesAlone(&r.References, &r.ReferencesNoOwn), Size: document.Aside},
		restsOn(&r.Evidence),
		document.Paragraph{Text: takeover(r.Takeover), Size: document.Aside},
		salesOf(&s.Source),
		document.Under("Sales without a value", rejects("reason", r.Unvalued)),
		rival(s.rival, s.Comparison), studyCharts(r),
		measured(&r.Report, "Shares in percent. Within an interval, an FSD or a class is relative to the value, which is "+
			"what the reader knows. Widths are means, in percent of the value. The constant intervals, also 80 %, have one "+
			"width for all homes, in log price or in euros: the baseline of the 80 % interval."),
		parts("By segment", &r.Report), resold(r.Resold), indexSection(r), importance(r.Importance), decision(&r.Decision),
	}, Footer: reproduce(strings.Join(s.Command, " "), "%s. Made by %s; seed %d. %s", s.Source, s.MadeBy, r.Plan.Seed,
		standardOf)}
}

// Revaluation is the ratio study of a revaluation, made by a program and version.
func Revaluation(r *ratiostudy.Result, madeBy string) *document.Document {
	m := &r.Measures
	return &document.Document{
		Kind: "Ratio study of a revaluation", Title: r.Date.String(), Lead: r.Lead(),
		Blocks: document.Blocks{
			rejects("left out", r.LeftOut), tiles(m), ranges, measured(m, "Shares in percent."), parts("By part", m),
		},
		Footer: document.Blocks{
			document.Say(document.Plain, "Edition %s. Made by %s. %s", r.Edition, madeBy, standardOf),
		},
	}
}

// reproduce says how a document is made again, and by what it was made.
func reproduce(command, made string, values ...any) document.Blocks {
	return document.Blocks{
		document.Under("To reproduce it", document.Command(command)), document.Say(document.Plain, made, values...),
	}
}

// salesOf says which sales a study is about, and which are left out.
func salesOf(s *studysales.Source) document.Section {
	out := document.Under("Sales", document.Paragraph{Text: s.String()})
	for _, warning := range s.Warnings {
		out.Blocks = append(out.Blocks, document.Say(document.Plain, "warning: %s", warning))
	}
	out.Blocks = append(out.Blocks, rejects("left out", s.Rejects))
	return out
}

// rejects has the reasons for which rows were left out, with samples and a mark where there are more.
func rejects(title string, left []gevel.Reject) document.Table {
	t := document.NewTable(title, "rows", document.Samples.Column("such as"))
	for _, r := range left {
		t.Add(r.Reason, r.Count, samples(r))
	}
	return t
}

func samples(r gevel.Reject) string {
	text := strings.Join(r.Samples, "\n")
	if r.Count > len(r.Samples) {
		text += "\n…"
	}
	return text
}

// studyLead describes the test in a sentence or two.
func studyLead(r *backtest.Result) string {
	plan := r.Plan
	tested := fmt.Sprintf("%s from %s to %s, each valued ", document.Plural(len(r.Forecasts), "sale"), plan.From,
		plan.Until-1)
	if plan.Walk != backtest.WalkMonth {
		return tested + fmt.Sprintf("with only the %s known before %s: a static test, in which no model follows the market.",
			document.Plural(r.KnownBefore, "sale"), plan.From)
	}
	trained := map[backtest.Retrain]string{
		backtest.RetrainNone:    "trained once, before the first day",
		backtest.RetrainQuarter: "retrained every three months",
		backtest.RetrainMonth:   "retrained every month",
	}
	return tested + fmt.Sprintf("with what was known before its day: a walk forward, with models %s. %s were known at "+
		"the beginning.", trained[plan.Retrain], document.Plural(r.KnownBefore, "sale"))
}

// referencesAlone describes the accuracy of the references alone.
func referencesAlone(all, noOwn *ratio.Comparison) string {
	times := all.TimesMdAPE()
	if !times.Known {
		return ""
	}
	text := fmt.Sprintf("The three references alone, indexed and adjusted: %s %s %%, %s %s %%. This %[1]s is %[5]s times "+
		"the values' (%[6]s).", ratio.MdAPE.English, figure(all.MdAPEA, 2),
		ratio.PE10.English, figure(all.PE10A, 1), figure(times, 3), document.Plural(all.Both, "sale"))
	if times := noOwn.TimesMdAPE(); times.Known && noOwn.Both < all.Both {
		text += fmt.Sprintf(" For homes without a known own sale: %s %s %%, %s times the values' (%s).",
			ratio.MdAPE.English, figure(noOwn.MdAPEA, 2), figure(times, 3), document.Plural(noOwn.Both, "sale"))
	}
	return text
}

// restsOn says how much of a value rests on single sales.
func restsOn(e *backtest.Evidence) document.Paragraph {
	return document.Say(document.Aside, "At the median %.0f %% of a value rests on its comparables, which readers are shown, "+
		"%.0f %% on all sales of other homes, and %.0f %% on the home's own earlier sale.",
		100*e.Comparables, 100*e.Sales, 100*e.OwnSale)
}

// resold is the table of homes that were sold again within two years; nothing where they are few.
func resold(by []ratio.SegmentSummary) document.Blocks {
	if by == nil {
		return nil
	}
	return dimension(by).Explained("Many are worked on in between, which no register shows: a value leaves that out. " +
		"Intervals are the value's.")
}

// takeover says how far values move when a model takes over; nothing where none does.
func takeover(t *valuation.Takeover) string {
	if t == nil {
		return ""
	}
	return fmt.Sprintf("Values move by %.2f %% at the median when a model takes over, one in ten by over %.1f %%, with no "+
		"sale in between (%s).", t.Median, t.OneInTen, document.Plural(t.Homes, "home"))
}

func studyCharts(r *backtest.Result) document.Block {
	first, last := r.Plan.From.Month(), (r.Plan.Until - 1).Month()
	c := charts{samples: valued(r), report: &r.Report, first: first, last: last}
	return c.all(indexPath(indexLines{path: &r.Market, first: first, last: last}))
}

// mostImportant is the number of names shown.
const mostImportant = 15

// importance has the most important names of the newest hedonic model.
func importance(of []hedonic.Importance) document.Section {
	t := document.NewTable("", document.Barred.Column("share of gain %"))
	for _, i := range of[:min(mostImportant, len(of))] {
		t.Add(i.Name, document.OverBar(document.Number(i.Share, 1), i.Share, of[0].Share))
	}
	return document.Under("Importance in the trees", t.Explained("Of the newest hedonic model: the share in the gain of "+
		"all splits of the trees. The trees are trained on the residuals of the linear model, so what that explains is not "+
		"in it. Place is coordinates and postal-code area together, time the day of sale."))
}

// rival compares the values with another model; nothing without one.
func rival(name string, c *backtest.Comparison) document.Section {
	s := document.Under("Against " + name)
	if c == nil {
		return s
	}
	t := document.NewTable("", "gevel", name, "difference", interval95, document.Words.Column("gevel is"))
	add := func(m ratio.Measure, own, other, difference ratio.Figure) {
		t.Add(m.Label(), figure(own, 2), figure(other, 2), ranged(difference, 2), better(difference, m.Good == 0))
	}
	add(ratio.MdAPE, c.MdAPEA, c.MdAPEB, c.MdAPE)
	add(ratio.MAPE, c.MAPEA, c.MAPEB, c.MAPE)
	add(ratio.PE10, c.PE10A, c.PE10B, c.PE10)
	s.Blocks = document.Blocks{
		document.Say(document.Plain, "%s in both, %s valued by both, %s by gevel alone, %s by %s alone. The interval is "+
			"from a paired bootstrap: the same sales are drawn for both.",
			document.Plural(c.N, "sale"), document.Count(c.Both), document.Count(c.OnlyA), document.Count(c.OnlyB), name),
		t, rejects("left out", c.Unmatched),
	}
	return s
}

// better says whether a difference is more than chance.
func better(difference ratio.Figure, lessIsBetter bool) string {
	r := difference.Range
	switch {
	case r == (ratio.Range{}) || r.Low <= 0 && r.High >= 0:
		return "may be chance"
	case (r.High < 0) == lessIsBetter:
		return "better"
	}
	return "worse"
}
