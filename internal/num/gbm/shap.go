package gbm

import "fmt"

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
// Gauss-Legendre quadrature integrates exactly. One walk over the nodes carries the
// products down and their sums over leaves up again: the cost is nodes times points,
// as in Linear TreeSHAP (Yu et al., NeurIPS 2022).
//
// A walk takes four points, so that the numbers it carries fit the processor's registers; that
// serves ways with up to eight columns. Trees with longer ways are walked more than once.
//
// Up to eight rows walk a tree together. Rows that went the same way so far, and will go the same way in
// all that lies below, go on as one: similar homes part in few places.

// SHAP fills phi, a value per column for each row, with the contributions to the predictions
// for the rows and returns the base to which they add up: the mean prediction over the
// training rows. base plus the sum of phi is Predict(row) up to rounding.
func (m *Model) SHAP(rows, phi [][]float64) (base float64, err error) {
	if len(rows) != len(phi) {
		return 0, fmt.Errorf("shap: %d rows, room for %d", len(rows), len(phi))
	}
	for i, row := range rows {
		if len(row) != len(m.columns) || len(phi[i]) != len(m.columns) {
			return 0, fmt.Errorf("shap: row has %d values, phi %d, the model %d columns", len(row), len(phi[i]), len(m.columns))
		}
	}
	base = m.base
	for _, mean := range m.means {
		base += mean
	}
	if len(rows) == 0 {
		return base, nil
	}
	e := newExplainer(m)
	for from := 0; from < len(rows); from += together {
		to := min(from+together, len(rows))
		e.take(rows[from:to])
		for tree := range m.depths {
			e.explainTree(tree)
		}
		e.give(phi[from:to])
	}
	return base, nil
}

// explainer explains some rows, tree after tree.
type explainer struct {
	m     *Model
	n     int         // rows
	row   [][]float64 // by column, then by row; of a categorical column the codes
	phi   []float64   // by column, then by row
	rules [][]points  // by the most columns on a way

	// Of the current walk:
	root  uint32   // of the tree
	nodes []passed // in the order of the tree's
	many  []lanes  // of those that several rows pass
	*points
}

// passed is what a walk keeps of a node.
type passed struct {
	right rowSet // the rows that go right there
	apart pairs  // the rows that part there or below
	gone  pairs  // the rows that parted above

	rows    rowSet           // that pass for themselves
	members [together]rowSet // the rows that each stands for, itself too

	// Of the column of the edge that leads there:
	follow rowSet  // the rows that follow its splits so far
	z      float64 // the share of the training rows that do
}

// lanes hold products on the way down and sums over the leaves on the way up, by row.
type lanes struct{ down, up [together]lane }

func newExplainer(m *Model) *explainer {
	longest := uint32(0)
	for tree := range m.depths {
		longest = max(longest, m.roots[tree+1]-m.roots[tree])
	}
	return &explainer{
		m: m, rules: m.rules(), phi: make([]float64, together*len(m.columns)),
		nodes: make([]passed, longest), many: make([]lanes, longest),
	}
}

// take sets the rows, up to eight, that are explained.
func (e *explainer) take(rows [][]float64) {
	e.n, e.row = len(rows), make([][]float64, len(e.m.columns))
	for c := range e.row {
		e.row[c] = make([]float64, len(rows))
		b := binner{categories: e.m.columns[c].categories}
		for r, row := range rows {
			if e.row[c][r] = row[c]; b.categories != nil {
				e.row[c][r] = float64(b.category(row[c]))
			}
		}
	}
	clear(e.phi)
}

// give copies the contributions to their destination.
func (e *explainer) give(phi [][]float64) {
	for r, to := range phi {
		for c := range to {
			to[c] = e.phi[c*together+r]
		}
	}
}

// explainTree adds the contributions of a tree.
func (e *explainer) explainTree(tree int) {
	e.root = e.m.roots[tree]
	if e.m.nodes[e.root].kind == leafNode {
		return
	}
	e.ask(e.m.roots[tree+1])
	rule := e.rules[e.m.asking[tree]]
	for i := range rule {
		e.points = &rule[i]
		e.begin()
	}
}

// begin walks from the root, which no edge leads to.
func (e *explainer) begin() {
	ones := lane{1, 1, 1, 1}
	top := &e.nodes[0]
	top.z, top.follow, top.gone = 1, 1<<e.n-1, 0
	for r := range e.n {
		top.members[r] = 1 << r
		e.many[0].down[r] = ones
	}
	top.rows = top.follow
	top.join(top, ^top.apart)
	if top.rows == 1 {
		e.alone(e.root, ones, top.rows, top.members[0])
	} else {
		e.several(e.root)
	}
}

// ask finds, from the leaves up, which rows go right at each split and which part where.
func (e *explainer) ask(end uint32) {
	m, root := e.m, e.root
	for at := end; at > root; {
		at--
		n, here := &m.nodes[at], &e.nodes[at-root]
		if n.kind == leafNode {
			here.apart = 0
			continue
		}
		here.right = e.goRight(n)
		here.apart = parted[here.right] | e.nodes[n.child-root].apart | e.nodes[n.child+1-root].apart
	}
}

// goRight returns the rows that go right at a split.
func (e *explainer) goRight(n *node) (set rowSet) {
	values := e.row[n.column()]
	if n.kind == categoricalNode {
		left := e.m.set(n)
		for r, v := range values {
			code := uint(v)
			set |= rowSet(^left[code/64]>>(code%64)&1) << r
		}
		return set
	}
	missing := rowSet(n.input % 2)
	for r, v := range values {
		side := rowSet(0)
		if v > n.value {
			side = 1
		}
		if v != v {
			side = missing
		}
		set |= side << r
	}
	return set
}

// credit adds to the contributions of a column, for some rows.
func (e *explainer) credit(column int, rows rowSet, credit float64) {
	for phi := e.phi[column*together:][:together]; rows != 0; rows &= rows - 1 {
		phi[rows.first()%together] += credit
	}
}
