// gevel value --explain: why a home is worth what it is, as a person reads it.

package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/api"
	"github.com/gevel/gevel/internal/explain"
)

// explain values a home and says why.
func (cmd *valueCmd) explain(c *console, a appraiser, home namedHome, q gevel.Inquiry) error {
	var e explain.Explanation
	_, err := a.ask(home, q, func(q gevel.Inquiry) (v gevel.Valuation, err error) {
		e, err = explain.Explain(a.Valuer, q)
		return e.Valuation, err
	})
	if err != nil {
		return asTyped(err, flagName)
	}
	if cmd.JSON {
		return c.printJSON(explainedJSON{api.Render(e.Valuation, q.Overrides), newExplanationJSON(e)})
	}
	return printExplanation(c.stdout, e, q.Overrides)
}

func printExplanation(w io.Writer, e explain.Explanation, overrides gevel.Characteristics) error {
	v := e.Valuation
	fmt.Fprintf(w, "%s\n%s\n\n%s on %s\n", v.Address, describeHome(overrides.Over(v.Dwelling.Characteristics)), euros(v.Weighted), v.Date)
	for _, print := range []func(io.Writer, explain.Explanation) error{
		printSteps, printApproaches, printComparables, printLikeSales, printOwnSale, printCertainty,
	} {
		fmt.Fprintln(w)
		if err := print(w, e); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "\nedition %s, model of %s, index of %s\n", v.Edition, v.Model, e.Market.Known)
	return err
}

func printSteps(w io.Writer, e explain.Explanation) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "STEP\tHOME\tTYPICAL\t%8s\t%13s\t%13s\n", "CHANGE", "EUROS", "TOTAL")
	row := func(name string, s explain.Step, change, by string) {
		fmt.Fprintf(t, "%s\t%s\t%s\t%8s\t%13s\t%13s\n", name, homeText(s), typicalText(s), change, by, euros(s.Total))
	}
	subtotal := explain.Step{Total: e.Valuation.Predicted}
	for i, s := range e.Steps {
		switch {
		case i == 0:
			row(stepName(s), s, "", signed(s.Euros))
			continue
		case s.Part == explain.Having && s.Euros == 0 && (s.Has == explain.Unknown || s.Unobserved):
			continue
		case s.Part == explain.Reconciling && e.Steps[i-1].Part != explain.Reconciling:
			row("= hedonic value", subtotal, "", "")
		}
		row(stepName(s), s, percent(s.Log), signed(s.Euros))
	}
	row("= value", explain.Step{Total: e.Valuation.Weighted}, "", "")
	if err := t.Flush(); err != nil {
		return err
	}
	printStepNotes(w, e.Steps)
	if e.Market.Year.Known {
		fmt.Fprintf(w, "In the year before, the index of this area and house type moved by %s.\n", factor(1+e.Market.Year.V))
	}
	return nil
}

// homeText is what the home has.
func homeText(s explain.Step) string {
	switch {
	case s.Imputed:
		return s.Has + " (usual)"
	case s.CountsAs != "":
		return fmt.Sprintf("%s (as %s)", s.Has, notKnown(s.CountsAs))
	}
	return notKnown(s.Has)
}

// notKnown words what is unknown, and leaves other text as it is.
func notKnown(text string) string {
	if text == explain.Unknown {
		return "not known"
	}
	return text
}

// typicalText is what homes typically have; of most lots, say, none may be known.
func typicalText(s explain.Step) string {
	if s.Typical == explain.Unknown {
		return "none known"
	}
	return s.Typical
}

func stepName(s explain.Step) string {
	switch s.Part {
	case explain.Typical:
		return "typical home, whole market"
	case explain.Area:
		return "index of the area"
	case explain.Group:
		return "index of the house type"
	case explain.Place:
		return "place"
	case explain.Time:
		return "such homes since, beside the index"
	case explain.Reconciling:
		return "towards " + approachNames[s.Name]
	case explain.Having:
	}
	return s.Name
}

// approachNames are how the approaches are called for people.
var approachNames = map[string]string{
	"hedonic": "hedonic value", "kriging": "like homes nearby", "comparables": "comparables", "ownSale": "own last sale",
}

func printApproaches(w io.Writer, e explain.Explanation) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "APPROACH\t%13s\tWEIGHT\n", "INDICATION")
	for _, a := range e.Approaches {
		indication := "none"
		if a.Indication.Known {
			indication = euros(a.Indication.V)
		}
		fmt.Fprintf(t, "%s\t%13s\t%4.0f %%\n", approachNames[a.Name], indication, 100*a.Weight)
	}
	return t.Flush()
}

func printComparables(w io.Writer, e explain.Explanation) error {
	printComparablesWeight(w, e)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "COMPARABLE\tTYPE\tSURFACE\tYEAR\tSOLD\tDISTANCE\t%11s\tINDEX\tADJUSTED BY\t%11s\tWEIGHT\n", "PRICE", "TO")
	for _, c := range e.Comparables {
		fmt.Fprintf(t, "%s\t%s\t%4d m2\t%d\t%s\t%6.0f m\t%11s\tx%.3f\t%11s\t%11s\t%4.1f %%\n", whichHome(c.Evidence), c.BuildType,
			c.UseSurface.V, c.BuildYear.V, c.Date, c.Distance, euros(c.Price), c.IndexFactor, factor(c.Adjustment), euros(c.Adjusted), 100*c.Weight)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w, "What the first are adjusted by:")
	for _, c := range e.References() {
		fmt.Fprintf(w, "  %s: %s\n", whichHome(c.Evidence), listDifferences(c.Differences))
	}
	printPlaceNote(w, e.References())
	return printKinNote(w, e)
}

// tellingDifference is the change of a price from which on a difference is told of.
const tellingDifference = 0.005

func tells(d explain.Difference) bool { return math.Abs(d.Log) >= tellingDifference }

func listDifferences(differences []explain.Difference) string {
	var told []string
	for _, d := range differences {
		if tells(d) {
			told = append(told, d.Name+" "+percent(d.Log))
		}
	}
	if len(told) == 0 {
		return "hardly anything"
	}
	return strings.Join(told, ", ")
}

func printLikeSales(w io.Writer, e explain.Explanation) error {
	told := "This home by its characteristics and place, as the whole market tells"
	if e.Kriging.Nonspatial {
		told = "This home anywhere, by its characteristics alone"
	}
	fmt.Fprintf(w, "%s: %s. What like homes nearby made beyond that:\n", told, euros(gevel.Euro(math.Round(e.Kriging.Trend))))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "LIKE HOME\tTYPE\tSOLD\tDISTANCE\t%11s\tBEYOND\tCOUNTS\tEFFECT\n", "PRICE")
	shown := likeSalesShown(e.Kriging.Sales)
	for _, s := range e.Kriging.Sales[:shown] {
		fmt.Fprintf(t, "%s\t%s\t%s\t%6.0f m\t%11s\t%s\t%s\t%7s\n", whichHome(s.Evidence), s.BuildType, s.Date,
			s.Distance, euros(s.Price), factor(s.Residual), counts(s.Weight), percent(s.Effect()))
	}
	if rest := e.Kriging.Sales[shown:]; len(rest) > 0 {
		weight, effect := 0.0, 0.0
		for _, s := range rest {
			weight += s.Weight
			effect += s.Effect()
		}
		fmt.Fprintf(t, "%d more, together\t\t\t\t\t\t%s\t%7s\n", len(rest), counts(weight), percent(effect))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	return printNegativeNote(w, e.Kriging.Sales[:shown])
}

func printOwnSale(w io.Writer, e explain.Explanation) error {
	own := e.OwnSale.V
	if !e.OwnSale.Known {
		_, err := fmt.Fprintln(w, "No own sale of the home is known.")
		return err
	}
	changed := "nothing that counts has changed since"
	if by := factor(own.Adjustment); by != factor(1) || slices.ContainsFunc(own.Differences, tells) {
		changed = fmt.Sprintf("%s for what changed since (%s)", by, listDifferences(own.Differences))
	}
	_, err := fmt.Fprintf(w, "Own last sale: %s on %s, x%.3f by the index, %s: %s.\n"+
		"That is %s beside what all else tells; the probability that it tells of the home as it is: %.0f %%.\n",
		euros(own.Price), own.Date, own.IndexFactor, changed, euros(own.Adjusted),
		factor(own.Apart), 100*own.Credibility)
	return err
}

// whichHome names a home that was sold.
func whichHome(e explain.Evidence) string {
	switch {
	case e.Address.ObjectID != "":
		return e.Address.String()
	case e.Dwelling != "":
		return string(e.Dwelling)
	}
	return "not told"
}

// percent writes a change of a logarithm as a change of the amount: +3.1 %.
func percent(log float64) string { return factor(math.Exp(log)) }

// factor writes a factor as a change: +3.1 %, or 0.0 % when it rounds to none.
func factor(f float64) string {
	tenths := math.Round(1000 * (f - 1))
	if tenths == 0 {
		return "0.0 %"
	}
	return fmt.Sprintf("%+.1f %%", tenths/10)
}

// signed writes an amount with its sign: + € 4,100.
func signed(amount gevel.Euro) string {
	if amount < 0 {
		return "- " + euros(-amount)
	}
	return "+ " + euros(amount)
}
