// The sales behind an explanation: comparables, kriging's sales, the home's own.

package present

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/explain"
)

func writeComparables(w io.Writer, e explain.Explanation) error {
	writeComparablesWeight(w, e)
	t := table(w)
	fmt.Fprintf(t, "COMPARABLE\tTYPE\tSURFACE\tYEAR\tSOLD\tDISTANCE\t%11s\tINDEX\tADJUSTED BY\t%11s\tWEIGHT\n",
		"PRICE", "TO")
	for _, c := range e.Comparables {
		fmt.Fprintf(t, "%s\t%s\t%4d m2\t%d\t%s\t%6.0f m\t%11s\tx%.3f\t%11s\t%11s\t%4.1f %%\n",
			whichHome(c.Evidence), c.BuildType, c.UseSurface.V, c.BuildYear.V, c.Date, c.Distance,
			words.English.Euros(c.Price), c.IndexFactor, words.English.Factor(c.Adjustment), words.English.Euros(c.Adjusted), 100*c.Weight)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w, "What the references are adjusted by:")
	for _, c := range e.References {
		fmt.Fprintf(w, "  %s: %s\n", whichHome(c.Evidence), listDifferences(c.Differences))
	}
	if note := words.English.References(e.Valuation.ReferencesSide()); note != "" {
		fmt.Fprintln(w, note)
	}
	writePassedOver(w, e.PassedOver)
	writePlaceNote(w, e.References)
	return writeTypeNote(w, e)
}

// whichHome names a home that was sold.
func whichHome(e explain.Evidence) string {
	switch {
	case e.Address.ObjectID != "":
		return e.Address.String()
	case e.Dwelling != "":
		return string(e.Dwelling)
	}
	return "not known"
}

// leastDifference is the change of a price from which a difference is listed.
const leastDifference = 0.005

func matters(d explain.Difference) bool { return math.Abs(d.Log) >= leastDifference }

func listDifferences(differences []explain.Difference) string {
	var list []string
	for _, d := range differences {
		if matters(d) {
			list = append(list, d.Name+" "+words.English.Percent(d.Log))
		}
	}
	if len(list) == 0 {
		return "hardly anything"
	}
	return strings.Join(list, ", ")
}

func writeKriging(w io.Writer, e explain.Explanation) error {
	by := "characteristics and place"
	if e.Kriging.Nonspatial {
		by = "characteristics alone, without place"
	}
	trend := gevel.Euro(math.Round(e.Kriging.Trend))
	fmt.Fprintf(w, "Kriging begins at the trend of the whole market, by %s: %s.\n", by, words.English.Euros(trend))
	fmt.Fprintln(w, "It adds the residuals of like homes sold nearby: how far each sold above or below its own trend.")
	t := table(w)
	fmt.Fprintf(t, "LIKE HOME\tTYPE\tSOLD\tDISTANCE\t%11s\tRESIDUAL\tWEIGHT\tEFFECT\n", "PRICE")
	shown := likeSalesShown(e.Kriging.Sales)
	for _, s := range e.Kriging.Sales[:shown] {
		fmt.Fprintf(t, "%s\t%s\t%s\t%6.0f m\t%11s\t%s\t%s\t%7s\n", whichHome(s.Evidence), s.BuildType, s.Date,
			s.Distance, words.English.Euros(s.Price), words.English.Factor(s.Residual), weight(s.Weight), words.English.Percent(s.Effect()))
	}
	writeRest(t, e.Kriging.Sales[shown:])
	if err := t.Flush(); err != nil {
		return err
	}
	return writeNegativeNote(w, e.Kriging.Sales[:shown])
}

// writeRest writes the sales of like homes that are not shown one by one as one row.
func writeRest(t io.Writer, rest []explain.LikeSale) {
	if len(rest) == 0 {
		return
	}
	sum, effect := 0.0, 0.0
	for _, s := range rest {
		sum += s.Weight
		effect += s.Effect()
	}
	fmt.Fprintf(t, "%d more, together\t\t\t\t\t\t%s\t%7s\n", len(rest), weight(sum), words.English.Percent(effect))
}

// fewLikeSales is the least number of sales of like homes that are shown.
const fewLikeSales = 6

// likeSalesShown returns the number of sales of like homes to show: the few that move
// the indication most, and more until the rest moves it by less than those shown.
func likeSalesShown(sales []explain.LikeSale) int {
	total, shown := 0.0, 0.0
	for _, s := range sales {
		total += math.Abs(s.Effect())
	}
	for i, s := range sales {
		if i >= fewLikeSales && shown >= total/2 {
			return i
		}
		shown += math.Abs(s.Effect())
	}
	return len(sales)
}

// weight writes a weight in whole percents.
func weight(w float64) string {
	return fmt.Sprintf("%4.0f %%", math.Round(100*w)+0) // + 0 so that none is -0
}

func writeOwnSale(w io.Writer, e explain.Explanation) error {
	own := e.OwnSale.V
	if !e.OwnSale.Known {
		_, err := fmt.Fprintln(w, "No own sale of the home is known.")
		return err
	}
	changed := "nothing that counts has changed since"
	if by := words.English.Factor(own.Adjustment); by != words.English.Factor(1) || slices.ContainsFunc(own.Differences, matters) {
		changed = fmt.Sprintf("%s for what changed since (%s)", by, listDifferences(own.Differences))
	}
	_, err := fmt.Fprintf(w, "Own last sale: %s on %s, x%.3f by the index, %s: %s.\n"+
		"That is %s compared with all else; the probability that it is of the home as it is: %.0f %%.\n",
		words.English.Euros(own.Price), own.Date, own.IndexFactor, changed, words.English.Euros(own.Adjusted),
		words.English.Factor(own.Apart), 100*own.Credibility)
	return err
}
