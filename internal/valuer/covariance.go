package valuer

import (
	"math"

	"github.com/gevel/gevel/internal/stats"
)

// covariance gathers the second moments, about zero, of the errors of the first few approaches.
type covariance struct {
	n      float64 // how many errors it is of
	moment [][]float64
}

// Starting guesses of the approaches' errors beside each other, in log euros: what a
// market with too few forward sales falls back on.
var guessErrors = [approaches]float64{byHedonic: 0.15, byLikeness: 0.15, byComps: 0.15, byOwnSale: 0.12}

const (
	guessOwnGrowth = 0.03 // of the own sale's error per square root of a year
	guessShared    = 0.7  // correlation of the approaches from other homes
	guessOwnShared = 0.2  // correlation of the own sale with any of those
	// guessCount is for how many errors the guess counts.
	guessCount = 10
	// oddError is where a single out-of-time error stops to count in full, log euros.
	oddError = 0.5
)

// guessed returns the guess of the covariance of the first n approaches.
func guessed(n int, errors [approaches]float64) covariance {
	c := covariance{n: guessCount, moment: make([][]float64, n)}
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
			c.moment[i][j] = guessCount * shared * errors[i] * errors[j]
		}
	}
	return c
}

// resized returns a copy that is of n errors, and those so many times as large.
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

// covarianceOf returns the covariance of outcomes by their counts, with a guess among
// them. The guess is made of errors, all alike, as large as those of the hedonic model:
// where all err little, a guess of large ones would drown what they tell.
func covarianceOf(outcomes []outcome, counts []float64, guess covariance) covariance {
	c := guess.resized(0, 1) // of no errors
	for i, count := range counts {
		if count > 0 {
			c.add(outcomes[i].err, count)
		}
	}
	if seen := c.moment[byHedonic][byHedonic]; seen > 0 {
		guess = guess.resized(guess.n, math.Sqrt(seen/c.n/(guess.moment[byHedonic][byHedonic]/guess.n)))
	}
	c.n += guess.n
	for i, row := range guess.moment {
		for j, m := range row {
			c.moment[i][j] += m
		}
	}
	return c
}

// add adds the errors of an outcome.
func (c *covariance) add(errors [approaches]float64, weight float64) {
	c.n += weight
	for i, row := range c.moment {
		for j := range row {
			row[j] += weight * notOdd(errors[i]) * notOdd(errors[j])
		}
	}
}

// notOdd holds an error within oddError either way.
func notOdd(err float64) float64 { return math.Max(-oddError, math.Min(oddError, err)) }

// weights returns the weights, none negative and with sum 1, with which the mean of
// the indications has the smallest variance (Bates and Granger 1969).
func (c covariance) weights() (weights [approaches]float64) {
	gram, ones := make([]float64, 0, len(c.moment)*len(c.moment)), make([]float64, len(c.moment))
	for i, row := range c.moment {
		gram = append(gram, row...)
		ones[i] = c.n
	}
	// The constrained minimum is the solution of this problem but for its scale.
	w, err := stats.NNLS(gram, ones)
	if err != nil {
		panic(err) // moments with the guess in them are positive definite
	}
	total := 0.0
	for _, x := range w {
		total += x
	}
	for i, x := range w {
		weights[i] = x / total
	}
	return weights
}
