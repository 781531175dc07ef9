package valuer

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/stats"
)

// Reconciliation holds how the approaches' indications are weighed: by the
// covariance of the errors that they made out of time. Fields are exported for
// encoding only.
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
	day      gevel.Date
	features [spreadFeatures]float64
	segment  int
	err      [approaches]float64 // log price less indication; NaN without one
	stale    float64             // months since the index was known
	drift    float64             // in the indications
	ownYears float64
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
			near := (o.ownYears - years) / ownYearReach
			return math.Exp(-near * near / 2)
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
func (r *Reconciliation) weights(own bool, ownYears float64) [approaches]float64 {
	if !own {
		return r.WithoutOwn
	}
	last := len(ownYearKnots) - 1
	if ownYears <= ownYearKnots[0] {
		return r.WithOwn[0]
	}
	for k := range last {
		if ownYears <= ownYearKnots[k+1] {
			share := (ownYears - ownYearKnots[k]) / (ownYearKnots[k+1] - ownYearKnots[k])
			var w [approaches]float64
			for i := range w {
				w[i] = (1-share)*r.WithOwn[k][i] + share*r.WithOwn[k+1][i]
			}
			return w
		}
	}
	return r.WithOwn[last]
}

// reconcile returns the weighted mean of the indications, or of their errors.
func (r *Reconciliation) reconcile(values [approaches]float64, ownYears float64) float64 {
	return combine(r.weights(!math.IsNaN(values[byOwnSale]), ownYears), values)
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
