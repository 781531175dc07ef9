package gbm

import "math/bits"

// The rows that walk a tree for themselves or for others: see shap.go.

// together is how many rows walk a tree at once: their numbers are the bits of a byte.
const together = 8

// rowSet is a set of rows, one a bit.
type rowSet uint8

func (s rowSet) first() int { return bits.TrailingZeros8(uint8(s)) }

// pairs is a set of pairs of rows, one bit each: the pairs of row r with the rows before it begin
// at bit pairsBefore(r).
type pairs uint32

func pairsBefore(r int) int { return r * (r - 1) / 2 }

// parted holds, for each set of rows, the pairs with exactly one row in the set.
var parted = func() (all [1 << together]pairs) {
	for set := range all {
		for r := range together {
			for q := range r {
				if set>>r&1 != set>>q&1 {
					all[set] |= 1 << (pairsBefore(r) + q)
				}
			}
		}
	}
	return all
}()

// join selects the rows that walk on from the node above: of rows that are alike from here on, the first
// walks for all of them.
func (p *passed) join(above *passed, alike pairs) {
	rows := above.rows
	if rows&(rows-1) == 0 {
		p.rows, p.members[rows.first()%together] = rows, above.members[rows.first()%together]
		return
	}
	p.rows = 0
	for rest := rows; rest != 0; rest &= rest - 1 {
		r := rest.first()
		if same := rowSet(alike>>pairsBefore(r)) & (1<<r - 1) & p.rows; same != 0 {
			p.members[same.first()] |= above.members[r]
			continue
		}
		p.rows |= 1 << r
		p.members[r] = above.members[r]
	}
}
