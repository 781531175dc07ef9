// Notes on surprising parts of an explanation, a sentence each.

package present

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/explain"
)

// writeStepNotes writes notes on characteristics.
func writeStepNotes(w io.Writer, steps []explain.Step) {
	counts := func(s explain.Step) bool {
		return s.Part == explain.Having && words.English.Percent(s.Log) != words.English.Percent(0)
	}
	if slices.ContainsFunc(steps, func(s explain.Step) bool { return counts(s) && s.Has == explain.Unknown }) {
		fmt.Fprintln(w, "Where HOME is not known, CHANGE compares homes that lack it too with the typical home.")
	}
	var unrecorded []string
	for _, s := range steps {
		switch {
		case s.Unobserved:
			unrecorded = append(unrecorded, s.Name)
		case s.Rare:
			fmt.Fprintln(w, "Hardly any home of its type was sold with a parcel, so the given parcel does not count.")
		case s.CountsAs != "":
			fmt.Fprintf(w, "Hardly any home was sold with a parcel smaller than %s, so a smaller one counts as %[1]s.\n",
				s.CountsAs)
		}
	}
	if len(unrecorded) > 0 {
		fmt.Fprintf(w, "No known sale records this characteristic, so it does not count: %s.\n",
			strings.Join(unrecorded, ", "))
	}
}

// hardlyWeighs is the weight in the value below which a note says that comparables add hardly
// anything.
const hardlyWeighs = 0.05

// writeComparablesWeight writes a note if the comparables that follow hardly count.
func writeComparablesWeight(w io.Writer, e explain.Explanation) {
	i := slices.IndexFunc(e.Approaches, func(a explain.Approach) bool { return a.Name == "comparables" })
	if i >= 0 && e.Approaches[i].Weight < hardlyWeighs {
		fmt.Fprintf(w, "The comparables make up %.0f %% of the value: "+
			"they add hardly anything to the other approaches.\n", 100*e.Approaches[i].Weight)
	}
}

// writeTypeNote writes a note if no reference is of the home's own group of house types.
func writeTypeNote(w io.Writer, e explain.Explanation) error {
	group := e.Home.BuildType.Group()
	same := func(c explain.Reference) bool { return c.BuildType.Group() == group }
	if len(e.References) == 0 || slices.ContainsFunc(e.References, same) {
		return nil
	}
	why := "too few such homes were sold nearby"
	if slices.ContainsFunc(e.Comparables, func(c explain.Comparable) bool { return c.BuildType.Group() == group }) {
		why = "such homes sold nearby differ more from it in other respects"
	}
	_, err := fmt.Fprintf(w, "None of the references is of the home's own type (%s): %s.\n", group, why)
	return err
}

// mostPassedOver is how many sales that were passed over are listed.
const mostPassedOver = 5

// writePassedOver writes which sales are no references because of their prices.
func writePassedOver(w io.Writer, sales []explain.PassedOver) {
	for i, s := range sales {
		if i == mostPassedOver {
			fmt.Fprintf(w, "%d more were passed over for their prices.\n", len(sales)-i)
			return
		}
		side, off := "above", s.Off-1
		if off < 0 {
			side, off = "below", -off
		}
		fmt.Fprintf(w, "Passed over, though alike: %s, sold on %s for %s; adjusted, that is %.0f %% %s the comparables.\n",
			whichHome(s.Evidence), s.Date, words.English.Euros(s.Price), 100*off, side)
	}
}

// writePlaceNote explains why homes of one place may differ by place, if the references do.
func writePlaceNote(w io.Writer, references []explain.Reference) {
	byPlace := func(d explain.Difference) bool { return d.Name == hedonic.Place && matters(d) }
	differs := func(c explain.Reference) bool { return slices.ContainsFunc(c.Differences, byPlace) }
	if slices.ContainsFunc(references, differs) {
		fmt.Fprintln(w, "What a place is worth depends on the rest of the home, "+
			"so homes of one street may differ by it.")
	}
}

// writeNegativeNote explains negative weights if one is shown.
func writeNegativeNote(w io.Writer, sales []explain.LikeSale) error {
	negative := func(s explain.LikeSale) bool { return strings.Contains(weight(s.Weight), "-") }
	if !slices.ContainsFunc(sales, negative) {
		return nil
	}
	_, err := fmt.Fprintln(w, "A WEIGHT below 0 % takes off what would count twice, "+
		"since the sale resembles others that are nearer by or more alike.")
	return err
}
