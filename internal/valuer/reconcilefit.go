package valuer

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/stats"
)

// outcome is one sale valued before it was known.
type outcome struct {
	day   gevel.Date
	price float64 // euros
	situation
	at  gevel.Point
	err [approaches]float64 // log price less indication; NaN without one
	evidence
	blind *blind // the same of the home had it told little; nil where that was not tried
}

// evidenceFor returns what the approaches had to go on, with the gap of the own sale as
// these weights make it.
func (o *outcome) evidenceFor(r *Reconciliation) evidence {
	e := o.evidence
	if e.own {
		e.gap = -r.apart(o.err, e) // errors are prices less values
	}
	return e
}

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
	known, counts := make([]evidence, len(outcomes)), make([]float64, len(outcomes))
	for i := range outcomes {
		known[i] = outcomes[i].evidenceFor(&r)
	}
	for k, years := range ownYearKnots {
		for i, e := range known {
			counts[i] = 0
			if e.own {
				counts[i] = nearTo(years, e.years, ownYearReach) * e.unchanged()
			}
		}
		r.Agreement[k] = fitAgreement(known, counts)
		for i, e := range known {
			if counts[i] > 0 {
				counts[i] *= r.Agreement[k].tells(e.gap)
			}
		}
		guess := guessErrors
		guess[byOwnSale] += guessOwnGrowth * math.Sqrt(years)
		r.WithOwn[k] = leastDeviation(outcomes, counts, guessed(int(approaches), guess)).weights()
	}
	return r
}

// fitWithoutOwn sets the weights of homes without an own sale: of all outcomes, and
// with these as the guess those where likeness is sure and where it is not.
func (r *Reconciliation) fitWithoutOwn(outcomes []outcome) {
	counts, unsure := make([]float64, len(outcomes)), make([]float64, len(outcomes))
	for i := range outcomes {
		counts[i], unsure[i] = 1, outcomes[i].unsure
	}
	all := leastDeviation(outcomes, counts, guessed(int(byOwnSale), guessErrors))
	r.Unsure[0], _ = stats.WeightedQuantile(unsure, counts, unsureShare)
	r.Unsure[1], _ = stats.WeightedQuantile(unsure, counts, 1-unsureShare)
	reach := unsureReach * (r.Unsure[1] - r.Unsure[0])
	for k, knot := range r.Unsure {
		c := all
		if reach > 0 {
			for i, u := range unsure {
				counts[i] = nearTo(knot, math.Max(r.Unsure[0], math.Min(r.Unsure[1], u)), reach)
			}
			c = leastDeviation(outcomes, counts, all.scaled(unsurePrior, 1))
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
	// minDeviation is the error, in log euros, below which all errors count alike.
	minDeviation = 0.03
	// typicalDeviation scales the weights of outcomes to about 1, as the starting guess
	// has, in log euros.
	typicalDeviation = 0.08
)

// leastDeviation returns the covariance whose weights make the absolute errors of the
// mean smallest: that of the outcomes, each by its count and by one over its error, in
// turn. Tails are heavy, and variances would follow the few worst sales. The guess is
// taken to be of errors as large as those of the outcomes.
func leastDeviation(outcomes []outcome, counts []float64, guess covariance) covariance {
	guess = guess.asLarge(outcomes, counts)
	c, weights := guess, [approaches]float64{}
	for round := range deviationRounds {
		c = guess.scaled(guess.n, 1)
		for i := range outcomes {
			weight := counts[i]
			if weight == 0 {
				continue
			}
			if round > 0 {
				weight *= typicalDeviation / math.Max(minDeviation, math.Abs(combine(weights, outcomes[i].err)))
			}
			c.add(outcomes[i].err, weight)
		}
		weights = c.weights()
	}
	return c
}
