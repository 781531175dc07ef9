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

// singular is the share of a diagonal element that must be left after elimination:
// below it the rest is rounding error.
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
