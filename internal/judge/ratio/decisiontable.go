package ratio

// The decision as text, for a terminal.

import (
	"bytes"
	"fmt"
	"io"

	"github.com/gevel/gevel/internal/judge/standard"
)

// Advice is the document that says what to do about symptoms.
const Advice = "docs/goodenough.md"

// WriteTable writes the decision as aligned text.
func (d *Decision) WriteTable(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "GOOD ENOUGH?\n%s\n", d.Evidence.Sentence())
	for _, use := range d.Uses {
		fmt.Fprintln(&b, use)
	}
	d.writeLending(&b)
	d.writeCertainty(&b)
	d.writeBounds(&b)
	d.writeBaselines(&b)
	if len(d.Uses) > 0 {
		fmt.Fprintf(&b, "\nintervals: %s\n", d.Intervals)
	}
	for i, s := range d.Symptoms {
		if i == 0 {
			fmt.Fprintf(&b, "\nwhat to do, by symptom: %s\n", Advice)
		}
		fmt.Fprintf(&b, "  %s\n", s)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Sentence says whether there are sales enough to judge.
func (e Evidence) Sentence() string {
	sales := fmt.Sprintf("%d valued sales of %d months", e.Sales, e.Months)
	switch {
	case !e.Margin.Known:
		return "Sales enough to judge: no; " + sales + ", and the chance of one month can't be known."
	case e.Enough:
		return fmt.Sprintf("Sales enough to judge: yes; by %s the share within 10 %% is known to %.1f points (%d allowed).",
			sales, e.Margin.Value, e.Allowed)
	}
	return fmt.Sprintf("Sales enough to judge: no; by %s the share within 10 %% is known to %.1f points (%d allowed): "+
		"about %d sales are needed, of more months.", sales, e.Margin.Value, e.Allowed, e.Needed)
}

func (d *Decision) writeLending(b *bytes.Buffer) {
	if len(d.Lending) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%-42s %7s %9s %7s   interval\n", "lending, "+standard.NRVT.Name, "values", "of all, %", "kept, %")
	for i := range d.Lending {
		l := &d.Lending[i]
		fmt.Fprintf(b, "%s: %.0f %% within %.0f %% of the price\n", l.Name(), l.Share, l.Within)
		for _, row := range []struct {
			name string
			part Part
		}{{"  all", l.All}, {fmt.Sprintf("  class %d and higher", l.Class), l.Classed}} {
			fmt.Fprintf(b, "%-42s %7d %9.1f %7s   %s\n", row.name, row.part.N, row.part.OfValues, row.part.Share.text(1),
				row.part.Share.judgedText(1, row.part.Outcome))
		}
	}
}

func (d *Decision) writeCertainty(b *bytes.Buffer) {
	if len(d.Certainty) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%-18s %7s %9s %11s %11s %9s   interval\n", "level by FSD, "+standard.EAA.Name, "values", "of all, %",
		"promised, %", "observed, %", "at most")
	for i := range d.Certainty {
		c := &d.Certainty[i]
		most := "-"
		if c.Largest > 0 {
			most = fmt.Sprintf("%.1f", c.Largest)
		}
		fmt.Fprintf(b, "%-18s %7d %9.1f %11.1f %11s %9s   %s\n", c.Name(), c.N, c.OfValues, c.Promised, c.Observed.text(1), most,
			c.Observed.judgedText(1, c.Outcome))
	}
}

// Name names the values.
func (c *Certainty) Name() string {
	if c.Level == nil {
		return "all"
	}
	return fmt.Sprintf("level %d", *c.Level)
}

func (d *Decision) writeBounds(b *bytes.Buffer) {
	if len(d.Bounds) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%-18s %9s %16s   interval\n", "mass appraisal", "figure", "asked")
	for _, bound := range d.Bounds {
		fmt.Fprintf(b, "%-18s %9s %16s   %s\n", bound.Measure, bound.Figure.text(3),
			fmt.Sprintf("%g to %g", bound.Low, bound.High), bound.Figure.judgedText(3, bound.Outcome))
	}
}

func (d *Decision) writeBaselines(b *bytes.Buffer) {
	if len(d.Baselines) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%-42s %7s %9s %15s %13s %13s   MdAPE less that, interval\n", "the values; a plain way on the same rows", "values",
		"of all, %", "MdAPE, %", "PE10, %", "PE15, %")
	for i := range d.Baselines {
		r := &d.Baselines[i]
		if r.N == 0 {
			fmt.Fprintf(b, "%-42s %7d\n", r.Name, 0)
			continue
		}
		fmt.Fprintf(b, "%-42s %7d %9.1f %7.2f; %6.2f %6.1f; %5.1f %6.1f; %5.1f   %s, %s\n", r.Name, r.N, r.OfValues, r.MdAPE, r.BaselineMdAPE,
			r.PE10, r.BaselinePE10, r.PE15, r.BaselinePE15, r.Difference.text(2), r.Difference.judgedText(2, ""))
	}
}

// judgedText is a figure's interval and the outcome, as far as there are any.
func (f Figure) judgedText(decimals int, outcome Outcome) string {
	text := "-"
	if f.Range != (Range{}) {
		text = fmt.Sprintf("%.*f to %.*f", decimals, f.Range.Low, decimals, f.Range.High)
	}
	if outcome != "" {
		text += ", " + string(outcome)
	}
	return text
}
