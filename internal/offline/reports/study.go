// Package reports builds the documents of offline work: of studies, editions, portfolios, scores and builds.
package reports

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/offline/backtest"
	"github.com/gevel/gevel/internal/offline/studysales"
)

// Study compares values with the prices that were paid: a backtest and all that is needed to make it again, as it is
// encoded.
type Study struct {
	MadeBy      string            `json:"madeBy"`
	Command     []string          `json:"command"`
	Source      studysales.Source `json:"source"`
	Plan        backtest.Plan     `json:"plan"`
	KnownBefore int               `json:"knownBefore"` // sales known before the first tested day
	Seconds     float64           `json:"seconds"`     // that it took
	Report      ratio.Measures    `json:"report"`
	Unvalued    []gevel.Reject    `json:"unvalued"`   // tested sales without a value, by reason
	References  ratio.Comparison  `json:"references"` // the references alone, a, and the values, b
	// ReferencesNoOwn is the same for homes without a known own sale.
	ReferencesNoOwn ratio.Comparison `json:"referencesNoOwn"`
	// Importance is of the newest hedonic model.
	Importance []hedonic.Importance `json:"importance,omitempty"`
	Index      backtest.IndexScore  `json:"index"`
	Market     backtest.MarketPath  `json:"market"` // the path of the last index
	Comparison *backtest.Comparison `json:"comparison,omitempty"`
	// Decision says what the values may be used for.
	Decision ratio.Decision `json:"decision"`

	result *backtest.Result
	rival  string
}

// NewStudy returns the study of a result, for its maker to fill in by whom, how and from
// what it was made.
func NewStudy(r *backtest.Result) *Study {
	return &Study{
		Plan: r.Plan, KnownBefore: r.KnownBefore, Report: r.Report, Unvalued: r.Unvalued,
		References: r.References, ReferencesNoOwn: r.ReferencesNoOwn, Importance: r.Importance,
		Index: r.Index, Market: r.Market, Decision: r.Decision, result: r,
	}
}

// Compare compares the values with a rival's, which came from the file at path.
func (s *Study) Compare(rival *comparison.Joined, path string) (err error) {
	if s.Comparison, err = s.result.Compare(rival); err != nil {
		return fmt.Errorf("compare with %s: %w", path, err)
	}
	name := filepath.Base(path)
	s.rival = strings.TrimSuffix(name, filepath.Ext(name))
	return nil
}

// WriteJSON writes the study as JSON.
func (s *Study) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(s)
}

// WritePredictions writes a row per tested sale as CSV of a form.
func (s *Study) WritePredictions(w io.Writer, form csvfile.Form) error {
	return s.result.WritePredictions(w, form)
}

// Document is the report of the study.
func (s *Study) Document() *document.Document {
	r := s.result
	d := &document.Document{Kind: "Ratio study", Title: s.Source.Name, Lead: studyLead(r), Blocks: []document.Block{
		tiles(&r.Report), ranges, document.Paragraph{Text: referencesAlone(&r.References, &r.ReferencesNoOwn), Size: document.Aside},
		salesOf(&s.Source),
		document.Section{Key: "unvalued", Title: "Sales without a value", Blocks: []document.Block{rejects("reasons", "reason", r.Unvalued)}},
		rival(s.rival, s.Comparison),
		studyCharts(r),
	}}
	d.Blocks = append(d.Blocks, measured(&r.Report, "Shares in percent. Within an interval, an FSD or a class is relative to the value, "+
		"which is what the reader knows. Widths are means, in percent of the value. The constant intervals, also 80 %, have one width for "+
		"all homes, in log price or in euros: the baseline of the 80 % interval.")...)
	d.Blocks = append(d.Blocks, parts("By segment", &r.Report), indexSection(r), importance(r.Importance), decision(&r.Decision))
	d.Footer = reproduce(strings.Join(s.Command, " "), fmt.Sprintf("%s. Made by %s; seed %d. %s", s.Source, s.MadeBy, r.Plan.Seed, standardOf))
	return d
}

// reproduce says how a document is made again, and by what it was made.
func reproduce(command, made string) []document.Block {
	return []document.Block{
		document.Section{Key: "reproduce", Title: "To reproduce it", Blocks: []document.Block{document.Command(command)}},
		document.Paragraph{Text: made},
	}
}

// salesOf says which sales a study is about, and which are left out.
func salesOf(s *studysales.Source) document.Section {
	out := document.Section{Key: "sales", Title: "Sales", Blocks: []document.Block{document.Paragraph{Text: s.String()}}}
	for _, warning := range s.Warnings {
		out.Blocks = append(out.Blocks, document.Paragraph{Text: "warning: " + warning})
	}
	out.Blocks = append(out.Blocks, rejects("leftOut", "left out", s.Rejects))
	return out
}

// studyLead describes the test in a sentence or two.
func studyLead(r *backtest.Result) string {
	plan := r.Plan
	tested := fmt.Sprintf("%s from %s to %s, each valued ", document.Plural(len(r.Forecasts), "sale"), plan.From, plan.Until-1)
	if plan.Walk != backtest.WalkMonth {
		return tested + fmt.Sprintf("with only the %s known before %s: a static test, "+
			"in which no model follows the market.", document.Plural(r.KnownBefore, "sale"), plan.From)
	}
	trained := map[backtest.Retrain]string{
		backtest.RetrainNone:    "trained once, before the first day",
		backtest.RetrainQuarter: "retrained every three months",
		backtest.RetrainMonth:   "retrained every month",
	}
	return tested + fmt.Sprintf("with what was known before its day: a walk forward, with models %s. "+
		"%s were known at the beginning.", trained[plan.Retrain], document.Plural(r.KnownBefore, "sale"))
}

// referencesAlone describes the accuracy of the references alone.
func referencesAlone(all, noOwn *ratio.Comparison) string {
	times := all.TimesMdAPE()
	if !times.Known {
		return ""
	}
	text := fmt.Sprintf("The three references alone, indexed and adjusted: %s %s %%, %s %s %%. This %[1]s is %[5]s times the values' (%[6]s).",
		ratio.MdAPE.English, figure(all.MdAPEA, 2), ratio.PE10.English, figure(all.PE10A, 1), figure(times, 3), document.Plural(all.Both, "sale"))
	if times := noOwn.TimesMdAPE(); times.Known && noOwn.Both < all.Both {
		text += fmt.Sprintf(" For homes without a known own sale: %s %s %%, %s times the values' (%s).",
			ratio.MdAPE.English, figure(noOwn.MdAPEA, 2), figure(times, 3), document.Plural(noOwn.Both, "sale"))
	}
	return text
}

func studyCharts(r *backtest.Result) document.Block {
	first, last := r.Plan.From.Month(), (r.Plan.Until - 1).Month()
	c := charts{samples: valued(r), report: &r.Report, first: first, last: last}
	return c.all(func() (document.Chart, bool) {
		return indexPath(indexLines{path: &r.Market, first: first, last: last})
	})
}

// mostImportant is the number of names shown.
const mostImportant = 15

// importance has the most important names of the newest hedonic model.
func importance(of []hedonic.Importance) document.Section {
	t := document.Table{Key: "names", Columns: []document.Column{
		{Key: "name"}, {Key: "share", Name: "share of gain %", Style: document.Barred},
	}}
	for _, i := range of[:min(mostImportant, len(of))] {
		cell := document.Float(i.Share, 1)
		cell.Bar = share(i.Share, of[0].Share)
		t.Rows = append(t.Rows, []document.Cell{document.Word(i.Name), cell})
	}
	return document.Section{Key: "importance", Title: "Importance in the trees", Blocks: explained(t, "Of the newest hedonic model: the "+
		"share in the gain of all splits of the trees. The trees are trained on the residuals of the linear model, so what that explains "+
		"is not in it. Place is coordinates and postal-code area together, time the day of sale.")}
}
