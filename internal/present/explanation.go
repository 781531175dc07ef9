// An explanation as text for a terminal, made from its one form: sentences as they are, figures in tables.

package present

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strconv"
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

// The sales behind an explanation as text: comparables, references, sales of like homes, the home's own.

const notKnown = "not known"

func (x *Explained) writeComparables(w io.Writer) {
	t := startTable(w, fmt.Sprintf("COMPARABLE\tTYPE\tSURFACE\tYEAR\tSOLD\tDISTANCE\t%11s\tINDEX\tADJUSTED "+
		"BY\t%11s\tWEIGHT\tSHARE", "PRICE", "TO"))
	for _, c := range x.Comparables {
		fmt.Fprintf(t, "%s\t%s\t%7s\t%s\t%s\t%6.0f m\t%11s\tx%.3f\t%11s\t%11s\t%4.1f %%\t%4.1f %%\n",
			c.Name(notKnown), orEmpty(c.BuildType), measured(c.UseSurface, " m2"), measured(c.BuildYear, ""), c.Date, c.Distance,
			english.Euros(c.Price), c.IndexFactor, english.Factor(c.Adjustment), english.Euros(c.Adjusted), 100*c.Weight, 100*c.Share)
	}
	t.Flush()
	writeLines(w, x.Words.Shares)
}

// measured writes a number that may be unknown.
func measured(n *int, unit string) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n) + unit
}

func (x *Explained) writeReferences(w io.Writer) {
	t := startTable(w, "REFERENCE\tWHAT IT IS ADJUSTED BY")
	for _, r := range x.References {
		fmt.Fprintf(t, "%s\t%s\n", r.Name(notKnown), r.listDifferences())
	}
	t.Flush()
	writeLines(w, x.Words.References)
	writeLines(w, x.Notes.References...)
}

// listDifferences lists the differences that change the price enough.
func (m *WhyMoved) listDifferences() string {
	var list []string
	for _, d := range m.Differences {
		if words.Matters(d.Log) {
			list = append(list, d.Label+" "+english.Percent(d.Log))
		}
	}
	if len(list) == 0 {
		return "hardly anything"
	}
	return strings.Join(list, ", ")
}

// mostPassedOver is how many sales that were passed over are listed.
const mostPassedOver = 5

// writePassedOver writes which sales are no references because of their prices.
func (x *Explained) writePassedOver(w io.Writer) {
	if len(x.PassedOver) == 0 {
		return
	}
	t := startTable(w, fmt.Sprintf("PASSED OVER, THOUGH ALIKE\tSOLD\t%11s\t%11s\tBESIDE THE COMPARABLES", "PRICE",
		"ADJUSTED TO"))
	shown := x.PassedOver[:min(mostPassedOver, len(x.PassedOver))]
	for _, s := range shown {
		fmt.Fprintf(t, "%s\t%s\t%11s\t%11s\t%22s\n", s.Name(notKnown), s.Date, english.Euros(s.Price),
			english.Euros(s.Adjusted), english.Factor(s.Off))
	}
	if more := len(x.PassedOver) - len(shown); more > 0 {
		fmt.Fprintf(t, "%d more\n", more)
	}
	t.Flush()
}

func (x *Explained) writeKriging(w io.Writer) {
	fmt.Fprintln(w)
	writeLines(w, x.Notes.Kriging...)
	t := table(w)
	fmt.Fprintf(t, "LIKE HOME\tTYPE\tSOLD\tDISTANCE\t%11s\tRESIDUAL\tWEIGHT\tEFFECT\n", "PRICE")
	for _, s := range x.Kriging.Sales {
		fmt.Fprintf(t, "%s\t%s\t%s\t%6.0f m\t%11s\t%8s\t%s\t%7s\n", s.Name(notKnown), orEmpty(s.BuildType), s.Date, s.Distance,
			english.Euros(s.Price), english.Factor(s.Residual), weight(s.Weight), english.Percent(s.Weight*math.Log(s.Residual)))
	}
	if k := &x.Kriging; k.MoreSales > 0 {
		fmt.Fprintf(t, "%d more, together\t\t\t\t\t\t%s\t%7s\n", k.MoreSales, weight(k.MoreWeight), english.Percent(k.MoreEffect))
	}
	t.Flush()
}

// weight writes a weight in whole percents.
func weight(w float64) string {
	return fmt.Sprintf("%4.0f %%", math.Round(100*w)+0) // + 0 so that none is -0
}

func (x *Explained) writeOwnSale(w io.Writer) {
	fmt.Fprintln(w)
	t := table(w)
	defer t.Flush()
	own := x.OwnSale
	if own == nil {
		fmt.Fprintln(t, "own last sale\tnone known")
		return
	}
	fmt.Fprintf(t, "own last sale\t%s on %s\n", english.Euros(own.Price), own.Date)
	fmt.Fprintf(t, "by the index\tx%.3f: %s\n", own.IndexFactor, english.Euros(own.IndexedPrice))
	fmt.Fprintf(t, "by what changed since\t%s (%s): %s\n", english.Factor(own.Adjustment), own.listDifferences(),
		english.Euros(own.Adjusted))
	fmt.Fprintf(t, "beside all else\t%s\n", english.Factor(own.Apart))
	fmt.Fprintf(t, "of the home as it is\t%.0f %% probable\n", 100*own.Credibility)
}
