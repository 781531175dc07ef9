package gbm

// The walk over a tree for Shapley values: see shap.go.

// alone goes on at a node for one row, which stands for some, with the products of the way there. It
// credits the columns of the splits below and returns the sums of the leaves below. It does what several
// does, in the same order, so that a row gets the same bits in any company.
func (e *explainer) alone(at uint32, down lane, row, members rowSet) (up lane) {
	m := e.m
	n := &m.nodes[at]
	if n.kind == leafNode {
		return lane{n.value, n.value, n.value, n.value}
	}
	here, was := &e.nodes[at-e.root], &e.nodes[m.before[at]]
	goesRight := here.right&row != 0
	taken, other := n.child, n.child+1
	if goesRight {
		taken, other = other, taken
	}
	share := float64(m.rows[taken]) / float64(m.rows[at])
	on, off := &e.nodes[taken-e.root], &e.nodes[other-e.root]
	follows := was.follow&row != 0
	on.follow, off.follow, on.z = was.follow&row, 0, was.z*share
	var factor, gain lane
	if follows {
		factor, gain = e.cross(was.z, on.z)
	} else { // whatever happens at this split, the row has left the column before
		factor = lane{share, share, share, share}
	}
	yes := down.times(factor)
	no := down.minus(yes)
	var apart lane
	if goesRight {
		up = e.alone(other, no, row, members)
		apart = e.alone(taken, yes, row, members).minus(up)
	} else {
		apart = e.alone(taken, yes, row, members)
		up = e.alone(other, no, row, members)
		apart = apart.minus(up)
	}
	if follows {
		e.credit(n.column(), members, down.times(gain).dot(apart))
	}
	return up.plus(factor.times(apart))
}

// cross returns what a split does to a row that follows its column, from a share was of the training
// rows to a share z. Of the row's products a factor goes where it goes, and what is left of one to the
// other side. gain is what the difference between the sums of both sides earns the column, for each
// product before the split.
//
// With f(z) = z + t (1 - z), the factor is f(z) / f(was), since f(was) is in the products already; and
// what the column was credited with for f(was) further up is taken back.
func (e *explainer) cross(was, z float64) (factor, gain lane) {
	factor = e.t.scaled(1 - z).raised(z)
	if was == 1 { // the first split on the column
		return factor, e.weight.scaled(1 - z)
	}
	inverse := e.t.scaled(1 - was).raised(was).inverted()
	factor = factor.times(inverse)
	return factor, factor.scaled(was - 1).raised(1 - z).times(inverse).times(e.weight)
}

// several goes on at a node for several rows, whose products are there. It credits the columns of the
// splits below, and leaves the sums of the leaves below there.
func (e *explainer) several(at uint32) {
	n := &e.m.nodes[at]
	here, mine := &e.nodes[at-e.root], &e.many[at-e.root]
	if n.kind == leafNode {
		for rest := here.rows; rest != 0; rest &= rest - 1 {
			mine.up[rest.first()%together] = lane{n.value, n.value, n.value, n.value}
		}
		return
	}
	var c crossing
	e.part(at, &c)
	var sums [2][together]*lane // of both sides, by row
	for side := range sums {
		child := n.child + uint32(side)
		below, theirs := &e.nodes[child-e.root], &e.many[child-e.root]
		for rest := below.rows; rest != 0; rest &= rest - 1 {
			r := rest.first() % together
			theirs.down[r] = c.down(side, r, mine.down[r])
		}
		if first := below.rows.first() % together; below.rows == 1<<first {
			theirs.up[first] = e.alone(child, theirs.down[first], below.rows, below.members[first])
		} else {
			e.several(child)
		}
		for rest := below.rows; rest != 0; rest &= rest - 1 {
			r := rest.first() % together
			for all := below.members[r] & here.rows; all != 0; all &= all - 1 {
				sums[side][all.first()%together] = &theirs.up[r]
			}
		}
	}
	for rest := here.rows; rest != 0; rest &= rest - 1 {
		r := rest.first() % together
		taken, factor := c.way(r)
		off := *sums[1-taken][r]
		apart := sums[taken][r].minus(off)
		if c.follow>>r&1 != 0 {
			e.credit(n.column(), here.members[r], mine.down[r].times(c.gain[taken]).dot(apart))
		}
		mine.up[r] = off.plus(factor.times(apart))
	}
}

// crossing is a split as rows pass it, by the side that they take.
type crossing struct {
	right, follow rowSet
	share         [2]lane // the factor of rows that have left the column before
	factor, gain  [2]lane // of rows that follow it
}

// part parts the rows at a split.
func (e *explainer) part(at uint32, c *crossing) {
	m := e.m
	here, was := &e.nodes[at-e.root], &e.nodes[m.before[at]]
	c.right, c.follow = here.right, was.follow
	gone := here.gone | parted[here.right]
	for side := range c.share {
		child := m.nodes[at].child + uint32(side)
		below, taken := &e.nodes[child-e.root], here.right
		if side == 0 {
			taken = ^taken
		}
		below.gone = gone
		below.join(here, ^(gone | below.apart))
		share := float64(m.rows[child]) / float64(m.rows[at])
		below.follow, below.z = was.follow&taken, was.z*share
		c.share[side] = lane{share, share, share, share}
		c.factor[side], c.gain[side] = e.cross(was.z, below.z)
	}
}

// way returns which side a row takes, and the share of its products that goes there.
func (c *crossing) way(row int) (taken int, factor lane) {
	taken = int(c.right >> row & 1)
	if c.follow>>row&1 == 0 {
		return taken, c.share[taken]
	}
	return taken, c.factor[taken]
}

// down returns the products of a row on one side.
func (c *crossing) down(side, row int, products lane) lane {
	taken, factor := c.way(row)
	yes := products.times(factor)
	if side == taken {
		return yes
	}
	return products.minus(yes)
}
