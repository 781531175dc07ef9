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
		notes = append(notes, phrase{
			"Where a characteristic of the home is not known, its step compares homes that lack it too with the typical home.",
			"Waar een kenmerk van de woning niet bekend is, vergelijkt de stap woningen waarvan het ook niet bekend is met de " +
				"doorsneewoning.",
		}.in(l))
	}
	var unrecorded []string
	for _, s := range steps {
		switch {
		case s.Unobserved:
			unrecorded = append(unrecorded, l.Step(s))
		case s.Rare:
			notes = append(notes, phrase{
				"Hardly any home of its type was sold with a parcel, so the given parcel does not count.",
				"Woningen van dit type worden bijna nooit met een perceel verkocht, dus het opgegeven perceel telt niet mee.",
			}.in(l))
		case s.CountsAs != "":
			notes = append(notes, phrase{
				"Hardly any home was sold with a parcel smaller than %s, so a smaller one counts as %[1]s.",
				"Bijna geen woning is verkocht met een kleiner perceel dan %s, dus een kleiner perceel telt als %[1]s.",
			}.fill(l, l.Value(s.CountsAs)))
		}
	}
	if len(unrecorded) > 0 {
		notes = append(notes, phrase{
			"No known sale records this characteristic, so it does not count: %s.",
			"Geen enkele bekende verkoop vermeldt dit kenmerk, dus het telt niet mee: %s.",
		}.fill(l, strings.Join(unrecorded, ", ")))
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
	return phrase{
		"The comparable sales show what similar homes sold for: they make up %s of the value, and add hardly anything to the " +
			"other approaches.",
		"De vergelijkbare verkopen laten zien wat soortgelijke woningen hebben opgebracht: in de waarde tellen ze voor %s mee, " +
			"naast de andere benaderingen dus nauwelijks.",
	}.fill(l, l.weight(approaches[i].Weight))
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
		why = phrase{
			"such homes sold nearby differ more from it in other respects",
			"zulke woningen die in de buurt zijn verkocht, wijken op andere punten meer af",
		}
	}
	return phrase{
		"None of the references is of the home's own type (%s): %s.",
		"Geen van de referenties is van het eigen woningtype (%s): %s.",
	}.fill(l, l.Group(group), why.in(l))
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
	return phrase{
		"What a place is worth depends on the rest of the home, so homes of one street may differ by it.",
		"Wat een ligging waard is, hangt af van de rest van de woning; ook woningen in één straat kunnen er dus in " +
			"verschillen.",
	}.in(l)
}

// KrigingNotes says where kriging begins and what it adds, and explains a negative weight among the sales that are shown.
func (l Language) KrigingNotes(k explain.Kriging, shown []explain.LikeSale) []string {
	start := phrase{"By its characteristics and place", "Op grond van kenmerken en ligging"}
	if k.Nonspatial {
		start = phrase{
			"By its characteristics alone, whatever its place,",
			"Op grond van de kenmerken alleen, los van de ligging,",
		}
	}
	notes := []string{phrase{
		"%s this home would be worth %s in the market as a whole. The value is then moved as far as the prices of similar " +
			"homes nearby were above or below what the same model expects of them.",
		"%s zou deze woning in de markt als geheel %s waard zijn. Daarop volgt een correctie: hoeveel soortgelijke woningen in " +
			"de buurt meer of minder hebben opgebracht dan hetzelfde model verwacht.",
	}.fill(l, start.in(l), l.Euros(gevel.Euro(math.Round(k.Trend))))}
	if slices.ContainsFunc(shown, func(s explain.LikeSale) bool { return math.Round(100*s.Weight) < 0 }) {
		notes = append(notes, phrase{
			"A negative weight takes off what would otherwise count twice, since the sale resembles others that are nearer by or " +
				"more alike.",
			"Een negatief gewicht haalt weg wat anders dubbel zou meetellen, omdat de verkoop lijkt op andere die dichterbij of " +
				"gelijkender zijn.",
		}.in(l))
	}
	return notes
}
