// The study of gevel evaluate: how values compare with the prices that were paid.

package textreport

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/offline/backtest"
	"github.com/gevel/gevel/internal/offline/htmlreport"
	"github.com/gevel/gevel/internal/offline/studysales"
)

// Study is a backtest and all that is needed to make it again, as it is encoded.
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
func (s *Study) Compare(rival *backtest.Rival, path string) (err error) {
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

// WritePage writes the study as one HTML page with charts.
func (s *Study) WritePage(w io.Writer) error {
	return htmlreport.Write(w, htmlreport.Study{
		Name: s.Source.Name, Command: strings.Join(s.Command, " "), MadeBy: s.MadeBy, Source: s.Source.String(),
		Result: s.result, Comparison: s.Comparison, Rival: s.rival,
	})
}

// WriteText writes the study as text.
func (s *Study) WriteText(w io.Writer) error {
	fmt.Fprintln(w, s.Source)
	Rejects(w, s.Source.Rejects)
	warnings(w, s.Source.Warnings)
	s.writePlan(w)
	if err := s.Report.WriteTable(w); err != nil {
		return err
	}
	rejectsUnder(w, "sales without a value:", s.Unvalued)
	writeReferencesAlone(w, &s.References, &s.ReferencesNoOwn)
	writeImportance(w, s.Importance)
	writeIndexScore(w, &s.Index, s.Plan.Walk)
	if s.Comparison != nil {
		fmt.Fprintf(w, "\ncompared with %s on the same sales: difference = gevel less %s\n", s.rival, s.rival)
		Rejects(w, s.Comparison.Unmatched)
		if err := s.Comparison.WriteTable(w, "gevel", s.rival); err != nil {
			return err
		}
	}
	fmt.Fprintln(w)
	return s.Decision.WriteTable(w)
}

func (s *Study) writePlan(w io.Writer) {
	how := fmt.Sprintf("static, with what was known before %s", s.Plan.From)
	if s.Plan.Walk == backtest.WalkMonth {
		how = fmt.Sprintf("walk-forward, with what was known before each sale (retrain: %s)", s.Plan.Retrain)
	}
	fmt.Fprintf(w, "from %s until %s, %s\n%d sales were known before %s\n\n",
		s.Plan.From, s.Plan.Until, how, s.KnownBefore, s.Plan.From)
}

// writeReferencesAlone writes the accuracy of the references alone.
func writeReferencesAlone(w io.Writer, all, noOwn *ratio.Comparison) {
	times := all.TimesMdAPE()
	if !times.Known {
		return
	}
	fmt.Fprintf(w, "\nthe three references alone, indexed and adjusted: "+
		"MdAPE %.2f %%, PE10 %.1f %%; MdAPE %.3f times that of the values (%d sales)\n",
		all.MdAPEA.Value, all.PE10A.Value, times.Value, all.Both)
	if times := noOwn.TimesMdAPE(); times.Known && noOwn.Both < all.Both {
		fmt.Fprintf(w, "  of homes of which no own sale was known: "+
			"MdAPE %.2f %%, %.3f times that of the values (%d sales)\n",
			noOwn.MdAPEA.Value, times.Value, noOwn.Both)
	}
}

// importanceShown is how many names the text has; JSON has all, the page more.
const importanceShown = 5

// writeImportance writes in a line which names are most important.
func writeImportance(w io.Writer, importance []hedonic.Importance) {
	var names []string
	for _, i := range importance[:min(importanceShown, len(importance))] {
		names = append(names, fmt.Sprintf("%s %.0f %%", i.Name, i.Share))
	}
	if len(names) > 0 {
		fmt.Fprintf(w, "\nmost important in the trees of the hedonic model: %s (share of their gain)\n",
			strings.Join(names, ", "))
	}
}
