// Package reconcile combines the approaches' indications for a home into one value, with weights learned from their
// errors on sales that the models had not seen. It knows numbers only.
package reconcile

import (
	"errors"
	"fmt"
	"math"
)

// Approach is one way of valuing.
type Approach int

// The approaches, in the order in which they are reconciled.
const (
	Hedonic     Approach = iota // linear model and trees
	Kriging                     // trend, and the residuals of like homes nearby
	Comparables                 // sales of other homes, adjusted
	OwnSale                     // the subject's own last sale
	Approaches
)

var names = [Approaches]string{Hedonic: "hedonic", Kriging: "kriging", Comparables: "comparables", OwnSale: "ownSale"}

// String returns the approach's name.
func (a Approach) String() string { return names[a] }

// Values has a number per approach: an indication or its error in log euros, or a weight.
type Values [Approaches]float64

// Basis holds what the weights depend on.
type Basis struct {
	// KrigingDeviation is the log of the standard deviation that kriging gives its own
	// estimate: less with more, nearer, more similar and more recent sales.
	KrigingDeviation float64

	HasOwnSale bool    // whether the home has an earlier sale of its own
	Change     float64 // of the home's hedonic estimate since, log euros
	Gap        float64 // of the own sale's indication to the value without it, log euros
}

// Model holds the weights. Fields are exported for encoding only.
type Model struct {
	// Deviations are a low and a high kriging deviation (see Basis), and WithoutOwn holds the
	// weights at each for homes without an own sale. Weights are interpolated between them.
	Deviations [2]float64
	WithoutOwn [2]Values
	// Own holds the weights of a home with a credible own sale, and Agrees gives the credibility of one.
	Own    Values
	Agrees Agreement
	// Raised is the share by which the weights go on towards an own sale that lies above all else; see raise.
	Raised float64
}

// Weights returns the weights of the approaches. They sum to 1.
func (m *Model) Weights(b Basis) Values {
	without := m.withoutOwn(b)
	if !b.HasOwnSale {
		return without
	}
	return interpolate(interpolate(without, m.Own, b.Unchanged()*m.Credibility(b)), ownAlone, m.Raised*b.raise())
}

// ownAlone are the weights of a value that is the own sale's indication.
var ownAlone = Values{OwnSale: 1}

// raisedGap is the gap at which an own sale above all else says most, log euros: less may be chance, more a mistyped
// price or a home that was then worth more.
const raisedGap = 0.2

// raise returns how much an own sale above all else says that the home is better than it seems, 0 to 1. A price below
// may be one among relatives, or of a home that was worked on since; above there is no such reason.
func (b Basis) raise() float64 {
	z := math.Max(0, b.Gap) / raisedGap
	return b.Unchanged() * z * math.Exp((1-z*z)/2)
}

// Value returns the weighted mean of the indications.
func (m *Model) Value(indications Values, b Basis) float64 { return combine(m.Weights(b), indications) }

// Gap returns the own sale's indication less the value without it.
func (m *Model) Gap(indications Values, b Basis) float64 {
	return indications[OwnSale] - combine(m.withoutOwn(b), indications)
}

// withoutOwn returns the weights as if the home had no own sale.
func (m *Model) withoutOwn(b Basis) Values {
	share := 0.0
	if low, high := m.Deviations[0], m.Deviations[1]; high > low {
		share = math.Max(0, math.Min(1, (b.KrigingDeviation-low)/(high-low)))
	}
	return interpolate(m.WithoutOwn[0], m.WithoutOwn[1], share)
}

// interpolate returns the weights at a fraction of the distance from a to b.
func interpolate(a, b Values, share float64) (w Values) {
	for i := range w {
		w[i] = (1-share)*a[i] + share*b[i]
	}
	return w
}

// combine returns the weighted mean of values. Those without weight may be NaN.
func combine(weights, values Values) float64 {
	sum := 0.0
	for i, w := range weights {
		if w > 0 {
			sum += w * values[i]
		}
	}
	return sum
}

// Mean returns the mean of values by these weights. Those without weight may be NaN.
func (w Values) Mean(values Values) float64 { return combine(w, values) }

// Check reports whether a model that was read is sound: weights sum to 1, and agreements are distributions.
func (m *Model) Check() error {
	for _, weights := range append(m.WithoutOwn[:], m.Own) {
		sum := 0.0
		for _, w := range weights {
			if !(w >= 0) {
				return fmt.Errorf("the weight of an approach is %v", w)
			}
			sum += w
		}
		if math.Abs(sum-1) > 1e-6 {
			return fmt.Errorf("the weights of the approaches sum to %v", sum)
		}
	}
	if !(m.Raised >= 0 && m.Raised <= 1) {
		return fmt.Errorf("own sales above all else are raised by %v", m.Raised)
	}
	if math.IsNaN(m.Deviations[0]) || math.IsNaN(m.Deviations[1]) {
		return errors.New("the deviations at which weights are set are no numbers")
	}
	if !m.Agrees.sound() {
		return fmt.Errorf("the agreement of own sales is no distribution: %+v", m.Agrees)
	}
	return nil
}

func (a *Agreement) sound() bool {
	return a.Strange > 0 && a.Strange < 1 && math.Abs(a.Middle) < math.Inf(1) &&
		a.Narrow > 0 && a.Wide > a.Narrow && a.Wide < math.Inf(1)
}

// The credibility of a home's own last sale: it falls as the home has changed since, and as
// its indexed price disagrees with the other approaches.

// ownChange is the change of a home, in log euros, at which its own sale counts half:
// three tenths of an adjustment may be wrong, which then equals the error of the sale itself.
const ownChange = 0.3

// Unchanged returns the share of its weight that an own sale keeps as the home changes:
// the square of the change adds to its variance.
func (b Basis) Unchanged() float64 { return 1 / (1 + (b.Change/ownChange)*(b.Change/ownChange)) }

// Credibility returns the probability that the own sale's price was a market price of the home as
// it is. Otherwise the home was worked on since, or sold among relatives or under duress.
func (m *Model) Credibility(b Basis) float64 { return m.Agrees.credibility(b.Gap) }

// Agreement is the distribution of the gap between own sales and the values without them: a mixture of two normal
// distributions, in log euros. Credible sales have the narrow one; strange sales have the wide one: homes bought to be
// worked on, sold among relatives or under duress. Fields are exported for encoding only.
type Agreement struct {
	Strange      float64 // share of the strange sales
	Narrow       float64 // standard deviation of the gap of credible sales; its mean is 0
	Middle, Wide float64 // mean and standard deviation of the gap of strange sales
}

// priorAgreement is the agreement before sales are seen; it counts as priorSales sales.
var priorAgreement = Agreement{Strange: 0.05, Narrow: 0.12, Wide: 0.5}

const (
	priorSales = 20.0
	// agreementRounds is the number of times that the mixture is refitted; shares settle within a hundredth.
	agreementRounds = 40
	// leastNarrow is the least deviation of the gap of credible sales: two prices of
	// one home differ that much by chance.
	leastNarrow = 0.03
	// leastWide is the least ratio of the deviation of strange sales to the deviation of credible ones.
	leastWide = 2.0
)

// credibility returns the probability that a sale with a gap is credible.
func (a *Agreement) credibility(gap float64) float64 {
	narrow, wide := gap/a.Narrow, (gap-a.Middle)/a.Wide
	odds := a.Strange / (1 - a.Strange) * a.Narrow / a.Wide * math.Exp((narrow*narrow-wide*wide)/2)
	return 1 / (1 + odds)
}

// fitAgreement fits the mixture to the gaps of own sales, weighted by counts, by
// expectation maximisation (Dempster, Laird and Rubin 1977).
func fitAgreement(bases []Basis, counts []float64) Agreement {
	a := priorAgreement
	for range agreementRounds {
		// The prior counts as sales of both kinds.
		strange, credible := priorSales*priorAgreement.Strange, priorSales*(1-priorAgreement.Strange)
		narrow := credible * priorAgreement.Narrow * priorAgreement.Narrow
		sum, wide := 0.0, strange*priorAgreement.Wide*priorAgreement.Wide
		for i, count := range counts {
			if count == 0 {
				continue
			}
			gap := bases[i].Gap
			p := count * a.credibility(gap)
			credible += p
			narrow += p * gap * gap
			strange += count - p
			sum += (count - p) * gap
			wide += (count - p) * gap * gap
		}
		a.Strange, a.Middle = strange/(strange+credible), sum/strange
		a.Narrow = math.Max(leastNarrow, math.Sqrt(narrow/credible))
		a.Wide = math.Max(leastWide*a.Narrow, math.Sqrt(math.Max(0, wide/strange-a.Middle*a.Middle)))
	}
	return a
}
