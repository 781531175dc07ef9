// Reasons why an error is larger or smaller than the typical sale's, a clause each.

package words

import (
	"fmt"
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
		"comparables and kriging differ from the hedonic value by %s %% together, typically %s %%",
		"vergelijkbare verkopen en kriging wijken samen %s %% af van de hedonische waarde, doorgaans %s %%",
	}, 0, 100, 1},
	explain.ComparablesDiffer: {phrase{
		"the comparables, adjusted by the mean of two estimates, lie %s %% apart, typically %s %%",
		"de vergelijkbare verkopen, gecorrigeerd met het gemiddelde van twee schattingen, liggen %s %% uiteen, doorgaans %s %%",
	}, 0, 100, 1},
	explain.ComparablesFar: {phrase{
		"the comparables' streets, by their middles, lie within %s m of its own, typically %s m",
		"de straten van de vergelijkbare verkopen liggen, van midden tot midden, binnen %s m van de eigen straat, doorgaans %s m",
	}, 0, 1, 0},
	explain.ComparablesAdjusted: {phrase{
		"the comparables' prices were adjusted by %s %% on average, typically %s %%",
		"de prijzen van de vergelijkbare verkopen zijn gemiddeld %s %% gecorrigeerd, doorgaans %s %%",
	}, 1, 100, 0},
	explain.LikeHomesFew: {phrase{
		"sales of similar homes nearby give the price of such a home to within %s %%, typically %s %%",
		"verkopen van vergelijkbare woningen in de buurt geven de prijs van zo'n woning op %s %% nauwkeurig, doorgaans %s %%",
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
		return l.side(d.Has.V, phrase{"below", "onder"})
	case explain.AboveMiddle:
		return l.side(d.Has.V, phrase{"above", "boven"})
	case explain.HouseType:
		return phrase{
			"values of homes of its type (%s) lie %s prices than others",
			"waarden van woningen van dit type (%s) wijken %s af van de prijs dan andere",
		}.fill(l, l.Group(e.Home.BuildType.Group()), l.nearOrFar(d))
	case explain.Surroundings:
		return phrase{
			"values of homes in its area lie %s prices than elsewhere",
			"waarden van woningen in dit gebied wijken %s af van de prijs dan elders",
		}.fill(l, l.nearOrFar(d))
	case explain.BuildPeriod:
		return phrase{
			"values of homes of its time of construction (%s) lie %s prices than others",
			"waarden van woningen uit deze bouwperiode (%s) wijken %s af van de prijs dan andere",
		}.fill(l, gevel.BuildYearCat(e.Home.BuildYear.V), l.nearOrFar(d))
	case explain.Staleness:
		if l.Number(d.Has.V, 0) == "1" {
			return phrase{
				"the market is taken to be known until a month before the valuation date",
				"de markt geldt als bekend tot een maand voor de waardepeildatum",
			}.in(l)
		}
		return phrase{
			"the market is taken to be known until %.0f months before the valuation date",
			"de markt geldt als bekend tot %.0f maanden voor de waardepeildatum",
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
	side := phrase{"above", "boven"}
	if d.Factor > 1 {
		side = phrase{"below", "onder"}
	}
	return phrase{
		"a mean error %s %s %% is expected of no home", "voor geen woning wordt een gemiddelde fout %s %s %% verwacht",
	}.fill(l, side.in(l), l.Number(100*size, 1))
}

// apart words the distance of the home's own last sale from the other approaches.
func (l Language) apart(d explain.Risk, known bool) string {
	if !known {
		return phrase{
			"no last sale of its own pulls the value away from the other approaches; typically one does by %s %%",
			"geen eigen laatste verkoop trekt de waarde weg van de andere benaderingen; doorgaans scheelt dat %s %%",
		}.fill(l, l.Number(100*d.Typical.V, 1))
	}
	return phrase{
		"its own last sale pulls the value %s %% away from the other approaches, typically %s %%",
		"de eigen laatste verkoop trekt de waarde %s %% weg van de andere benaderingen, doorgaans %s %%",
	}.fill(l, l.Number(100*d.Has.V, 1), l.Number(100*d.Typical.V, 1))
}

// comparables compares the number of comparables with the usual one.
func (l Language) comparables(n, usual string) string {
	if n == "1" {
		return phrase{
			"there is about one well comparable sale; %s is usual", "er is ongeveer één goed vergelijkbare verkoop; %s is gebruikelijk",
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
			"the homes that were sold nearby are little like it",
			"de woningen die in de buurt zijn verkocht lijken weinig op deze",
		}.in(l)
	}
	return phrase{
		"homes that are much like it were sold nearby",
		"er zijn in de buurt woningen verkocht die sterk op deze lijken",
	}.in(l)
}

// nearOrFar compares the errors of homes in its segment with others.
func (l Language) nearOrFar(d explain.Risk) string {
	if d.Factor > 1 {
		return phrase{"further from", "vaker ver"}.in(l)
	}
	return phrase{"closer to", "minder vaak ver"}.in(l)
}

// extreme lists the characteristics in which the home exceeds, or falls below, nearly all that were sold.
func (l Language) extreme(steps []explain.Step) string {
	var names []string
	for _, s := range steps {
		if s.Sold != "" {
			names = append(names, fmt.Sprintf("%s (%s)", l.named(s.Name), l.Value(s.Sold)))
		}
	}
	return phrase{
		"it lies outside what nearly all homes of its type that were sold have: ",
		"de woning valt buiten wat bijna alle verkochte woningen van haar type hebben: ",
	}.in(l) + strings.Join(names, ", ")
}

// imputed lists the characteristics that were not known and imputed.
func (l Language) imputed(steps []explain.Step) string {
	var names []string
	for _, s := range steps {
		if s.Imputed {
			names = append(names, l.named(s.Name))
		}
	}
	what := phrase{
		"%d characteristics are not known and were imputed from like homes sold nearby: %s",
		"%d kenmerken zijn niet bekend en ontleend aan vergelijkbare woningen die in de buurt zijn verkocht: %s",
	}
	if len(names) == 1 {
		what = phrase{
			"%d characteristic is not known and was imputed from like homes sold nearby: %s",
			"%d kenmerk is niet bekend en ontleend aan vergelijkbare woningen die in de buurt zijn verkocht: %s",
		}
	}
	return what.fill(l, len(names), strings.Join(names, ", "))
}

// side words the ratio of a home to the middle of the market on one side of it, 1
// if it does not lie there. The typical sale's ratio is left out: most lie on the
// other side, or near.
func (l Language) side(times float64, side phrase) string {
	if times == 1 {
		return phrase{
			"its value does not lie %s the middle of the market", "de waarde ligt niet %s het midden van de markt",
		}.fill(l, side.in(l))
	}
	return phrase{
		"its value is %s times the middle of the market", "de waarde is %s keer het midden van de markt",
	}.fill(l, l.Number(times, 2))
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
			"values of homes without a known sale of their own lie %s prices than others",
			"waarden van woningen zonder bekende eigen verkoop wijken %s af van de prijs dan andere",
		}.fill(l, l.nearOrFar(d))
	case own.Credibility < strangeOwnSale:
		return phrase{
			"its own sale %s ago hardly counts, as it is so unlike all else",
			"de eigen verkoop van %s geleden telt nauwelijks mee, omdat die zo afwijkt van al het andere",
		}.fill(l, ago)
	case holds < 100*wholeOwnSale && own.Unchanged < own.Credibility:
		return phrase{
			"its own sale %s ago counts, but only by %.0f %%, as the home has changed since",
			"de eigen verkoop van %s geleden telt mee, maar voor %.0f %%, omdat de woning sindsdien is veranderd",
		}.fill(l, ago, holds)
	case holds < 100*wholeOwnSale:
		return phrase{
			"its own sale %s ago counts, but only by %.0f %%, as it lies apart from all else",
			"de eigen verkoop van %s geleden telt mee, maar voor %.0f %%, omdat die afwijkt van al het andere",
		}.fill(l, ago, holds)
	}
	return phrase{
		"values of homes that were sold %s ago, as this one, lie %s prices than others",
		"waarden van woningen die net als deze %s geleden zijn verkocht wijken %s af van de prijs dan andere",
	}.fill(l, ago, l.nearOrFar(d))
}
