// Notes on what may surprise in an explanation, a sentence each.

package words

import (
	"math"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/value/explain"
)

// StepNotes explains steps of characteristics that are not known, or that do not count as they are.
func (l Language) StepNotes(steps []explain.Step) []string {
	notes := []string{}
	if slices.ContainsFunc(steps, func(s explain.Step) bool {
		return s.Has == explain.Unknown && l.Percent(s.Log) != l.Percent(0)
	}) {
		notes = append(notes, say("where a characteristic of the").in(l))
	}
	var unrecorded []string
	for _, s := range steps {
		switch {
		case s.Unobserved:
			unrecorded = append(unrecorded, l.Step(s))
		case s.Rare:
			notes = append(notes, say("hardly any home of its").in(l))
		case s.CountsAs != "":
			notes = append(notes, say("hardly any home was sold").fill(l, l.Value(s.CountsAs)))
		}
	}
	if len(unrecorded) > 0 {
		notes = append(notes, say("no known sale records this").fill(l, strings.Join(unrecorded, ", ")))
	}
	return notes
}

// ReferenceNotes explains references that hardly weigh, are of another house type than the home, or differ by place.
func (l Language) ReferenceNotes(e explain.Explanation) []string {
	notes := []string{}
	for _, note := range []string{l.comparablesWeight(e.Approaches), l.otherType(e), l.differentPlace(e.References)} {
		if note != "" {
			notes = append(notes, note)
		}
	}
	return notes
}

// hardlyWeighs is the weight in the value below which comparables add hardly anything.
const hardlyWeighs = 0.05

func (l Language) comparablesWeight(approaches []explain.Approach) string {
	i := slices.IndexFunc(approaches, func(a explain.Approach) bool { return a.Name == "comparables" })
	if i < 0 || approaches[i].Weight >= hardlyWeighs {
		return ""
	}
	return say("the comparable sales show what").fill(l, l.weight(approaches[i].Weight))
}

// weight writes a weight in whole percents; one that is not zero does not read as zero.
func (l Language) weight(w float64) string {
	if w > 0 && w < 0.01 {
		return phrase{"less than 1 %", "minder dan 1 %"}.in(l)
	}
	return l.Number(100*w, 0) + " %"
}

func (l Language) otherType(e explain.Explanation) string {
	group := e.Home.BuildType.Group()
	same := func(c explain.Comparable) bool { return c.BuildType.Group() == group }
	if len(e.References) == 0 || slices.ContainsFunc(e.References, same) {
		return ""
	}
	why := phrase{"too few such homes were sold nearby", "in de buurt zijn er te weinig zulke woningen verkocht"}
	if slices.ContainsFunc(e.Comparables, same) {
		why = say("such homes sold nearby differ")
	}
	return say("none of the references is").fill(l, l.Group(group), why.in(l))
}

// leastDifference is the change of a price, in log euros, from which a difference matters.
const leastDifference = 0.005

// Matters reports whether a difference changes a price enough to be listed.
func Matters(log float64) bool { return math.Abs(log) >= leastDifference }

func (l Language) differentPlace(references []explain.Comparable) string {
	byPlace := func(d explain.Difference) bool { return d.Name == hedonic.Place && Matters(d.Log) }
	if !slices.ContainsFunc(references, func(c explain.Comparable) bool { return slices.ContainsFunc(c.Differences, byPlace) }) {
		return ""
	}
	return say("what a place is worth").in(l)
}

// KrigingNotes says where kriging begins and what it adds, and explains a negative weight among the sales that are shown.
func (l Language) KrigingNotes(k explain.Kriging, shown []explain.LikeSale) []string {
	start := phrase{"By its characteristics and place", "Op grond van kenmerken en ligging"}
	if k.Nonspatial {
		start = say("by its characteristics alone whatever")
	}
	notes := []string{say("this home would be worth").fill(l, start.in(l), l.Euros(gevel.Euro(math.Round(k.Trend))))}
	if slices.ContainsFunc(shown, func(s explain.LikeSale) bool { return math.Round(100*s.Weight) < 0 }) {
		notes = append(notes, say("a negative weight takes off").in(l))
	}
	return notes
}
