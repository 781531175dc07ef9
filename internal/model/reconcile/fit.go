package reconcile

import (
	"math"

	"github.com/gevel/gevel/internal/num/stats"
)

const (
	// deviationShare and its complement are the quantiles of the holdouts' kriging deviations at which weights are set.
	deviationShare = 0.1
	// deviationBandwidth is the width of the smoothing kernel over the kriging deviation, as a
	// share of the distance between the two.
	deviationBandwidth = 0.25
	// deviationPrior is the pseudo-count of all holdouts at each of the two.
	deviationPrior = 100
)

// Fit learns weights from holdouts.
func Fit(holdouts []Holdout) Model {
	var m Model
	m.fitWithoutOwn(holdouts)
	bases, counts := make([]Basis, len(holdouts)), make([]float64, len(holdouts))
	for i := range holdouts {
		b := holdouts[i].BasisUnder(&m)
		if bases[i] = b; b.HasOwnSale {
			counts[i] = b.Unchanged()
		}
	}
	m.Agrees = fitAgreement(bases, counts)
	for i, b := range bases {
		counts[i] *= m.Credibility(b)
	}
	m.Own = leastDeviation(holdouts, counts, prior(int(Approaches))).weights()
	m.Raised = m.fitRaised(holdouts)
	return m
}

// raisedPrior is the number of own sales above all else with which half of what they say is believed.
const raisedPrior = 100.0

// fitRaised returns the share of raise that makes the absolute errors of homes with an own sale above all else smallest.
func (m *Model) fitRaised(holdouts []Holdout) float64 {
	var shares, weights []float64
	for i := range holdouts {
		h := &holdouts[i]
		b := h.BasisUnder(m)
		missed := m.Value(h.Errors, b)
		if way := b.raise() * (missed - h.Errors[OwnSale]); b.HasOwnSale && way > 0 {
			shares, weights = append(shares, missed/way), append(weights, way)
		}
	}
	share, ok := stats.WeightedMedian(shares, weights)
	if !ok {
		return 0
	}
	n := float64(len(shares))
	return math.Max(0, math.Min(1, share)) * n / (n + raisedPrior)
}

// fitWithoutOwn sets the weights of homes without an own sale: first from all holdouts, then, with
// the result as the prior, from holdouts with low and with high kriging deviations.
func (m *Model) fitWithoutOwn(holdouts []Holdout) {
	counts, deviations := make([]float64, len(holdouts)), make([]float64, len(holdouts))
	for i := range holdouts {
		counts[i], deviations[i] = 1, holdouts[i].Basis.KrigingDeviation
	}
	all := leastDeviation(holdouts, counts, prior(int(OwnSale)))
	if low, ok := stats.WeightedQuantile(deviations, counts, deviationShare); ok {
		high, _ := stats.WeightedQuantile(deviations, counts, 1-deviationShare)
		m.Deviations = [2]float64{low, high}
	}
	bandwidth := deviationBandwidth * (m.Deviations[1] - m.Deviations[0])
	for k, knot := range m.Deviations {
		c := all
		if bandwidth > 0 {
			for i, d := range deviations {
				counts[i] = gaussian(knot, math.Max(m.Deviations[0], math.Min(m.Deviations[1], d)), bandwidth)
			}
			c = leastDeviation(holdouts, counts, all.resized(deviationPrior, 1))
		}
		m.WithoutOwn[k] = c.weights()
	}
}

// gaussian is the smoothing kernel: the weight of a holdout at x for a knot.
func gaussian(knot, x, bandwidth float64) float64 {
	z := (x - knot) / bandwidth
	return math.Exp(-z * z / 2)
}

const (
	// deviationRounds is the number of times that holdouts are reweighted; the weights settle within a hundredth.
	deviationRounds = 8
	// leastDeviating is the error, as a share of the mean one, below which all errors count alike.
	leastDeviating = 0.4
)

// leastDeviation returns the covariance whose weights make the absolute errors of the mean
// smallest (iteratively reweighted least squares): each holdout is weighted by its count and by
// one over its error. Tails are heavy, and variances would follow the few worst sales.
func leastDeviation(holdouts []Holdout, counts []float64, start covariance) covariance {
	c := covarianceOf(holdouts, counts, start)
	for range deviationRounds - 1 {
		c = covarianceOf(holdouts, byDeviation(holdouts, counts, c.weights()), start)
	}
	return c
}

// byDeviation returns the counts of holdouts divided by the error of their weighted mean. Their sum stays the same.
func byDeviation(holdouts []Holdout, counts []float64, weights Values) []float64 {
	errors, n, sum := make([]float64, len(holdouts)), 0.0, 0.0
	for i, count := range counts {
		if count > 0 {
			errors[i] = math.Abs(combine(weights, holdouts[i].Errors))
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

// Holdouts: the errors on unseen sales, from which weights are learned.

// Holdout is a sale valued by a model that had not seen it.
type Holdout struct {
	Errors Values // log price less each indication; NaN without one
	Basis  Basis  // its gap does not count: see BasisUnder
}

// BasisUnder returns the basis of a holdout, with the gap of the own sale under a model.
func (h *Holdout) BasisUnder(m *Model) Basis {
	b := h.Basis
	if b.HasOwnSale {
		b.Gap = -m.Gap(h.Errors, b) // errors are prices less values
	}
	return b
}
