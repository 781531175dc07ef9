package valuer

import (
	"math"

	"github.com/gevel/gevel/internal/market"
)

// asSold returns the subject as its own sale sold it, and whether that is more than the sale
// told: where the subject was taken to have the usual, so was the home sold. Else it would seem
// to have changed from not known to the usual. The home is valid until the next call; near has
// just been called for the question.
func (d *desk) asSold(v *Vintage, q question, row int32) (then *market.Home, more bool) {
	then = d.asTold(row)
	if !q.completed || !v.Usual[then.BuildType.Group()].misses(d.sales, then) {
		return then, false
	}
	d.complete(v, question{home: then, day: q.day, known: q.known}, then.UseSurface)
	return then, true
}

// asTold returns the subject as its own sale told it. The home is valid until the next call.
func (d *desk) asTold(row int32) *market.Home {
	d.then = d.sales.Home(int(row), d.then.Extra)
	return &d.then
}

// soldFor returns the hedonic estimate of the subject as its own sale sold it, less the index.
func (d *desk) soldFor(v *Vintage, q question, row int32) float64 {
	if then, more := d.asSold(v, q, row); more {
		return v.Hedonic.Estimate(then)
	}
	return float64(v.Base[row])
}

// ownChange is the change of a home with which its own sale counts half: three tenths
// of an adjustment may be wrong, and that is then as much as the sale tells by itself,
// in log euros.
const ownChange = 0.3

// unchanged returns the share of its weight that an own sale keeps as the home changes:
// the square of the change adds to its variance.
func (e basis) unchanged() float64 {
	return 1 / (1 + (e.change/ownChange)*(e.change/ownChange))
}

// Agreement is how own sales lie beside the values without them: a mixture of two
// normal distributions of the gap between the two. One is narrow, of sales that tell of
// the home as it is; one is wide, of those that do not: homes bought to be worked on,
// sold among relatives or under duress. Gaps are in log euros. Fields are exported for
// encoding only.
type Agreement struct {
	Strange      float64 // the share of the sales that do not tell of the home
	Narrow       float64 // standard deviation of the gap of those that do; its mean is 0
	Middle, Wide float64 // mean and standard deviation of the gap of the others
}

// guessAgreement is what is expected before sales tell, as from guessAgreements of them.
var guessAgreement = Agreement{Strange: 0.05, Narrow: 0.12, Wide: 0.5}

const (
	guessAgreements = 20.0
	// agreementRounds is how often the two kinds are told apart anew; shares settle
	// within a hundredth.
	agreementRounds = 40
	// leastNarrow is the least deviation of the gap of sales that tell: so much two prices of
	// one home may differ by chance.
	leastNarrow = 0.03
	// leastWide is how many times as wide the one distribution is as the other, at
	// least.
	leastWide = 2.0
)

// tells returns the probability that a sale with a gap tells of the home as it is.
func (a *Agreement) tells(gap float64) float64 {
	narrow, wide := gap/a.Narrow, (gap-a.Middle)/a.Wide
	odds := a.Strange / (1 - a.Strange) * a.Narrow / a.Wide * math.Exp((narrow*narrow-wide*wide)/2)
	return 1 / (1 + odds)
}

// fitAgreement learns from the gaps of own sales, each for so many as it counts, by
// expectation and maximisation in turn (Dempster, Laird and Rubin 1977).
func fitAgreement(known []basis, counts []float64) Agreement {
	a := guessAgreement
	for range agreementRounds {
		// What is expected counts as sales of both kinds.
		strange, told := guessAgreements*guessAgreement.Strange, guessAgreements*(1-guessAgreement.Strange)
		narrow := told * guessAgreement.Narrow * guessAgreement.Narrow
		sum, wide := 0.0, strange*guessAgreement.Wide*guessAgreement.Wide
		for i, count := range counts {
			if count == 0 {
				continue
			}
			gap := known[i].gap
			tells := count * a.tells(gap)
			told += tells
			narrow += tells * gap * gap
			strange += count - tells
			sum += (count - tells) * gap
			wide += (count - tells) * gap * gap
		}
		a.Strange, a.Narrow, a.Middle = strange/(strange+told), math.Max(leastNarrow, math.Sqrt(narrow/told)), sum/strange
		a.Wide = math.Max(leastWide*a.Narrow, math.Sqrt(math.Max(0, wide/strange-a.Middle*a.Middle)))
	}
	return a
}
