// The study as text and as JSON.

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/backtest"
	"github.com/gevel/gevel/internal/hedonic"
	"github.com/gevel/gevel/internal/ratio"
)

// evaluation is a study and all that is needed to make it again.
type evaluation struct {
	MadeBy      string           `json:"madeBy"`
	Command     []string         `json:"command"`
	Source      sourceRecord     `json:"source"`
	Plan        backtest.Plan    `json:"plan"`
	KnownBefore int              `json:"knownBefore"` // sales known before the first tested day
	Seconds     float64          `json:"seconds"`     // that it took
	Report      ratio.Report     `json:"report"`
	Unvalued    []gevel.Reject   `json:"unvalued"`   // tested sales without a value, by reason
	References  ratio.Comparison `json:"references"` // what the references alone say, a, and the values, b
	// ReferencesNoOwn is that for homes of which no own sale was known.
	ReferencesNoOwn ratio.Comparison `json:"referencesNoOwn"`
	// Importance is what the trees of the newest hedonic model learned from most.
	Importance []hedonic.Importance `json:"importance,omitempty"`
	Index      backtest.IndexScore  `json:"index"`
	Market     backtest.MarketPath  `json:"market"` // the path of the last index
	Comparison *backtest.Comparison `json:"comparison,omitempty"`
}

func (e *evaluation) writeJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(e)
}

// print writes the study as text; rival names the compared model.
func (e *evaluation) print(w io.Writer, rival string) error {
	fmt.Fprintln(w, e.Source)
	printSamples(w, e.Source.Rejects)
	how := fmt.Sprintf("static, with what was known before %s", e.Plan.From)
	if e.Plan.Walk == backtest.WalkMonth {
		how = fmt.Sprintf("walk-forward, with what was known before each sale (retrain: %s)", e.Plan.Retrain)
	}
	fmt.Fprintf(w, "from %s until %s, %s\n%d sales were known before %s\n\n", e.Plan.From, e.Plan.Until, how, e.KnownBefore, e.Plan.From)
	if err := e.Report.WriteTable(w); err != nil {
		return err
	}
	printUnvalued(w, e.Unvalued)
	printReferencesAlone(w, &e.References, &e.ReferencesNoOwn)
	printImportance(w, e.Importance)
	printIndexScore(w, &e.Index, e.Plan.Walk)
	if e.Comparison == nil {
		return nil
	}
	fmt.Fprintf(w, "\ncompared with %s on the same sales: difference = gevel less %s\n", rival, rival)
	printSamples(w, e.Comparison.Unmatched)
	return e.Comparison.WriteTable(w, "gevel", rival)
}

// printUnvalued prints why sales have no value.
func printUnvalued(w io.Writer, unvalued []gevel.Reject) {
	if len(unvalued) > 0 {
		fmt.Fprintln(w, "\nsales without a value:")
		printSamples(w, unvalued)
	}
}

// printReferencesAlone prints how far the references get without anything else.
func printReferencesAlone(w io.Writer, all, noOwn *ratio.Comparison) {
	times := all.TimesMdAPE()
	if !times.Known {
		return
	}
	fmt.Fprintf(w, "\nthe three references alone, indexed and adjusted: MdAPE %.2f %%, PE10 %.1f %%; MdAPE %.3f times that of the values (%d sales)\n",
		all.MdAPEA.Value, all.PE10A.Value, times.Value, all.Both)
	if times := noOwn.TimesMdAPE(); times.Known && noOwn.Both < all.Both {
		fmt.Fprintf(w, "  of homes of which no own sale was known: MdAPE %.2f %%, %.3f times that of the values (%d sales)\n",
			noOwn.MdAPEA.Value, times.Value, noOwn.Both)
	}
}

// importanceShown is how many names the text tells; JSON has all, the page more.
const importanceShown = 5

// printImportance prints in a line what the trees learned from most.
func printImportance(w io.Writer, importance []hedonic.Importance) {
	var told []string
	for _, i := range importance[:min(importanceShown, len(importance))] {
		told = append(told, fmt.Sprintf("%s %.0f %%", i.Name, i.Share))
	}
	if len(told) > 0 {
		fmt.Fprintf(w, "\nthe trees of the hedonic model learned most from %s (share of their gain)\n", strings.Join(told, ", "))
	}
}

// printSamples prints a line per reason for which rows were left out.
func printSamples(w io.Writer, left []gevel.Reject) {
	for _, r := range left {
		fmt.Fprintf(w, "  %7d  %s (%s)\n", r.Count, r.Reason, r.Samples[0])
	}
}
