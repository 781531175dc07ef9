package stats

import "fmt"

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

// advance goes from x towards the solution in b until the first unknown hits 0,
// and reports whether it got all the way.
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
