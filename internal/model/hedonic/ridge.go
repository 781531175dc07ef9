package hedonic

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/parallel"
	"github.com/gevel/gevel/internal/num/stats"
)

const (
	// ridgeWeight is the pseudo-count of sales that pull each coefficient to zero, or the slopes
	// of the surface to their mean; freeWeight only keeps empty columns solvable.
	ridgeWeight, freeWeight = 2.0, 1e-6
	minScale                = 0.02 // log euros
)

// setWeights sets the weights with which least squares minimise Huber's loss of residuals, and returns their scale.
func setWeights(weights, residual []float64) (scale float64) {
	scale = robustScale(residual)
	for i, r := range residual {
		weights[i] = stats.HuberWeight(r / scale)
	}
	return scale
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

// addRidge adds the ridge penalty to a gram matrix. The value of surface differs little between the groups, and the
// others estimate a rarely sold group best: the slopes are shrunk to their mean, weighted by their information.
// That mean, like the intercept, is not penalised.
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

// matrix is the columns of many homes, in little memory: a country's are most of what a fit of the linear model holds.
type matrix struct {
	homes  int
	blocks []matrixBlock // of matrixRows homes each
}

// matrixRows is the number of homes in a block.
const matrixRows = 1024

// matrixBlock holds the cells of its homes one behind the other.
type matrixBlock struct {
	ends    []int32
	columns []int32
	values  []float64
}

// matrix returns the columns of the homes of the sales in rows.
func (d *Design) matrix(s *market.Sales, rows []int32) *matrix {
	m := &matrix{homes: len(rows), blocks: make([]matrixBlock, parallel.Count(len(rows), matrixRows))}
	parallel.Blocks(parallel.Threads(), len(rows), matrixRows, func(from, to int) {
		b := &m.blocks[from/matrixRows]
		var h market.Home
		var cells []cell
		for _, row := range rows[from:to] {
			h = s.Home(int(row), h.Extra)
			cells = d.cells(&h, cells[:0])
			b.add(cells)
		}
		b.columns, b.values = slices.Clone(b.columns), slices.Clone(b.values) // without the room to grow
	})
	return m
}

func (b *matrixBlock) add(cells []cell) {
	for _, c := range cells {
		b.columns, b.values = append(b.columns, int32(c.column)), append(b.values, c.value)
	}
	b.ends = append(b.ends, int32(len(b.columns)))
}

// row returns the columns of home i, and their values.
func (m *matrix) row(i int) ([]int32, []float64) {
	b, at := &m.blocks[i/matrixRows], i%matrixRows
	from := int32(0)
	if at > 0 {
		from = b.ends[at-1]
	}
	return b.columns[from:b.ends[at]], b.values[from:b.ends[at]]
}

// dot returns the sum of home i's values times their coefficients.
func (m *matrix) dot(i int, coef []float64) float64 {
	columns, values := m.row(i)
	sum := 0.0
	for k, c := range columns {
		sum += values[k] * coef[c]
	}
	return sum
}
