package stats

// Small dense systems without allocation: matrices are square, in row order, in one slice.

import (
	"errors"
	"fmt"
	"math"
)

// ErrNotPositiveDefinite means that a matrix has no Cholesky factor: a variance is
// zero or negative, columns depend on each other, or it holds a NaN.
var ErrNotPositiveDefinite = errors.New("matrix is not positive definite")

// SolveSPD solves a*x = b for a symmetric positive definite a of n*n values with n = len(b). Only the lower
// triangle of a is read. Both are overwritten: a by its Cholesky factor, b by x. It does not allocate.
func SolveSPD(a, b []float64) error {
	if err := FactorSPD(a, len(b)); err != nil {
		return err
	}
	return SolveFactored(a, b)
}

// FactorSPD overwrites the lower triangle of the n*n matrix a with its Cholesky factor L, a = L*transpose(L); the
// part above the diagonal is left alone. The log determinant of a is twice the sum of the logs of L's diagonal.
func FactorSPD(a []float64, n int) error {
	if n < 0 || len(a) != n*n {
		return fmt.Errorf("factor a matrix of order %d: %d values", n, len(a))
	}
	for j := range n {
		row := a[j*n : j*n+j+1]
		square := row[j] - dot(row[:j], row[:j])
		if !(square > singular*row[j]) || math.IsInf(square, 1) {
			return ErrNotPositiveDefinite
		}
		row[j] = math.Sqrt(square)
		factorBelow(a, n, row)
	}
	return nil
}

// factorBelow sets the column of a factor below the diagonal element that ends a row: column by column, no element
// waits for the one before it. Two rows at a time read the given one once for both.
func factorBelow(a []float64, n int, row []float64) {
	j := len(row) - 1
	above, diagonal := row[:j], row[j]
	i := j + 1
	for ; i+1 < n; i += 2 {
		one, two := a[i*n:i*n+j+1], a[(i+1)*n:(i+1)*n+j+1]
		x, y := dotPair(one[:j], two[:j], above)
		one[j] = (one[j] - x) / diagonal
		two[j] = (two[j] - y) / diagonal
	}
	if i < n {
		last := a[i*n : i*n+j+1]
		last[j] = (last[j] - dot(last[:j], above)) / diagonal
	}
}

// singular is the share of a diagonal element that must be left after elimination: below it the rest is rounding error.
const singular = 1e-14

// SolveFactored overwrites b with the solution of a*x = b, given the factor that FactorSPD left of a.
func SolveFactored(factor, b []float64) error {
	if err := forwardFactored(factor, b); err != nil {
		return err
	}
	n := len(b)
	for i := n - 1; i >= 0; i-- {
		b[i] /= factor[i*n+i]
		for j := range i {
			b[j] -= factor[i*n+j] * b[i]
		}
	}
	return nil
}

// forwardFactored overwrites b with the solution of L*x = b: the squares of x sum
// to transpose(b)*inverse(a)*b, which is what a conditional variance needs.
func forwardFactored(factor, b []float64) error {
	n := len(b)
	if len(factor) != n*n {
		return fmt.Errorf("solve a system of order %d: factor of %d values", n, len(factor))
	}
	for i := range n {
		row := factor[i*n : i*n+i+1]
		b[i] = (b[i] - dot(row[:i], b[:i])) / row[i]
	}
	return nil
}

// dot sums in four fixed strands: several times faster than one, and always the same bits.
func dot(x, y []float64) float64 {
	y = y[:len(x)]
	var s0, s1, s2, s3 float64
	i := 0
	for ; i+4 <= len(x); i += 4 {
		s0 += x[i] * y[i]
		s1 += x[i+1] * y[i+1]
		s2 += x[i+2] * y[i+2]
		s3 += x[i+3] * y[i+3]
	}
	for ; i < len(x); i++ {
		s0 += x[i] * y[i]
	}
	return (s0 + s1) + (s2 + s3)
}

// dotPair returns dot(x, z) and dot(y, z), to the same bits.
func dotPair(x, y, z []float64) (a, b float64) {
	x, y = x[:len(z)], y[:len(z)]
	var a0, a1, a2, a3, b0, b1, b2, b3 float64
	i := 0
	for ; i+4 <= len(z); i += 4 {
		z0, z1, z2, z3 := z[i], z[i+1], z[i+2], z[i+3]
		a0 += x[i] * z0
		b0 += y[i] * z0
		a1 += x[i+1] * z1
		b1 += y[i+1] * z1
		a2 += x[i+2] * z2
		b2 += y[i+2] * z2
		a3 += x[i+3] * z3
		b3 += y[i+3] * z3
	}
	for ; i < len(z); i++ {
		a0 += x[i] * z[i]
		b0 += y[i] * z[i]
	}
	return (a0 + a1) + (a2 + a3), (b0 + b1) + (b2 + b3)
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// NNLS returns the x >= 0 that minimises x'Gx/2 - m'x, with G the n*n Gram matrix (symmetric, positive
// semidefinite) and m the moments, n = len(moments): with G = A'A and m = A'y that is non-negative least squares of
// y on the columns of A. With G a covariance and m all ones, the result divided by its sum holds the non-negative
// weights of least variance.
//
// Method: the active set of C.L. Lawson and R.J. Hanson, Solving Least Squares Problems (1974), chapter 23. Made
// for a few dozen unknowns. A column that depends on those in use stays at 0.
func NNLS(gram, moments []float64) ([]float64, error) {
	n := len(moments)
	if len(gram) != n*n {
		return nil, fmt.Errorf("non-negative least squares of order %d: gram matrix of %d values", n, len(gram))
	}
	for i, v := range gram {
		if !isFinite(v) || !isFinite(moments[i%n]) {
			return nil, fmt.Errorf("non-negative least squares: row %d is not finite", i/n)
		}
	}
	s := activeSet{n: n, gram: gram, moments: moments, x: make([]float64, n), barred: make([]bool, n)}
	for range maxSteps * n {
		j := s.steepest()
		if j < 0 {
			return s.x, nil
		}
		s.free = append(s.free, j)
		if s.descend() {
			clear(s.barred)
		} else {
			s.barred[j] = true
		}
	}
	return nil, fmt.Errorf("non-negative least squares of order %d: no solution in %d steps", n, maxSteps*n)
}

// maxSteps is how many times each unknown may enter the solution: the method ends
// long before, unless rounding makes it go in circles.
const maxSteps = 30

// gradientTolerance is how steep, relative to the largest moment, the descent
// along an unknown at 0 must be to let it in.
const gradientTolerance = 1e-10

type activeSet struct {
	n             int
	gram, moments []float64
	x             []float64
	free          []int  // the unknowns that may differ from 0
	barred        []bool // those that could not enter since the last step
	a, b          []float64
}

// steepest returns the unknown at 0 whose growth lowers the sum of squares most, -1 when none does.
func (s *activeSet) steepest() int {
	scale := 0.0
	for _, m := range s.moments {
		scale = max(scale, m, -m)
	}
	best, steepest := -1, gradientTolerance*scale
	for j := range s.n {
		if s.x[j] > 0 || s.barred[j] {
			continue
		}
		if slope := s.moments[j] - dot(s.gram[j*s.n:(j+1)*s.n], s.x); slope > steepest {
			best, steepest = j, slope
		}
	}
	return best
}

// descend moves to the least sum of squares over the free unknowns, freezing at 0 those that would turn negative.
// It reports false, without the newest unknown, when that depends on the others or cannot grow.
func (s *activeSet) descend() bool {
	if newest := len(s.free) - 1; !s.solve() || s.b[newest] <= 0 {
		s.free = s.free[:newest]
		return false
	}
	for !s.advance() && s.solve() {
	}
	return true
}

// advance goes from x towards the solution in b until the first unknown hits 0, and reports whether it got all the way.
func (s *activeSet) advance() bool {
	step := 1.0
	for k, j := range s.free {
		if s.b[k] <= 0 {
			step = min(step, s.x[j]/(s.x[j]-s.b[k]))
		}
	}
	kept := s.free[:0]
	for k, j := range s.free {
		moved := s.x[j] + step*(s.b[k]-s.x[j])
		if s.b[k] <= 0 && moved <= gradientTolerance*s.x[j] {
			moved = 0
		}
		if s.x[j] = moved; moved > 0 {
			kept = append(kept, j)
		}
	}
	s.free = kept
	return step == 1
}

// solve leaves in b the unrestricted solution for the free unknowns.
func (s *activeSet) solve() bool {
	s.a, s.b = s.a[:0], s.b[:0]
	for _, i := range s.free {
		s.b = append(s.b, s.moments[i])
		for _, j := range s.free {
			s.a = append(s.a, s.gram[i*s.n+j])
		}
	}
	return SolveSPD(s.a, s.b) == nil
}
