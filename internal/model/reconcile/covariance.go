package reconcile

import (
	"math"

	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/stats"
)

// covariance holds the second moments, about zero, of the errors of the first few approaches.
type covariance struct {
	n      float64 // count of errors
	moment [][]float64
}

// priorErrors are the errors of the approaches before holdouts are seen, in log euros. A
// market with too few holdouts falls back on them.
var priorErrors = Values{Hedonic: 0.15, Kriging: 0.15, Comparables: 0.15, OwnSale: 0.12}

const (
	priorShared    = 0.7 // correlation of the approaches from other homes
	priorOwnShared = 0.2 // correlation of the own sale with each of the others
	// priorCount is the pseudo-count of the prior.
	priorCount = 10
	// mostError is the size at which a single error is clipped, log euros.
	mostError = 0.5
)

// prior returns the prior covariance of the first n approaches.
func prior(n int) covariance {
	c := covariance{n: priorCount, moment: make([][]float64, n)}
	for i := range c.moment {
		c.moment[i] = make([]float64, n)
		for j := range c.moment[i] {
			shared := priorShared
			switch {
			case i == j:
				shared = 1
			case Approach(i) == OwnSale || Approach(j) == OwnSale:
				shared = priorOwnShared
			}
			c.moment[i][j] = priorCount * shared * priorErrors[i] * priorErrors[j]
		}
	}
	return c
}

// resized returns a copy with a count of n and with errors scaled by a factor.
func (c covariance) resized(n, size float64) covariance {
	to := covariance{n: n, moment: make([][]float64, len(c.moment))}
	for i, row := range c.moment {
		to.moment[i] = make([]float64, len(row))
		for j, m := range row {
			to.moment[i][j] = m * n / c.n * size * size
		}
	}
	return to
}

// covarianceOf returns the covariance of the errors of holdouts, weighted by counts, mixed with a prior. The prior is
// scaled to the size of the hedonic model's errors: where all errors are small, a prior of large ones would drown them.
func covarianceOf(holdouts []Holdout, counts []float64, start covariance) covariance {
	c := start.resized(0, 1) // no errors yet
	for i, count := range counts {
		if count > 0 {
			c.add(holdouts[i].Errors, count)
		}
	}
	if seen := c.moment[Hedonic][Hedonic]; seen > 0 {
		start = start.resized(start.n, math.Sqrt(seen/c.n/(start.moment[Hedonic][Hedonic]/start.n)))
	}
	c.n += start.n
	for i, row := range start.moment {
		for j, m := range row {
			c.moment[i][j] += m
		}
	}
	return c
}

// add adds the errors of a holdout.
func (c *covariance) add(errors Values, weight float64) {
	c.n += weight
	for i, row := range c.moment {
		for j := range row {
			row[j] += weight * Clip(errors[i]) * Clip(errors[j])
		}
	}
}

// Clip holds an error within mostError either way.
func Clip(err float64) float64 { return math.Max(-mostError, math.Min(mostError, err)) }

// weights returns the non-negative weights with sum 1 that give the mean of the
// indications the smallest variance (Bates and Granger 1969).
func (c covariance) weights() (weights Values) {
	gram, ones := make([]float64, 0, len(c.moment)*len(c.moment)), make([]float64, len(c.moment))
	for i, row := range c.moment {
		gram = append(gram, row...)
		ones[i] = c.n
	}
	// This problem has the constrained minimum as its solution, except for its scale.
	w, err := stats.NNLS(gram, ones)
	if err != nil {
		panic(err) // moments with the prior in them are positive definite
	}
	total := list.Sum(w, func(x float64) float64 { return x })
	for i, x := range w {
		weights[i] = x / total
	}
	return weights
}
