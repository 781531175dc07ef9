// Reasons why an error is larger or smaller than the typical sale's, a clause each.

package words

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/value/explain"
)

// A measure compares a figure of the home with the typical sale's: a sentence with a place for each.
type measure struct {
	sentence    string
	less, times float64 // what makes both readable: less is taken off, and times multiplies
	decimals    int
}

// number writes a figure as the words need it.
func (m *measure) number(l Language, figure gevel.Opt[float64]) string {
	return l.Number(m.times*(figure.V-m.less), m.decimals)
}

// measured are the measures by risk.
var measured = map[explain.RiskName]*measure{
	explain.ApproachesDiffer:    {"the methods outcomes differ by", 0, 100, 1},
	explain.ComparablesDiffer:   {"the adjusted prices of the", 0, 100, 1},
	explain.ComparablesFar:      {"the comparable sales lie within", 0, 1, 0},
	explain.ComparablesAdjusted: {"the prices of the comparable", 1, 100, 0},
	explain.LikeHomesFew:        {"sales of similar homes nearby", 0, 100, 1},
}

// Risk words a risk of a home.
func (l Language) Risk(d explain.Risk, e explain.Explanation) string {
	if m, ok := measured[d.Name]; ok {
		return say(m.sentence).fill(l, m.number(l, d.Has), m.number(l, d.Typical))
	}
	switch d.Name {
	case explain.ComparablesCount:
		return l.comparables(l.Number(d.Has.V, 0), l.Number(d.Typical.V, 0))
	case explain.LikeHomesUnlike:
		return l.likeness(d)
	case explain.OwnSaleApart:
		return l.apart(d, e.OwnSale.Known)
	case explain.OwnSaleAge:
		return l.ownSale(d, e.OwnSale)
	case explain.BelowMiddle:
		return l.side(d.Has.V, phrase{"cheaper", "goedkoper"})
	case explain.AboveMiddle:
		return l.side(d.Has.V, phrase{"dearer", "duurder"})
	case explain.HouseType:
		return say("for homes of this type").fill(l, l.Group(e.Home.BuildType.Group()), l.nearOrFar(d))
	case explain.Surroundings:
		return say("for homes in this area").fill(l, l.nearOrFar(d))
	case explain.BuildPeriod:
		return say("for homes built the value").fill(l, l.BuildPeriod(gevel.BuildYearCat(e.Home.BuildYear.V)), l.nearOrFar(d))
	case explain.Staleness:
		if l.Number(d.Has.V, 0) == "1" {
			return say("the newest sales date from").in(l)
		}
		return say("the newest sales date from months").fill(l, d.Has.V)
	case explain.Extreme:
		return l.extreme(e.Steps)
	case explain.Imputed:
		return l.imputed(e.Steps)
	case explain.Bounds:
		return l.bound(d, e.Certainty.Size)
	}
	return string(d.Name)
}

// bound words which bound of the error's size is reached.
func (l Language) bound(d explain.Risk, size float64) string {
	side := phrase{"more", "meer"}
	if d.Factor > 1 {
		side = phrase{"less", "minder"}
	}
	return say("no value is expected to").fill(l, side.in(l), l.Number(100*size, 1))
}

// apart words the distance of the home's own last sale from the other approaches.
func (l Language) apart(d explain.Risk, known bool) string {
	if !known {
		return say("this home has no own").in(l)
	}
	return say("its own last sale moves").fill(l, l.Number(100*d.Has.V, 1), l.Number(100*d.Typical.V, 1))
}

// comparables compares the number of comparables with the usual one.
func (l Language) comparables(n, usual string) string {
	if n == "1" {
		return say("there is about one well").fill(l, usual)
	}
	return say("there are about well comparable").fill(l, n, usual)
}

// likeness says how much the homes sold nearby are like the home, compared with the typical sale.
func (l Language) likeness(d explain.Risk) string {
	if d.Factor > 1 {
		return say("the homes that were sold").in(l)
	}
	return say("homes much like this one").in(l)
}

// nearOrFar compares the errors of homes in its segment with others.
func (l Language) nearOrFar(d explain.Risk) string {
	if d.Factor > 1 {
		return phrase{"further from", "verder van"}.in(l)
	}
	return phrase{"closer to", "dichter bij"}.in(l)
}

// extreme lists the characteristics in which the home exceeds, or falls below, nearly all that were sold.
func (l Language) extreme(steps []explain.Step) string {
	var names []string
	for _, s := range steps {
		if s.Sold != "" {
			names = append(names, fmt.Sprintf("%s (%s)", l.named(s.Name, s.Label, s.Dutch), l.Value(s.Sold)))
		}
	}
	return say("unusual among sold homes of").in(l) + strings.Join(names, ", ")
}

// imputed lists the characteristics that were not known and imputed.
func (l Language) imputed(steps []explain.Step) string {
	var names []string
	for _, s := range steps {
		if s.Imputed {
			names = append(names, l.named(s.Name, s.Label, s.Dutch))
		}
	}
	what := say("characteristics are not known and")
	if len(names) == 1 {
		what = say("characteristic is not known and")
	}
	return what.fill(l, len(names), strings.Join(names, ", "))
}

// side words the ratio of a home to the middle of the market on one side of it, 1 if it does not lie there. The
// typical sale's ratio is left out: most lie on the other side, or near.
func (l Language) side(times float64, side phrase) string {
	if times == 1 {
		return say("this home is not than").fill(l, side.in(l))
	}
	share := l.Number(100*math.Abs(times-1), 0)
	if times < 1 {
		return say("this home is cheaper than").fill(l, share)
	}
	if times >= 2 {
		return say("this home costs times as").fill(l, l.Number(times, 1))
	}
	return say("this home is dearer than").fill(l, share)
}

const (
	// wholeOwnSale is the share of its weight from which an own sale counts in full.
	wholeOwnSale = 0.9
	// strangeOwnSale is the probability, that its price was a market price of the home as it is, below which an own
	// sale hardly counts in words.
	strangeOwnSale = 0.5
)

// ownSale words the weight of the home's own sale.
func (l Language) ownSale(d explain.Risk, known gevel.Opt[explain.OwnSale]) string {
	own, ago := known.V, l.Span(d.Has.V)
	holds := 100 * own.Unchanged * own.Credibility
	switch {
	case !known.Known:
		return say("for homes without a known").fill(l, l.nearOrFar(d))
	case own.Credibility < strangeOwnSale:
		return say("its own sale ago hardly").fill(l, ago)
	case holds < 100*wholeOwnSale && own.Unchanged < own.Credibility:
		return say("its own sale ago counts").fill(l, ago, holds)
	case holds < 100*wholeOwnSale:
		return say("its own sale ago counts for").fill(l, ago, holds)
	}
	return say("for homes that like this").fill(l, ago, l.nearOrFar(d))
}

// Notes on what may surprise in an explanation, a sentence each.

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
