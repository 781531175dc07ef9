package gbm

import (
	"fmt"
	"math"
)

// Why a prediction is what it is: Shapley values.
//
// Ask a tree with only a set S of the row's columns known: where it splits on a column
// in S it goes the row's way, elsewhere it averages over both children by the training
// rows that went there. The Shapley value of a column is its mean contribution when the
// columns become known one after the other in random order (Lundberg et al., Nature
// Machine Intelligence 2, 2020: path-dependent TreeSHAP).
//
// With each column known with probability t, independently, a leaf is reached with
// probability prod_j (z_j + t (o_j - z_j)): o_j is 1 if the row follows all splits on
// column j on the way, else 0; z_j is the share of the training rows that do. The
// Shapley value is the integral over t from 0 to 1 of the derivative for the column
// (Owen, Management Science 18, 1972):
//
//	phi_i = leaf * Integral (o_i - z_i) prod_{j != i} (z_j + t (o_j - z_j)) dt
//
// a polynomial in t of a degree below the number of columns on the way, which
// Gauss-Legendre quadrature integrates exactly. One walk over the tree carries the
// products down and their sums over leaves up again: the cost is nodes times points,
// and every term is positive, so that nothing cancels.

// SHAP fills phi, a value per column, with the contributions to the prediction for row
// and returns the base to which they add up: the mean prediction over the training
// rows. base plus the sum of phi is Predict(row) up to rounding.
func (m *Model) SHAP(row, phi []float64) (base float64, err error) {
	if len(row) != len(m.columns) || len(phi) != len(m.columns) {
		return 0, fmt.Errorf("shap: row has %d values, phi %d, the model %d columns", len(row), len(phi), len(m.columns))
	}
	clear(phi)
	e := newExplainer(m)
	e.row = row
	base = m.base
	for tree, depth := range m.depths {
		e.points = e.rule(int(depth))
		base += e.visit(m.roots[tree], visit{phi: phi, share: 1})
	}
	return base, nil
}

// explainer holds what a walk over the trees needs.
type explainer struct {
	m       *Model
	rules   [][]quadrature // of 1, 2, ... points, as far as they were needed
	points  []quadrature   // of the current tree
	row     []float64
	current []factor    // per column: its factor on the way to the current node
	down    [][]float64 // per depth: products at each point
	up      [][]float64 // per depth: sums over the leaves below at each point
}

// quadrature is a point in (0, 1) with its weight.
type quadrature struct {
	t, weight float64
}

// factor is what a column contributes to the probability of reaching a node.
type factor struct {
	o, z float64
}

// unknown is the factor of a column without a split so far.
var unknown = factor{1, 1}

func (f factor) at(t float64) float64 { return f.z + t*(f.o-f.z) }

func newExplainer(m *Model) *explainer {
	deepest := 0
	for _, depth := range m.depths {
		deepest = max(deepest, int(depth))
	}
	e := &explainer{m: m, current: make([]factor, len(m.columns))}
	for i := range e.current {
		e.current[i] = unknown
	}
	e.rules = make([][]quadrature, deepest/2+1)
	points := len(e.rule(deepest))
	for range deepest + 1 {
		e.down = append(e.down, make([]float64, points))
		e.up = append(e.up, make([]float64, points))
	}
	for i := range e.down[0] {
		e.down[0][i] = 1
	}
	return e
}

// rule returns the points for a tree of some depth. n of them integrate a degree of
// 2n - 1, and the degree is below the number of different columns on the longest way.
func (e *explainer) rule(depth int) []quadrature {
	n := min(depth, len(e.m.columns))/2 + 1
	if e.rules[n-1] == nil {
		e.rules[n-1] = gaussLegendre(n)
	}
	return e.rules[n-1]
}

// visit says how the walk came to a node.
type visit struct {
	phi   []float64
	depth int
	share float64 // of the training rows that come here
}

// visit adds the contributions of all splits below a node and leaves, in e.up[depth],
// the sum over the leaves below of value times product. It returns the part of the
// tree's mean that the leaves below make up.
func (e *explainer) visit(at uint32, v visit) (mean float64) {
	m := e.m
	n := &m.nodes[at]
	up := e.up[v.depth][:len(e.points)]
	if n.kind == leafNode {
		for i, product := range e.down[v.depth][:len(e.points)] {
			up[i] = product * n.value
		}
		return v.share * n.value
	}
	clear(up)
	taken := m.next(n, e.row)
	for child := n.child; child <= n.child+1; child++ {
		share := float64(m.rows[child]) / float64(m.rows[at])
		o := 0.0
		if child == taken {
			o = 1
		}
		mean += e.descend(child, edge{column: n.column(), by: factor{o, share}}, v)
	}
	return mean
}

// edge leads from a node to a child.
type edge struct {
	column int
	by     factor // the child's own part in the column's factor
}

// descend visits a child and credits the column that leads there with what the leaves
// below owe to it.
func (e *explainer) descend(child uint32, by edge, v visit) (mean float64) {
	old := e.current[by.column]
	now := factor{old.o * by.by.o, old.z * by.by.z}
	points := len(e.points)
	above, below := e.down[v.depth][:points], e.down[v.depth+1][:points]
	for i, p := range e.points {
		below[i] = above[i] * now.at(p.t) / old.at(p.t)
	}
	e.current[by.column] = now
	mean = e.visit(child, visit{phi: v.phi, depth: v.depth + 1, share: v.share * by.by.z})
	e.current[by.column] = old
	credit := 0.0
	up, sum := e.up[v.depth][:points], e.up[v.depth+1][:points]
	for i, p := range e.points {
		up[i] += sum[i]
		// What an earlier split on the column was credited with is taken back.
		credit += p.weight * sum[i] * ((now.o-now.z)/now.at(p.t) - (old.o-old.z)/old.at(p.t))
	}
	v.phi[by.column] += credit
	return mean
}

// newtonSteps from the usual first guess find a root of a Legendre polynomial to the
// last bit.
const newtonSteps = 10

// gaussLegendre returns n points that integrate polynomials of degree 2n - 1 over
// (0, 1) exactly.
func gaussLegendre(n int) []quadrature {
	points := make([]quadrature, n)
	for i := range points {
		x := math.Cos(math.Pi * (float64(i) + 0.75) / (float64(n) + 0.5))
		var slope float64
		for range newtonSteps {
			var value float64
			value, slope = legendre(n, x)
			x -= value / slope
		}
		points[i] = quadrature{t: (1 + x) / 2, weight: 1 / ((1 - x*x) * slope * slope)}
	}
	return points
}

// legendre returns the Legendre polynomial of degree n and its slope at x.
func legendre(n int, x float64) (value, slope float64) {
	before, value := 0.0, 1.0
	for k := 1; k <= n; k++ {
		k := float64(k)
		before, value = value, ((2*k-1)*x*value-(k-1)*before)/k
	}
	return value, float64(n) * (x*value - before) / (x*x - 1)
}

// next returns the node after a split for a row.
func (m *Model) next(n *node, row []float64) uint32 {
	v := row[n.column()]
	right := v > n.value || v != v && n.input%2 == 1
	if n.kind == categoricalNode {
		code := (&binner{categories: m.columns[n.column()].categories}).category(v)
		right = m.set(n)[code/64]>>(code%64)&1 == 0
	}
	if right {
		return n.child + 1
	}
	return n.child
}
