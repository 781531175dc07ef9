package hedonic

import (
	"fmt"
	"math"

	"github.com/gevel/gevel/internal/num/parallel"
	"github.com/gevel/gevel/internal/num/stats"
	"gonum.org/v1/gonum/mat"
)

const (
	// ridgeWeight is the pseudo-count of sales that pull each coefficient to zero, or the slopes
	// of the surface to their mean; freeWeight only keeps empty columns solvable.
	ridgeWeight, freeWeight = 2.0, 1e-6
	// weightRounds is the number of rounds of reweighting.
	weightRounds = 3
	minScale     = 0.02 // log euros
)

// robustRidge returns the coefficients that minimise Huber's loss plus a ridge
// penalty, with no negative coefficient on rising columns.
func robustRidge(d *Design, rows *matrix, y []float64) ([]float64, error) {
	weights := make([]float64, len(y))
	for i := range weights {
		weights[i] = 1
	}
	var coef []float64
	for range weightRounds {
		var err error
		if coef, err = risingRidge(d, rows, y, weights); err != nil {
			return nil, err
		}
		setWeights(weights, rows, y, coef)
	}
	return coef, nil
}

func setWeights(weights []float64, rows *matrix, y, coef []float64) {
	residual := make([]float64, len(y))
	residuals(residual, rows, y, coef)
	scale := robustScale(residual)
	for i, r := range residual {
		weights[i] = stats.HuberWeight(r / scale)
	}
}

// robustScale returns the standard deviation of residuals by their median absolute value.
func robustScale(residual []float64) float64 {
	size := make([]float64, len(residual))
	for i, r := range residual {
		size[i] = math.Abs(r)
	}
	middle := len(size) / 2
	stats.SelectKth(size, middle)
	return max(minScale, stats.MADToSigma*size[middle])
}

// risingRidge solves the weighted ridge regression. Rising columns that come out negative
// are held at zero, until none does.
func risingRidge(d *Design, rows *matrix, y, weights []float64) ([]float64, error) {
	n := d.Columns
	gram := mat.NewSymDense(n, nil)
	right := mat.NewVecDense(n, nil)
	data := gram.RawSymmetric().Data
	parts := parallel.Threads()
	parallel.Each(parts, parts, func(part int) {
		dealt := make([]bool, n) // a look is quicker than a division
		for c := part; c < n; c += parts {
			dealt[c] = true
		}
		addMoments(moments{data, right.RawVector().Data, dealt}, rows, y, weights)
	})
	addRidge(data, d)
	held := make([]bool, n)
	for {
		coef, err := solveHeld(gram, right, held)
		if err != nil {
			return nil, err
		}
		more := false
		for c, rising := range d.Rising {
			if rising && coef[c] < 0 {
				held[c], more = true, true
			}
		}
		if !more {
			return coef, nil
		}
	}
}

// addRidge adds the ridge penalty to a gram matrix. The value of surface differs little
// between the groups, and the others estimate a rarely sold group best: the
// slopes are shrunk to their mean, weighted by their information. That mean, like the
// intercept, is not penalised.
func addRidge(gram []float64, d *Design) {
	n := d.Columns
	for c := range n {
		gram[c*n+c] += ridgeWeight
	}
	gram[intercept*n+intercept] += freeWeight - ridgeWeight
	from, to := d.slopes()
	slopes := float64(to - from)
	for a := from; a < to; a++ {
		for b := a; b < to; b++ {
			gram[a*n+b] -= (ridgeWeight - freeWeight) / slopes
		}
	}
}

// moments are the weighted second moments of the columns, and of the columns with the target.
// A part sums only the elements whose lower column is dealt to it. So every element is summed in the
// order of the rows, for any number of parts.
type moments struct {
	gram, right []float64
	dealt       []bool // by column
}

func addMoments(m moments, rows *matrix, y, weights []float64) {
	n := len(m.right)
	for i := range rows.homes {
		columns, values := rows.row(i)
		for a, p := range columns {
			if !m.dealt[p] {
				continue
			}
			wp := weights[i] * values[a]
			m.right[p] += wp * y[i]
			gram := m.gram[int(p)*n:][:n]
			for k, q := range columns[a:] {
				gram[q] += wp * values[a+k]
			}
		}
	}
}

// solveHeld solves gram x = right with the held coefficients at zero.
func solveHeld(gram *mat.SymDense, right *mat.VecDense, held []bool) ([]float64, error) {
	var free []int
	for c, h := range held {
		if !h {
			free = append(free, c)
		}
	}
	a, b := mat.NewSymDense(len(free), nil), mat.NewVecDense(len(free), nil)
	for i, p := range free {
		b.SetVec(i, right.AtVec(p))
		for j, q := range free[i:] {
			a.SetSym(i, i+j, gram.At(p, q))
		}
	}
	var cholesky mat.Cholesky
	if !cholesky.Factorize(a) {
		return nil, fmt.Errorf("the hedonic regression of %d columns has no solution: "+
			"an extra characteristic may hold numbers far out of scale", len(held))
	}
	var x mat.VecDense
	if err := cholesky.SolveVecTo(&x, b); err != nil {
		return nil, fmt.Errorf("solve the hedonic regression: %w", err)
	}
	coef := make([]float64, len(held))
	for i, p := range free {
		coef[p] = x.AtVec(i)
	}
	return coef, nil
}
