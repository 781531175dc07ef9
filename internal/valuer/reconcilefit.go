package valuer

import (
	"math"

	"github.com/gevel/gevel/internal/stats"
)

const (
	// unsureShare and its complement are the shares of the outcomes below Unsure.
	unsureShare = 0.1
	// unsureReach is how far from a knot an outcome still tells something of it, of the
	// way between the two.
	unsureReach = 0.25
	// unsurePrior is for how many outcomes those of all count at a knot.
	unsurePrior = 100
	// ownYearReach is the same for years since the own sale.
	ownYearReach = 3.0
)

func fitReconciliation(outcomes []outcome) Reconciliation {
	var r Reconciliation
	r.fitWithoutOwn(outcomes)
	known, counts := make([]basis, len(outcomes)), make([]float64, len(outcomes))
	for i := range outcomes {
		known[i] = outcomes[i].basisFor(&r)
	}
	oldest := ownYearKnots[len(ownYearKnots)-1] // older ones tell of that knot, too
	var told [len(ownYearKnots)]float64         // how many outcomes tell of a knot
	for k, years := range ownYearKnots {
		for i, e := range known {
			counts[i] = 0
			if e.own {
				counts[i] = nearTo(years, math.Min(e.years, oldest), ownYearReach) * e.unchanged()
			}
		}
		r.Agreement[k] = fitAgreement(known, counts)
		for i, e := range known {
			if counts[i] > 0 {
				counts[i] *= r.Agreement[k].tells(e.gap)
				told[k] += counts[i]
			}
		}
		guess := guessErrors
		guess[byOwnSale] += guessOwnGrowth * math.Sqrt(years)
		r.WithOwn[k] = leastDeviation(outcomes, counts, guessed(int(approaches), guess)).weights()
	}
	fadeOwn(r.WithOwn[:], told)
	return r
}

// fadeOwn has an own sale never weigh more for being older, whatever few outcomes say: where it would,
// the knots share the mean of their weights by how many outcomes told of them.
//
// Method: pool adjacent violators (Barlow et al., Statistical Inference under Order Restrictions, 1972).
func fadeOwn(weights [][approaches]float64, told [len(ownYearKnots)]float64) {
	type pool struct {
		weights [approaches]float64
		told    float64
		knots   int
	}
	var pools []pool
	for k, w := range weights {
		p := pool{w, told[k] + 1, 1} // a knot of which no outcome tells has its guess
		for last := len(pools) - 1; last >= 0 && pools[last].weights[byOwnSale] < p.weights[byOwnSale]; last-- {
			q := pools[last]
			p.weights = between(q.weights, p.weights, p.told/(p.told+q.told))
			p.told, p.knots = p.told+q.told, p.knots+q.knots
			pools = pools[:last]
		}
		pools = append(pools, p)
	}
	k := 0
	for _, p := range pools {
		for range p.knots {
			weights[k] = p.weights
			k++
		}
	}
}

// fitWithoutOwn sets the weights of homes without an own sale: of all outcomes, and
// with these as the guess those where likeness is sure and where it is not.
func (r *Reconciliation) fitWithoutOwn(outcomes []outcome) {
	counts, unsure := make([]float64, len(outcomes)), make([]float64, len(outcomes))
	for i := range outcomes {
		counts[i], unsure[i] = 1, outcomes[i].unsure
	}
	all := leastDeviation(outcomes, counts, guessed(int(byOwnSale), guessErrors))
	if low, ok := stats.WeightedQuantile(unsure, counts, unsureShare); ok {
		high, _ := stats.WeightedQuantile(unsure, counts, 1-unsureShare)
		r.Unsure = [2]float64{low, high}
	}
	reach := unsureReach * (r.Unsure[1] - r.Unsure[0])
	for k, knot := range r.Unsure {
		c := all
		if reach > 0 {
			for i, u := range unsure {
				counts[i] = nearTo(knot, math.Max(r.Unsure[0], math.Min(r.Unsure[1], u)), reach)
			}
			c = leastDeviation(outcomes, counts, all.resized(unsurePrior, 1))
		}
		r.WithoutOwn[k] = c.weights()
	}
}

// nearTo returns how much something at x counts at a knot.
func nearTo(knot, x, reach float64) float64 {
	z := (x - knot) / reach
	return math.Exp(-z * z / 2)
}

const (
	// deviationRounds is how often outcomes are weighted anew; the weights settle
	// within a hundredth.
	deviationRounds = 8
	// leastDeviating is the error, as a share of the mean one, below which all errors
	// count alike.
	leastDeviating = 0.4
)

// leastDeviation returns the covariance whose weights make the absolute errors of the
// mean smallest: that of the outcomes, each by its count and by one over its error, in
// turn. Tails are heavy, and variances would follow the few worst sales. The guess is
// taken to be of errors as large as theirs.
func leastDeviation(outcomes []outcome, counts []float64, guess covariance) covariance {
	c := covarianceOf(outcomes, counts, guess)
	for range deviationRounds - 1 {
		c = covarianceOf(outcomes, byDeviation(outcomes, counts, c.weights()), guess)
	}
	return c
}

// byDeviation returns the counts of outcomes by one over the error of their mean by
// weights. In sum they count as before.
func byDeviation(outcomes []outcome, counts []float64, weights [approaches]float64) []float64 {
	errors, n, sum := make([]float64, len(outcomes)), 0.0, 0.0
	for i, count := range counts {
		if count > 0 {
			errors[i] = math.Abs(combine(weights, outcomes[i].err))
			n += count
			sum += count * errors[i]
		}
	}
	if sum == 0 {
		return counts
	}
	least, total := leastDeviating*sum/n, 0.0
	by := errors
	for i, count := range counts {
		by[i] = count / math.Max(least, errors[i])
		total += by[i]
	}
	for i := range by {
		by[i] *= n / total
	}
	return by
}
