package gbm

import "fmt"

// Why a row's prediction differs from a reference row's: Shapley values.
//
// A row with the columns in a set S from the row and all others from the reference has a
// prediction f(S). The contribution of a column is the mean change of f when the columns come
// over from the row one after the other, over all orders: interventional Shapley values with one
// reference (Lundberg et al., Nature Machine Intelligence 2, 2020, algorithm 3). Contributions add
// up to the difference of the predictions, and a column that is equal in both contributes nothing.
//
// A mixed row reaches a leaf if n columns are the row's, and k others the reference's, where the
// two part on the way there. The leaf then counts for each of the n columns with
// (n-1)! k! / (n+k)!, and against each of the k with n! (k-1)! / (n+k)!. One walk visits the nodes
// that some mixed row reaches, so rows that differ in little cost little.

// Contrast fills phi, a number per column, with the contributions to the difference between the
// predictions for a row and for a reference row. It fails if a length is not the model's.
func (m *Model) Contrast(row, reference, phi []float64) error {
	for _, numbers := range [][]float64{row, reference, phi} {
		if len(numbers) != len(m.columns) {
			return fmt.Errorf("contrast: %d numbers, the model has %d columns", len(numbers), len(m.columns))
		}
	}
	clear(phi)
	c := contrast{m: m, phi: phi, columns: make([]contrasted, len(m.columns)), shares: m.shares()}
	for i := range m.columns {
		c.columns[i] = m.contrasted(i, row[i], reference[i])
	}
	for _, root := range m.roots[:m.Trees()] {
		c.walk(root, 0, 0)
	}
	return nil
}

// contrast compares a row with a reference, tree after tree.
type contrast struct {
	m       *Model
	phi     []float64
	columns []contrasted
	shares  [][]float64
}

// contrasted is a column of both rows.
type contrasted struct {
	own, other float64 // of the row and of the reference; codes of a categorical column
	differ     bool
	origin     origin // where it comes from in the leaves ahead
}

// origin says which row a column of a mixed row comes from.
type origin uint8

const (
	fromEither origin = iota // the two have not parted on it yet
	fromRow
	fromReference
)

func (m *Model) contrasted(column int, own, other float64) contrasted {
	if b := (binner{categories: m.columns[column].categories}); b.categories != nil {
		own, other = float64(b.category(own)), float64(b.category(other))
	}
	bothMissing := own != own && other != other
	return contrasted{own: own, other: other, differ: own != other && !bothMissing}
}

// shares returns p! q! / (p+q+1)! at [p][q], for as many columns as a way can have.
func (m *Model) shares() [][]float64 {
	longest := 0
	for _, depth := range m.depths {
		longest = max(longest, int(depth))
	}
	n := min(longest, len(m.columns)) + 1
	shares := make([][]float64, n)
	for p := range shares {
		shares[p] = make([]float64, n)
		shares[p][0] = 1 / float64(p+1)
		for q := 1; q < len(shares[p]); q++ {
			shares[p][q] = shares[p][q-1] * float64(q) / float64(p+q+1)
		}
	}
	return shares
}

// walk goes on at a node, where so many columns come from the row and so many from the reference.
// It credits the columns on which the two part below. Summed over the leaves below, it returns
// what they count for each column from the row, and against each from the reference.
func (c *contrast) walk(at uint32, own, other int) (gain, loss float64) {
	n := &c.m.nodes[at]
	for n.kind != leafNode {
		column := &c.columns[n.column()]
		toOwn := n.child + c.m.side(n, column.own)
		toOther := toOwn
		if column.differ {
			toOther = n.child + c.m.side(n, column.other)
		}
		switch {
		case toOwn == toOther || column.origin == fromRow:
			n = &c.m.nodes[toOwn]
		case column.origin == fromReference:
			n = &c.m.nodes[toOther]
		default:
			column.origin = fromRow
			ownGain, ownLoss := c.walk(toOwn, own+1, other)
			column.origin = fromReference
			otherGain, otherLoss := c.walk(toOther, own, other+1)
			column.origin = fromEither
			c.phi[n.column()] += ownGain - otherLoss
			return ownGain + otherGain, ownLoss + otherLoss
		}
	}
	if own > 0 {
		gain = n.value * c.shares[own-1][other]
	}
	if other > 0 {
		loss = n.value * c.shares[own][other-1]
	}
	return gain, loss
}

// side returns 0 if a value, or the code of a category, goes left at a split, else 1.
func (m *Model) side(n *node, v float64) uint32 {
	if n.kind == categoricalNode {
		code := uint(v)
		return uint32(^m.set(n)[code/64] >> (code % 64) & 1)
	}
	if v != v {
		return uint32(n.input % 2)
	}
	if v > n.value {
		return 1
	}
	return 0
}
