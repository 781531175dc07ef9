// The sales behind an explanation as text: comparables, references, sales of like homes, the home's own.

package present

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/gevel/gevel/internal/present/words"
)

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
