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
// Gauss-Legendre quadrature integrates exactly. One pass over the nodes carries the
// products down, another their sums over leaves up again: the cost is nodes times points,
// as in Linear TreeSHAP (Yu et al., NeurIPS 2022), and every term is positive, so that
// nothing cancels.
//
// Points are worked on in lanes of four; a lane that is not full is filled with points without
// weight.
//
// Up to eight rows walk a tree together. What hangs on the tree alone is worked out once
// for all. Rows that went the same way so far, and will in all that lies below, go on as
// one: homes that are alike part in few places.

// together is how many rows walk a tree at once: their numbers are the bits of a byte.
const together = 8

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
	e := newExplainer(m)
	for from := 0; from < len(rows) || from == 0; from += together {
		to := min(from+together, len(rows))
		e.take(rows[from:to])
		base = m.base
		for tree := range m.depths {
			base += e.explainTree(tree)
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
	rules [][]points  // for 1, 2, ... columns on a way, as far as they were needed

	// Of the current tree:
	points []points // lane by lane
	lanes  int
	root   uint32
	nodes  []passed // per node
	// Per node, lane by lane, what the edge to it does to the products and what it earns: for rows
	// that follow it, and for those that leave it and had followed its column so far.
	on, onCredit, off, offCredit []lane
	inverse                      []lane // 1 / (z + t (1 - z)) of the column of the edge
	// By row, then per node, lane by lane:
	down [together][]lane // products
	up   [together][]lane // sums over the leaves below
}

// passed is what the passes over a tree keep of a node.
type passed struct {
	right rowSet // the rows that go right there
	apart pairs  // the rows that part there or below
	gone  pairs  // the rows that parted above

	// Of the column of the edge that leads there:
	z      float64 // the share of the training rows that follow its splits so far
	follow rowSet  // the rows that follow them, of which o is 1
	left   rowSet  // the rows that followed them until this edge

	rows    rowSet           // that pass for themselves
	members [together]rowSet // the rows that each stands for, itself too
}

func newExplainer(m *Model) *explainer {
	most, longest := 0, uint32(0)
	for tree, columns := range m.asking {
		most = max(most, int(columns))
		longest = max(longest, m.roots[tree+1]-m.roots[tree])
	}
	e := &explainer{
		m: m, nodes: make([]passed, longest),
		phi: make([]float64, together*len(m.columns)), rules: make([][]points, most+1),
	}
	size := int(longest) * len(e.rule(most))
	room := make([]lane, size*(2*together+5))
	take := func() []lane {
		part := room[:size:size]
		room = room[size:]
		return part
	}
	e.on, e.onCredit, e.off, e.offCredit, e.inverse = take(), take(), take(), take(), take()
	for r := range together {
		e.down[r], e.up[r] = take(), take()
	}
	return e
}

// take makes rows, up to eight, those that are explained.
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

// give copies the contributions to where they are wanted.
func (e *explainer) give(phi [][]float64) {
	for r, to := range phi {
		for c := range to {
			to[c] = e.phi[c*together+r]
		}
	}
}

// explainTree adds the contributions of a tree and returns its mean over the training rows.
func (e *explainer) explainTree(tree int) (mean float64) {
	m := e.m
	e.root, e.points = m.roots[tree], e.rule(int(m.asking[tree]))
	e.lanes = len(e.points)
	end := m.roots[tree+1]
	mean = e.ask(end)
	if m.nodes[e.root].kind == leafNode || e.n == 0 {
		return mean
	}
	e.begin()
	for at := e.root; at < end; at++ {
		if m.nodes[at].kind != leafNode {
			e.goDown(at)
		}
	}
	for at := end; at > e.root; {
		at--
		if m.nodes[at].kind != leafNode {
			e.comeUp(at)
		}
	}
	return mean
}

// begin sets the root, which no edge leads to.
func (e *explainer) begin() {
	all, ones := rowSet(1<<e.n-1), lane{1, 1, 1, 1}
	top := &e.nodes[0]
	top.z, top.follow, top.gone = 1, all, 0
	for r := range e.n {
		top.members[r] = 1 << r
		for i := range e.lanes {
			e.down[r][i] = ones
		}
	}
	for i := range e.lanes {
		e.inverse[i] = ones
	}
	top.rows = all
	top.join(top, ^top.apart)
}

// ask finds, from the leaves up, which rows go right at each split and which part where, and
// returns the mean over the training rows.
func (e *explainer) ask(end uint32) (mean float64) {
	m, root := e.m, e.root
	for at := end; at > root; {
		at--
		n := &m.nodes[at]
		if n.kind == leafNode {
			mean += n.value * float64(m.rows[at])
			e.nodes[at-root].apart = 0
			continue
		}
		right := e.goRight(n)
		e.nodes[at-root].right = right
		e.nodes[at-root].apart = parted[right] | e.nodes[n.child-root].apart | e.nodes[n.child+1-root].apart
	}
	return mean / float64(m.rows[root])
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

// goDown multiplies the products of the rows at a split on to its children.
func (e *explainer) goDown(at uint32) {
	m := e.m
	n := &m.nodes[at]
	i, last := at-e.root, m.before[at]
	here, was := &e.nodes[i], &e.nodes[last]
	gone, perRow := here.gone|parted[here.right], 1/float64(m.rows[at])
	inverse := e.inverse[int(last)*e.lanes:][:e.lanes]
	for side := range uint32(2) {
		child, taken := n.child+side, here.right
		if side == 0 {
			taken = ^taken
		}
		k := child - e.root
		below := &e.nodes[k]
		below.gone = gone
		below.join(here, ^(gone | below.apart))
		share := float64(m.rows[child]) * perRow
		below.z, below.follow, below.left = was.z*share, was.follow&taken, was.follow&^taken
		lanes := int(k) * e.lanes
		if below.follow&below.rows != 0 {
			e.setOn(lanes, inverse, was.z, below.z)
		}
		if below.left&below.rows != 0 {
			e.setOff(lanes, inverse, was.z, below.z)
		}
		for rest := below.rows; rest != 0; rest &= rest - 1 {
			r := rest.first() % together
			from, to := e.down[r][int(i)*e.lanes:][:e.lanes], e.down[r][lanes:][:e.lanes]
			factors := e.off
			switch bit := rowSet(1) << r; {
			case below.follow&bit != 0:
				factors = e.on
			case below.left&bit == 0: // it left the column before
				for j := range from {
					to[j].scaled(&from[j], share)
				}
				continue
			}
			factors = factors[lanes:][:e.lanes]
			for j := range from {
				to[j].product(&from[j], &factors[j])
			}
		}
	}
}

// setOn works out what an edge does for rows that follow it. What an earlier split on the column
// was credited with is taken back.
func (e *explainer) setOn(at int, inverse []lane, wasZ, z float64) {
	for i := range e.points {
		p, was := &e.points[i], &inverse[i]
		factors, credit, mine := &e.on[at+i], &e.onCredit[at+i], &e.inverse[at+i]
		for k := range p.t {
			factor := z + p.t[k]*(1-z)
			mine[k] = 1 / factor
			factors[k] = factor * was[k]
			credit[k] = p.weight[k] * ((1-z)*mine[k] - (1-wasZ)*was[k])
		}
	}
}

// setOff does so for rows that leave the column here.
func (e *explainer) setOff(at int, inverse []lane, wasZ, z float64) {
	for i := range e.points {
		p, was := &e.points[i], &inverse[i]
		factors, credit := &e.off[at+i], &e.offCredit[at+i]
		for k := range p.t {
			factors[k] = z * (1 - p.t[k]) * was[k]
			credit[k] = -p.off[k] - p.weight[k]*(1-wasZ)*was[k]
		}
	}
}

// comeUp adds up the sums of a split's children, and credits its column with what the leaves below
// owe to it.
func (e *explainer) comeUp(at uint32) {
	n := &e.m.nodes[at]
	here := &e.nodes[at-e.root]
	phi := e.phi[n.column()*together:][:together]
	for side := range uint32(2) {
		child := n.child + side
		below, lanes := &e.nodes[child-e.root], int(child-e.root)*e.lanes
		c := &e.m.nodes[child]
		for rest := below.rows; rest != 0; rest &= rest - 1 {
			r := rest.first() % together
			sum, members := e.up[r][lanes:][:e.lanes], below.members[r]
			if c.kind == leafNode {
				down := e.down[r][lanes:][:e.lanes]
				for i := range sum {
					sum[i].scaled(&down[i], c.value)
				}
			}
			for all := members & here.rows; all != 0; all &= all - 1 {
				up := e.up[all.first()%together][int(at-e.root)*e.lanes:][:e.lanes]
				for i := range up {
					if side == 0 {
						up[i] = sum[i]
					} else {
						up[i].add(&sum[i])
					}
				}
			}
			credits := e.offCredit
			switch bit := rowSet(1) << r; {
			case below.follow&bit != 0:
				credits = e.onCredit
			case below.left&bit == 0:
				continue
			}
			credit := 0.0
			credits = credits[lanes:][:e.lanes]
			for i := range sum {
				credit += sum[i].dot(&credits[i])
			}
			for all := members; all != 0; all &= all - 1 {
				phi[all.first()%together] += credit
			}
		}
	}
}
