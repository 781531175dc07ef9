// Reasons why an error is larger or smaller than the typical sale's, a clause each.

package words

import (
	"fmt"
	"math"
	"strings"

	"github.com/gevel/gevel"
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
