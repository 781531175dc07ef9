package ratio

// The study as text, for a terminal.

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/gevel/gevel/internal/judge/standard"
)

// WriteTable writes the report as aligned text: the figures of all sales with
// their intervals, the promises, then a row per segment.
func (r Measures) WriteTable(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%d sales, %d valued (hit rate %s %%)", r.N, r.Valued, r.HitRate.text(2))
	if r.Invalid > 0 {
		fmt.Fprintf(&b, ", %d invalid rows left out", r.Invalid)
	}
	fmt.Fprintf(&b, "\n\n%-22s %9s   %d %% interval\n", "", "figure", Confidence)
	for _, line := range r.lines() {
		line.write(&b)
	}
	r.writeBounds(&b)
	r.writePromises(&b)
	r.writeSegments(&b)
	_, err := w.Write(b.Bytes())
	return err
}

// line is one figure of the table.
type line struct {
	name     string
	figure   Figure
	decimals int
}

func (s Summary) lines() []line {
	return []line{
		{"MdAPE, %", s.MdAPE, 2},
		{"MAPE, %", s.MAPE, 2},
		{"PE5, %", s.PE5, 1},
		{"PE10, %", s.PE10, 1},
		{"PE15, %", s.PE15, 1},
		{"PE20, %", s.PE20, 1},
		{"median ratio", s.MedianRatio, 3},
		{"mean ratio", s.MeanRatio, 3},
		{"weighted mean ratio", s.WeightedMeanRatio, 3},
		{"COD, %", s.COD, 2},
		{"PRD", s.PRD, 3},
		{"PRB", s.PRB, 3},
		{"MKI", s.MKI, 3},
		{"VEI, %", s.VEI.Figure, 2},
		{"R2 of the price", s.R2, 3},
		{"CRPS, % of the value", s.CRPS, 2},
	}
}

func (l line) write(b *bytes.Buffer) {
	fmt.Fprintf(b, "%-22s %9s", l.name, l.figure.text(l.decimals))
	if l.figure.Range != (Range{}) {
		fmt.Fprintf(b, "   %.*f to %.*f", l.decimals, l.figure.Range.Low, l.decimals, l.figure.Range.High)
	}
	b.WriteByte('\n')
}

// writeBounds says which measures of vertical equity meet what the standards ask.
func (s Summary) writeBounds(b *bytes.Buffer) {
	if len(s.Bounds) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%-22s %9s   asked\n", "vertical equity", "figure")
	for _, bound := range s.Bounds {
		verdict := "met"
		if !bound.Met {
			verdict = "MISSED"
		}
		fmt.Fprintf(b, "%-22s %9s   %g to %g, %s (%s)", bound.Measure, bound.Figure.text(3), bound.Low, bound.High, verdict, bound.Standard)
		if bound.Measure == standard.VEI {
			fmt.Fprintf(b, ", significance %s", s.VEI.Significance.text(2))
		}
		b.WriteByte('\n')
	}
}

// Between is the interval of a share, percent, in words.
func (f Figure) Between() string {
	if f.Range == (Range{}) {
		return "none"
	}
	return fmt.Sprintf("%.1f to %.1f", f.Range.Low, f.Range.High)
}

// text is the value, or - where there is none.
func (f Figure) text(decimals int) string {
	if !f.Known {
		return "-"
	}
	return fmt.Sprintf("%.*f", decimals, f.Value)
}

// writePromises holds the promises of the values against the prices, if there are any.
func (s Summary) writePromises(all *bytes.Buffer) {
	b := &bytes.Buffer{}
	s.writePromised(b)
	if b.Len() == 0 {
		return
	}
	fmt.Fprintf(all, "\n%-22s %9s %7s %9s   %d %% interval, by month of sale\n", "promised, %", "n", "aim", "observed", Confidence)
	all.Write(b.Bytes())
}

func (s Summary) writePromised(b *bytes.Buffer) {
	for _, c := range []struct {
		name string
		Coverage
	}{
		{"50 % interval", s.Coverage50},
		{"80 % interval", s.Coverage80},
		{"  constant in log", s.ConstantLog80},
		{"  constant in euros", s.ConstantEuros80},
		{"90 % interval", s.Coverage90},
		{"within the FSD", Coverage{Calibration: s.FSD}},
		{"accuracy (10 %)", Coverage{Calibration: s.Accuracy}},
	} {
		note := ""
		if c.Width.Known {
			note = fmt.Sprintf(", mean width %.1f %%", c.Width.Value)
		}
		c.write(b, c.name, note)
	}
	for _, c := range s.Classes {
		note := ", " + string(c.Verdict)
		switch c.Verdict {
		case "":
			note = ", promises nothing"
		case Broken:
			note = ", BROKEN"
		}
		c.write(b, fmt.Sprintf("class %d (%.0f %%)", c.Class, c.Within), note)
	}
}

func (c Calibration) write(b *bytes.Buffer, name, note string) {
	if c.N == 0 {
		return
	}
	fmt.Fprintf(b, "%-22s %9d %7.1f %9.1f   %s%s\n", name, c.N, c.Aim, c.Share.Value, c.Share.Between(), note)
}

func (r Measures) writeSegments(b *bytes.Buffer) {
	width := 0
	for _, s := range r.Segments {
		width = max(width, utf8.RuneCountInString(s.Name), utf8.RuneCountInString(s.Dimension))
	}
	dimension := ""
	for _, s := range r.Segments {
		if s.Dimension != dimension {
			dimension = s.Dimension
			fmt.Fprintf(b, "\n%-*s %8s %6s %6s %6s %6s %6s %6s %6s %6s %6s %7s %6s %6s\n", width, dimension,
				"n", "hit", "MdAPE", "MAPE", "PE10", "PE20", "median", "COD", "PRD", "PRB", "VEI", "in 80%", "in FSD")
		}
		fmt.Fprintf(b, "%-*s %8d %6s %6s %6s %6s %6s %6s %6s %6s %6s %7s %6s %6s\n", width, s.Name, s.N,
			s.HitRate.text(1), s.MdAPE.text(2), s.MAPE.text(2), s.PE10.text(1), s.PE20.text(1), s.MedianRatio.text(3),
			s.COD.text(2), s.PRD.text(3), s.PRB.text(3), s.VEI.Figure.text(1), s.Coverage80.Share.text(1), s.FSD.Share.text(1))
	}
	if r.SmallSegments > 0 {
		fmt.Fprintf(b, "\n%d smaller segments not shown\n", r.SmallSegments)
	}
}

// WriteTable writes the comparison as aligned text; nameA and nameB head the two
// columns.
func (c Comparison) WriteTable(w io.Writer, nameA, nameB string) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%d sales, %d valued by both, %d by %s alone, %d by %s alone\n\n",
		c.N, c.Both, c.OnlyA, nameA, c.OnlyB, nameB)
	fmt.Fprintf(&b, "%-10s %12s %12s %12s   %d %% interval\n", "", nameA, nameB, "difference", Confidence)
	for _, row := range []struct {
		name             string
		a, b, difference Figure
	}{
		{"MdAPE, %", c.MdAPEA, c.MdAPEB, c.MdAPE},
		{"MAPE, %", c.MAPEA, c.MAPEB, c.MAPE},
		{"PE10, %", c.PE10A, c.PE10B, c.PE10},
	} {
		fmt.Fprintf(&b, "%-10s %12s %12s %12s", row.name, row.a.text(2), row.b.text(2), row.difference.text(2))
		if r := row.difference.Range; r != (Range{}) {
			fmt.Fprintf(&b, "   %+.2f to %+.2f", r.Low, r.High)
		}
		b.WriteByte('\n')
	}
	_, err := w.Write(b.Bytes())
	return err
}
