// An explanation as text for a terminal, made from its one form: sentences as they are, figures in tables.

package present

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/explain"
)

// Explained is the answer of /v1/homevalue/explanation without its envelope: its data, and its meta as one more field.
type Explained struct {
	Why
	Meta map[string]string `json:"meta"`
}

// NewExplained renders an explanation in a language; overrides are the characteristics that the caller gave for it.
func NewExplained(e explain.Explanation, overrides gevel.Characteristics, l words.Language) Explained {
	return Explained{NewWhy(e, overrides, l), Meta(e.Valuation)}
}

// english writes the amounts of texts.
const english = words.English

// WriteText writes an explanation in English as text.
func (x *Explained) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintln(&b, x.Home.Address)
	if x.Words.Status != "" {
		fmt.Fprintf(&b, "status %s: %s\n", x.Meta["status"], x.Words.Status)
	}
	fmt.Fprintf(&b, "\n%s on %s\n", english.Euros(x.Valuation.WeightedValue), x.Valuation.ValueDate)
	for _, write := range []func(io.Writer){
		x.writeCharacteristics, x.writeSteps, x.writeApproaches, x.writeComparables, x.writeReferences, x.writePassedOver,
		x.writeKriging, x.writeOwnSale, x.writeCertainty,
	} {
		write(&b)
	}
	fmt.Fprintf(&b, "\nedition %s, model of %s, index of %s\n", x.Meta["edition"], x.Meta["modelVersion"], x.Index.KnownBefore)
	_, err := io.WriteString(w, b.String())
	return err
}

// writeLines writes the sentences that there are.
func writeLines(w io.Writer, sentences ...string) {
	for _, s := range sentences {
		if s != "" {
			fmt.Fprintln(w, s)
		}
	}
}

func (x *Explained) writeCharacteristics(w io.Writer) {
	t := startTable(w, "CHARACTERISTIC\tVALUE\tFROM")
	for _, c := range x.Characteristics {
		fmt.Fprintf(t, "%s\t%s\t%s\n", c.Label, c.Text, c.From)
	}
	t.Flush()
}

func (x *Explained) writeSteps(w io.Writer) {
	t := startTable(w, fmt.Sprintf("STEP\t\t%8s\t%13s\t%13s", "CHANGE", "EUROS", "TOTAL"))
	row := func(label, text, change, by string, total gevel.Euro) {
		fmt.Fprintf(t, "%s\t%s\t%8s\t%13s\t%13s\n", label, text, change, by, english.Euros(total))
	}
	for i, s := range x.Steps {
		if x.Reconciles(i) {
			row("= hedonic value", "", "", "", x.Valuation.PredictedValue)
		}
		change := ""
		if i > 0 {
			change = english.Percent(s.Log)
		}
		row(s.Label, orEmpty(s.Text), change, english.Signed(s.Euros), s.Total)
	}
	row("= value", "", "", "", x.Valuation.WeightedValue)
	t.Flush()
	writeLines(w, x.Notes.Steps...)
	writeLines(w, x.Words.Market, x.Words.Series, x.Words.Turned)
}

func (x *Explained) writeApproaches(w io.Writer) {
	t := startTable(w, fmt.Sprintf("APPROACH\t%13s\tWEIGHT", "INDICATION"))
	for _, a := range x.Approaches {
		indication := "none"
		if a.Indication != nil {
			indication = english.Euros(*a.Indication)
		}
		fmt.Fprintf(t, "%s\t%13s\t%s\n", a.Label, indication, weight(a.Weight))
	}
	t.Flush()
}

func (x *Explained) writeCertainty(w io.Writer) {
	fmt.Fprintln(w)
	writeLines(w, x.Words.Class, x.Words.Accuracy, x.Words.Scales, cmp.Or(x.Words.OldSales, x.Words.DataAge))
	t, c := table(w), &x.Certainty
	for _, within := range []struct {
		percent int
		share   float64
	}{{10, c.Within10}, {15, c.Within15}, {20, c.Within20}} {
		fmt.Fprintf(t, "within %d %%\t%s of prices\n", within.percent, english.Share(within.share))
	}
	for _, interval := range []struct {
		percent int
		ends    [2]gevel.Euro
	}{{50, x.Interval.Half}, {80, x.Interval.Most}, {90, x.Interval.NearlyAll}} {
		fmt.Fprintf(t, "%d %% interval\t%s to %s\n", interval.percent, english.Euros(interval.ends[0]),
			english.Euros(interval.ends[1]))
	}
	if class := gevel.ConfidenceClass(*x.Valuation.ConfidenceClass); class < gevel.HighestClass {
		fmt.Fprintf(t, "next class\t%d: %s\n", class+1, english.Promise(class+1))
	}
	fmt.Fprintf(t, "expected error\t%.1f %%; of the typical sale %.1f %%\n", 100*c.Size, 100*c.Typical)
	t.Flush()
	t = startTable(w, fmt.Sprintf("%8s\tREASON", "EFFECT"))
	for _, r := range c.Risks {
		if r.Text != nil {
			fmt.Fprintf(t, "%8s\t%s\n", english.Factor(r.Factor), *r.Text)
		}
	}
	t.Flush()
}
