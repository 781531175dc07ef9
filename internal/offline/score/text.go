package score

// The score as text and JSON.

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// WriteJSON writes the score as JSON.
func (r *Result) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// Lead says what was scored.
func (r *Result) Lead() string {
	return fmt.Sprintf("%d sales of %s, from %s to %s; %d rows of the file were read. A sale without a value counts against the hit rate.",
		r.Sales.Used, r.Sales.Name, r.From, r.Until-1, r.Sales.Rows)
}

// Lead says which values count.
func (v *Vendor) Lead() string {
	text := fmt.Sprintf("%d of %d rows of %s belong to a sale of the period, by %s.", v.File.Used, v.File.Rows, v.File.Name, v.By)
	if len(v.File.Recognised) > 0 {
		text += " Read as: " + strings.Join(v.File.Recognised, ", ") + "."
	}
	for _, note := range v.Notes {
		text += " " + strings.ToUpper(note[:1]) + note[1:] + "."
	}
	return text
}

// WriteText writes the score as text.
func (r *Result) WriteText(w io.Writer) error {
	fmt.Fprintln(w, r.Lead())
	r.Sales.writeLeftOut(w)
	for i := range r.Vendors {
		v := &r.Vendors[i]
		fmt.Fprintf(w, "\n%s\n%s\n", strings.ToUpper(v.Name), v.Lead())
		v.File.writeLeftOut(w)
		fmt.Fprintln(w)
		if err := v.Measures.WriteTable(w); err != nil {
			return err
		}
		fmt.Fprintln(w)
		if err := v.Decision.WriteTable(w); err != nil {
			return err
		}
	}
	return r.Common.writeText(w)
}

// writeLeftOut writes which rows were left out, and which parts of others.
func (f *File) writeLeftOut(w io.Writer) {
	write := func(rejects []gevel.Reject) {
		for _, r := range rejects {
			fmt.Fprintf(w, "  %7d  %s (%s)\n", r.Count, r.Reason, r.Samples[0])
		}
	}
	write(f.Rejects)
	if len(f.Faults) > 0 {
		fmt.Fprintln(w, "  kept, but without what can't be read:")
	}
	write(f.Faults)
}

func (c *Common) writeText(w io.Writer) error {
	if c == nil {
		return nil
	}
	fmt.Fprintf(w, "\nSIDE BY SIDE\nthe %d sales that all valued\n\n", c.N)
	if c.N == 0 {
		return nil
	}
	columns := CommonColumns()
	fmt.Fprintf(w, "%-24s", "")
	for _, column := range columns {
		fmt.Fprintf(w, " %9s", column.Name)
	}
	for i := range c.Vendors {
		fmt.Fprintf(w, "\n%-24s", c.Vendors[i].Name)
		for _, column := range columns {
			text := "-"
			if f := column.Of(&c.Vendors[i].Summary); f.Known {
				text = fmt.Sprintf("%.*f", column.Decimals, f.Value)
			}
			fmt.Fprintf(w, " %9s", text)
		}
	}
	fmt.Fprint(w, "\n\nMdAPE of the first less the other's, on the same sales\n")
	for i := range c.Pairs {
		fmt.Fprintf(w, "  %s\n", c.Pairs[i].Sentence())
	}
	_, err := fmt.Fprintf(w, "intervals: %s\n", c.Intervals)
	return err
}

// Column is a figure of the comparison.
type Column struct {
	Name     string
	Decimals int
	Of       func(*ratio.Summary) ratio.Figure
}

// CommonColumns are the figures by which vendors stand side by side.
func CommonColumns() []Column {
	return []Column{
		{"MdAPE, %", 2, func(s *ratio.Summary) ratio.Figure { return s.MdAPE }},
		{"PE10, %", 1, func(s *ratio.Summary) ratio.Figure { return s.PE10 }},
		{"PE20, %", 1, func(s *ratio.Summary) ratio.Figure { return s.PE20 }},
		{"median", 3, func(s *ratio.Summary) ratio.Figure { return s.MedianRatio }},
		{"COD, %", 2, func(s *ratio.Summary) ratio.Figure { return s.COD }},
		{"PRD", 3, func(s *ratio.Summary) ratio.Figure { return s.PRD }},
		{"PRB", 3, func(s *ratio.Summary) ratio.Figure { return s.PRB }},
		{"MKI", 3, func(s *ratio.Summary) ratio.Figure { return s.MKI }},
		{"VEI, %", 2, func(s *ratio.Summary) ratio.Figure { return s.VEI.Figure }},
		{"CRPS, %", 2, func(s *ratio.Summary) ratio.Figure { return s.CRPS }},
		{"in 80 %", 1, func(s *ratio.Summary) ratio.Figure { return s.Coverage80.Share }},
		{"in FSD", 1, func(s *ratio.Summary) ratio.Figure { return s.FSD.Share }},
	}
}

// Sentence says who is better, if anybody.
func (p *Pair) Sentence() string {
	text := fmt.Sprintf("%s less %s: %+.2f points", p.First, p.Other, p.Difference.Value)
	if r := p.Difference.Range; r != (ratio.Range{}) {
		text += fmt.Sprintf(" (%+.2f to %+.2f)", r.Low, r.High)
	}
	if p.Better == "" {
		return text + "; may be chance"
	}
	return text + "; " + p.Better + " is better"
}
