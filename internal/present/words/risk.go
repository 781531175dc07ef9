// Reasons why an error is larger or smaller than the typical sale's, a clause each.

package words

import (
	"fmt"
	"math"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/explain"
)

// A measure compares a figure of the home with the typical sale's: words with a place for each.
type measure struct {
	phrase
	less, times float64 // what makes both readable: less is taken off, and times multiplies
	decimals    int
}

// number writes a figure as the words need it.
func (m *measure) number(l Language, figure gevel.Opt[float64]) string {
	return l.Number(m.times*(figure.V-m.less), m.decimals)
}

// measured are the measures by risk.
var measured = map[explain.RiskName]*measure{
	explain.ApproachesDiffer: {phrase{
		"the methods' outcomes differ by %s %% together; %s %% is usual",
		"de uitkomsten van de benaderingen lopen %s %% uiteen; %s %% is gebruikelijk",
	}, 0, 100, 1},
	explain.ComparablesDiffer: {phrase{
		"the adjusted prices of the comparable sales lie %s %% apart; %s %% is usual",
		"de gecorrigeerde prijzen van de vergelijkbare verkopen lopen %s %% uiteen; %s %% is gebruikelijk",
	}, 0, 100, 1},
	explain.ComparablesFar: {phrase{
		"the comparable sales lie within %s m of this home; %s m is usual",
		"de vergelijkbare verkopen liggen binnen %s m van deze woning; %s m is gebruikelijk",
	}, 0, 1, 0},
	explain.ComparablesAdjusted: {phrase{
		"the prices of the comparable sales were adjusted by %s %% on average; %s %% is usual",
		"de prijzen van de vergelijkbare verkopen zijn gemiddeld %s %% gecorrigeerd; %s %% is gebruikelijk",
	}, 1, 100, 0},
	explain.LikeHomesFew: {phrase{
		"sales of similar homes nearby show the price to within %s %%; %s %% is usual",
		"verkopen van soortgelijke woningen in de buurt laten de prijs op %s %% nauwkeurig zien; %s %% is gebruikelijk",
	}, 0, 100, 1},
}

// Risk words a risk of a home.
func (l Language) Risk(d explain.Risk, e explain.Explanation) string {
	if m, ok := measured[d.Name]; ok {
		return m.fill(l, m.number(l, d.Has), m.number(l, d.Typical))
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
		return phrase{
			"for homes of this type (%s) the value usually lies %s the price",
			"bij woningen van dit type (%s) ligt de waarde doorgaans %s de verkoopprijs",
		}.fill(l, l.Group(e.Home.BuildType.Group()), l.nearOrFar(d))
	case explain.Surroundings:
		return phrase{
			"for homes in this area the value usually lies %s the price",
			"bij woningen in dit gebied ligt de waarde doorgaans %s de verkoopprijs",
		}.fill(l, l.nearOrFar(d))
	case explain.BuildPeriod:
		return phrase{
			"for homes built %s the value usually lies %s the price",
			"bij woningen uit deze bouwperiode (%s) ligt de waarde doorgaans %s de verkoopprijs",
		}.fill(l, l.BuildPeriod(gevel.BuildYearCat(e.Home.BuildYear.V)), l.nearOrFar(d))
	case explain.Staleness:
		if l.Number(d.Has.V, 0) == "1" {
			return phrase{
				"the newest sales date from a month before the valuation date",
				"de nieuwste verkopen zijn van een maand voor de waardepeildatum",
			}.in(l)
		}
		return phrase{
			"the newest sales date from %.0f months before the valuation date",
			"de nieuwste verkopen zijn van %.0f maanden voor de waardepeildatum",
		}.fill(l, d.Has.V)
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
	return phrase{
		"no value is expected to be %s than %s %% off on average",
		"bij geen enkele woning wordt gemiddeld %s dan %s %% afwijking verwacht",
	}.fill(l, side.in(l), l.Number(100*size, 1))
}

// apart words the distance of the home's own last sale from the other approaches.
func (l Language) apart(d explain.Risk, known bool) string {
	if !known {
		return phrase{
			"this home has no own sale that contradicts the other methods",
			"er is geen eerdere verkoop van deze woning die van de andere benaderingen afwijkt",
		}.in(l)
	}
	return phrase{
		"its own last sale moves the value by %s %% from the other methods; %s %% is usual",
		"door de laatste verkoop van deze woning wijkt de waarde %s %% af van de andere benaderingen; %s %% is gebruikelijk",
	}.fill(l, l.Number(100*d.Has.V, 1), l.Number(100*d.Typical.V, 1))
}

// comparables compares the number of comparables with the usual one.
func (l Language) comparables(n, usual string) string {
	if n == "1" {
		return phrase{
			"there is about one well comparable sale; %s is usual",
			"er is ongeveer één goed vergelijkbare verkoop; %s is gebruikelijk",
		}.fill(l, usual)
	}
	return phrase{
		"there are about %s well comparable sales; %s is usual",
		"er zijn ongeveer %s goed vergelijkbare verkopen; %s is gebruikelijk",
	}.fill(l, n, usual)
}

// likeness says how much the homes sold nearby are like the home, compared with the typical sale.
func (l Language) likeness(d explain.Risk) string {
	if d.Factor > 1 {
		return phrase{
			"the homes that were sold nearby differ a lot from this one",
			"de woningen die in de buurt zijn verkocht, lijken weinig op deze",
		}.in(l)
	}
	return phrase{
		"homes much like this one were sold nearby",
		"in de buurt zijn woningen verkocht die sterk op deze lijken",
	}.in(l)
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
	return phrase{
		"unusual among sold homes of its type; nearly all have: ",
		"ongebruikelijk onder verkochte woningen van dit type; bijna alle hebben: ",
	}.in(l) + strings.Join(names, ", ")
}

// imputed lists the characteristics that were not known and imputed.
func (l Language) imputed(steps []explain.Step) string {
	var names []string
	for _, s := range steps {
		if s.Imputed {
			names = append(names, l.named(s.Name, s.Label, s.Dutch))
		}
	}
	what := phrase{
		"%d characteristics are not known and were taken from similar homes sold nearby: %s",
		"%d kenmerken zijn niet bekend en overgenomen van soortgelijke woningen die in de buurt zijn verkocht: %s",
	}
	if len(names) == 1 {
		what = phrase{
			"%d characteristic is not known and was taken from similar homes sold nearby: %s",
			"%d kenmerk is niet bekend en overgenomen van soortgelijke woningen die in de buurt zijn verkocht: %s",
		}
	}
	return what.fill(l, len(names), strings.Join(names, ", "))
}

// side words the ratio of a home to the middle of the market on one side of it, 1 if it does not lie there. The
// typical sale's ratio is left out: most lie on the other side, or near.
func (l Language) side(times float64, side phrase) string {
	if times == 1 {
		return phrase{
			"this home is not %s than most homes in the market", "deze woning is niet %s dan de meeste woningen in de markt",
		}.fill(l, side.in(l))
	}
	share := l.Number(100*math.Abs(times-1), 0)
	if times < 1 {
		return phrase{
			"this home is %s %% cheaper than the typical home in the market", "deze woning is %s %% goedkoper dan een doorsneewoning",
		}.fill(l, share)
	}
	if times >= 2 {
		return phrase{
			"this home costs %s times as much as the typical home in the market", "deze woning is %s keer zo duur als een doorsneewoning",
		}.fill(l, l.Number(times, 1))
	}
	return phrase{
		"this home is %s %% dearer than the typical home in the market", "deze woning is %s %% duurder dan een doorsneewoning",
	}.fill(l, share)
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
		return phrase{
			"for homes without a known sale of their own the value usually lies %s the price",
			"bij woningen waarvan geen eerdere verkoop bekend is, ligt de waarde doorgaans %s de verkoopprijs",
		}.fill(l, l.nearOrFar(d))
	case own.Credibility < strangeOwnSale:
		return phrase{
			"its own sale %s ago hardly counts, because it differs too much from all other evidence",
			"de verkoop van deze woning %s geleden telt nauwelijks mee, omdat die te veel afwijkt van de andere verkopen",
		}.fill(l, ago)
	case holds < 100*wholeOwnSale && own.Unchanged < own.Credibility:
		return phrase{
			"its own sale %s ago counts for only %.0f %%, because the home has changed since",
			"de verkoop van deze woning %s geleden telt voor %.0f %% mee, omdat de woning sindsdien is veranderd",
		}.fill(l, ago, holds)
	case holds < 100*wholeOwnSale:
		return phrase{
			"its own sale %s ago counts for only %.0f %%, because it differs from all other evidence",
			"de verkoop van deze woning %s geleden telt voor %.0f %% mee, omdat die afwijkt van de andere verkopen",
		}.fill(l, ago, holds)
	}
	return phrase{
		"for homes that, like this one, were sold %s ago the value usually lies %s the price",
		"bij woningen die net als deze %s geleden zijn verkocht, ligt de waarde doorgaans %s de verkoopprijs",
	}.fill(l, ago, l.nearOrFar(d))
}
