// What may surprise a reader in an explanation, in a sentence each.

package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/gevel/gevel/internal/explain"
	"github.com/gevel/gevel/internal/hedonic"
)

// printStepNotes prints what may surprise about characteristics.
func printStepNotes(w io.Writer, steps []explain.Step) {
	counts := func(s explain.Step) bool { return s.Part == explain.Having && percent(s.Log) != percent(0) }
	if slices.ContainsFunc(steps, func(s explain.Step) bool { return counts(s) && s.Has == explain.Unknown }) {
		fmt.Fprintln(w, "Where HOME is not known, CHANGE tells how homes of which it is not known sell.")
	}
	if slices.ContainsFunc(steps, func(s explain.Step) bool { return counts(s) && s.Has == s.Typical }) {
		fmt.Fprintln(w, "What a characteristic is worth depends on the rest of the home, so it may count although HOME and TYPICAL are the same.")
	}
	var untold []string
	for _, s := range steps {
		switch {
		case s.Unobserved:
			untold = append(untold, s.Name)
		case s.Rare:
			fmt.Fprintln(w, "Hardly any home of its type was sold with a lot, so the lot that is given does not count.")
		case s.CountsAs != "":
			fmt.Fprintf(w, "Hardly any home was sold with a lot smaller than %s, so a smaller one counts as that.\n", s.CountsAs)
		}
	}
	if len(untold) > 0 {
		fmt.Fprintf(w, "No sale that is known tells such a thing, so it does not count: %s.\n", strings.Join(untold, ", "))
	}
}

// hardlyWeighs is the weight in the value below which comparables are said to add hardly
// anything.
const hardlyWeighs = 0.05

// printComparablesWeight says so where the comparables that follow hardly count.
func printComparablesWeight(w io.Writer, e explain.Explanation) {
	i := slices.IndexFunc(e.Approaches, func(a explain.Approach) bool { return a.Name == "comparables" })
	if i >= 0 && e.Approaches[i].Weight < hardlyWeighs {
		fmt.Fprintf(w, "The comparables make up %.0f %% of the value: they add hardly anything to what the other approaches tell.\n", 100*e.Approaches[i].Weight)
	}
}

// printKinNote says so where no reference is of the home's own kind.
func printKinNote(w io.Writer, e explain.Explanation) error {
	group := e.Home.BuildType.Group()
	kin := func(c explain.Comparable) bool { return c.BuildType.Group() == group }
	if references := e.References(); len(references) == 0 || slices.ContainsFunc(references, kin) {
		return nil
	}
	why := "too few such homes were sold nearby"
	if slices.ContainsFunc(e.Comparables, kin) {
		why = "such homes sold nearby differ more from it in other respects"
	}
	_, err := fmt.Fprintf(w, "None of the references is of the home's own kind (%s): %s.\n", group, why)
	return err
}

// printPlaceNote says why homes of one place may differ by it, where the references do.
func printPlaceNote(w io.Writer, references []explain.Comparable) {
	byPlace := func(d explain.Difference) bool { return d.Name == hedonic.Place && tells(d) }
	if slices.ContainsFunc(references, func(c explain.Comparable) bool { return slices.ContainsFunc(c.Differences, byPlace) }) {
		fmt.Fprintln(w, "What a place is worth depends on the rest of the home, so homes of one street may differ by it.")
	}
}

// fewLikeSales is how many sales of like homes are printed at least.
const fewLikeSales = 6

// likeSalesShown returns how many of the sales of like homes are printed: the few that move
// the indication most, and more until those left out move it by less than those printed.
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

// counts writes by how much a sale counts, in whole percents.
func counts(weight float64) string {
	return fmt.Sprintf("%4.0f %%", math.Round(100*weight)+0) // + 0 so that none is -0
}

// printNegativeNote explains weights below zero where one is printed.
func printNegativeNote(w io.Writer, sales []explain.LikeSale) error {
	negative := func(s explain.LikeSale) bool { return strings.Contains(counts(s.Weight), "-") }
	if !slices.ContainsFunc(sales, negative) {
		return nil
	}
	_, err := fmt.Fprintln(w, "A sale that COUNTS below 0 % takes off what sales nearer by or more alike, which it resembles, tell twice.")
	return err
}
