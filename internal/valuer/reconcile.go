package valuer

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/stats"
)

// Reconciliation holds how the approaches' indications are weighed: by the errors
// that they made out of time. Fields are exported for encoding only.
type Reconciliation struct {
	// WithoutOwn weighs a home without an own earlier sale; WithOwn weighs one with,
	// by years since that sale.
	WithoutOwn [approaches]float64
	WithOwn    [len(ownYearKnots)][approaches]float64
}

// ownYearKnots are the years since the own sale at which weights are set; between
// them weights run straight, so that no day changes a value by a jump.
var ownYearKnots = [...]float64{1, 4, 8, 14}

const (
	// oddError is where a single out-of-time error stops to count in full in the
	// covariance, in log euros.
	oddError = 0.5
	// priorErrors is how many errors the starting guess of a covariance counts for.
	priorErrors = 30
	// ownYearReach is how far from a knot a sale still tells something of it, years.
	ownYearReach = 3.0
)

// Starting guesses of the approaches' errors, in log euros: what a market with
// too few forward sales falls back on.
var guessErrors = [approaches]float64{byHedonic: 0.15, byLikeness: 0.15, byComps: 0.15, byOwnSale: 0.12}

const (
	guessOwnGrowth = 0.03 // of the own sale's error per square root of a year
	guessShared    = 0.7  // correlation of the approaches from other homes
	guessOwnShared = 0.2  // correlation of the own sale with any of those
)

// outcome is one sale valued before it was known.
type outcome struct {
	day   gevel.Date
	price float64 // euros
	situation
	at    gevel.Point
	err   [approaches]float64 // log price less indication; NaN without one
	own   ownEvidence
	blind *blind // the same of the home had it told little; nil where that was not tried
}

// ownEvidence is what an own last sale has to go on.
type ownEvidence struct {
	years  float64 // since it
	change float64 // of the home's estimate since, log euros
}

// ownChange is the change of a home with which its own sale counts half: three tenths
// of an adjustment may be wrong, and that is then as much as the sale tells by itself,
// in log euros.
const ownChange = 0.3

// holds returns the share of its weight that an own sale keeps as the home changes: the
// square of the change adds to its variance.
func (o ownEvidence) holds() float64 {
	return 1 / (1 + (o.change/ownChange)*(o.change/ownChange))
}

func (o *outcome) hasOwn() bool { return !math.IsNaN(o.err[byOwnSale]) }

func fitReconciliation(outcomes []outcome) Reconciliation {
	var r Reconciliation
	everyOne := func(*outcome) float64 { return 1 }
	r.WithoutOwn = leastDeviation(outcomes, int(byOwnSale), guessErrors, everyOne)
	for k, years := range ownYearKnots {
		guess := guessErrors
		guess[byOwnSale] += guessOwnGrowth * math.Sqrt(years)
		r.WithOwn[k] = leastDeviation(outcomes, int(approaches), guess, func(o *outcome) float64 {
			if !o.hasOwn() {
				return 0
			}
			near := (o.own.years - years) / ownYearReach
			return o.own.holds() * math.Exp(-near*near/2)
		})
	}
	return r
}

const (
	// deviationRounds is how often outcomes are weighted anew; the weights settle
	// within a hundredth.
	deviationRounds = 8
	// minDeviation is the error, in log euros, below which all errors count alike.
	minDeviation = 0.03
)

// leastDeviation returns the weights of the first n approaches with which the
// absolute errors of their mean are smallest: the minimum variance with each
// outcome weighted by one over its error, in turn. Tails are heavy, and variances
// would follow the few worst sales.
func leastDeviation(outcomes []outcome, n int, guess [approaches]float64, count func(*outcome) float64) (weights [approaches]float64) {
	for round := range deviationRounds {
		c := newCovariance(n, guess)
		for i := range outcomes {
			o := &outcomes[i]
			weight := count(o)
			if weight == 0 {
				continue
			}
			if round > 0 {
				weight *= typicalDeviation / math.Max(minDeviation, math.Abs(combine(weights, o.err)))
			}
			c.add(o.err, weight)
		}
		copy(weights[:], c.weights())
	}
	return weights
}

// typicalDeviation scales the weights of outcomes to about 1, as the starting guess
// has, in log euros.
const typicalDeviation = 0.08

// combine returns the weighted mean of values; those without weight may be NaN.
func combine(weights, values [approaches]float64) float64 {
	sum := 0.0
	for i, w := range weights {
		if w > 0 {
			sum += w * values[i]
		}
	}
	return sum
}

// weights returns the weights of the approaches; they sum to 1.
func (r *Reconciliation) weights(has bool, own ownEvidence) [approaches]float64 {
	if !has {
		return r.WithoutOwn
	}
	return between(r.WithoutOwn, r.since(own.years), own.holds())
}

// since returns the weights so many years after the own sale.
func (r *Reconciliation) since(years float64) [approaches]float64 {
	last := len(ownYearKnots) - 1
	if years <= ownYearKnots[0] {
		return r.WithOwn[0]
	}
	for k := range last {
		if years <= ownYearKnots[k+1] {
			share := (years - ownYearKnots[k]) / (ownYearKnots[k+1] - ownYearKnots[k])
			return between(r.WithOwn[k], r.WithOwn[k+1], share)
		}
	}
	return r.WithOwn[last]
}

// between returns the weights that lie a share of the way from a to b.
func between(a, b [approaches]float64, share float64) (w [approaches]float64) {
	for i := range w {
		w[i] = (1-share)*a[i] + share*b[i]
	}
	return w
}

// reconcile returns the weighted mean of the indications, or of their errors.
func (r *Reconciliation) reconcile(values [approaches]float64, own ownEvidence) float64 {
	return combine(r.weights(!math.IsNaN(values[byOwnSale]), own), values)
}

// covariance gathers the second moments of the approaches' errors.
type covariance struct {
	n      float64
	moment [][]float64
}

func newCovariance(n int, guess [approaches]float64) *covariance {
	c := &covariance{n: priorErrors, moment: make([][]float64, n)}
	for i := range c.moment {
		c.moment[i] = make([]float64, n)
		for j := range c.moment[i] {
			shared := guessShared
			switch {
			case i == j:
				shared = 1
			case approach(i) == byOwnSale || approach(j) == byOwnSale:
				shared = guessOwnShared
			}
			c.moment[i][j] = priorErrors * shared * guess[i] * guess[j]
		}
	}
	return c
}

func (c *covariance) add(errors [approaches]float64, weight float64) {
	c.n += weight
	for i, row := range c.moment {
		for j := range row {
			row[j] += weight * clamp(errors[i], oddError) * clamp(errors[j], oddError)
		}
	}
}

func clamp(x, limit float64) float64 { return math.Max(-limit, math.Min(limit, x)) }

// weights returns the weights, none negative and with sum 1, with which the mean of
// the indications has the smallest variance (Bates and Granger 1969).
func (c *covariance) weights() []float64 {
	gram, ones := make([]float64, 0, len(c.moment)*len(c.moment)), make([]float64, len(c.moment))
	for i, row := range c.moment {
		gram = append(gram, row...)
		ones[i] = c.n
	}
	// The constrained minimum is the solution of this problem but for its scale.
	w, err := stats.NNLS(gram, ones)
	if err != nil {
		panic(err) // moments with the prior in them are positive definite
	}
	total := 0.0
	for _, x := range w {
		total += x
	}
	for i := range w {
		w[i] /= total
	}
	return w
}
