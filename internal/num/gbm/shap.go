package gbm

import "fmt"

// Why a row's prediction differs from a reference row's: Shapley values.
//
// Columns belong to players: all columns of a position, say, to one. A row that has the columns of the players in a set
// S from the row and all others from the reference has a prediction f(S). The contribution of a player is the mean
// change of f when the players come over from the row one after the other, over all orders: interventional Shapley
// values with one reference (Lundberg et al., Nature Machine Intelligence 2, 2020, algorithm 3). Contributions add up
// to the difference of the predictions, and a player whose columns are equal in both contributes nothing.
//
// A mixed row reaches a leaf if n players are the row's, and k others the reference's, where the two part on the way
// there. The leaf then counts for each of the n players with (n-1)! k! / (n+k)!, and against each of the k with n!
// (k-1)! / (n+k)!. One walk visits the nodes that some mixed row reaches, so rows that differ in little cost little.

// Contrast fills phi, a number per player, with the contributions to the difference between the
// predictions for a row and for a reference row. players holds the number of each column's player.
// It fails if a length is not the model's, or phi lacks a player.
func (m *Model) Contrast(row, reference []float64, players []int, phi []float64) error {
	if n := len(m.columns); len(row) != n || len(reference) != n || len(players) != n {
		return fmt.Errorf("contrast: rows of %d and %d values, %d players: the model has %d columns",
			len(row), len(reference), len(players), n)
	}
	clear(phi)
	c := contrast{
		m: m, phi: phi, columns: make([]contrasted, len(m.columns)), origins: make([]origin, len(phi)),
		shares: m.shares(len(phi)),
	}
	for i, player := range players {
		if player < 0 || player >= len(phi) {
			return fmt.Errorf("contrast: column %d is of player %d of %d", i, player, len(phi))
		}
		c.columns[i] = m.contrasted(i, row[i], reference[i])
		c.columns[i].player = player
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
	origins []origin // of the columns of each player, in the leaves ahead
	shares  [][]float64
}

// contrasted is a column of both rows.
type contrasted struct {
	own, other float64 // of the row and of the reference; codes of a categorical column
	differ     bool
	player     int
}

// origin says which row the columns of a player come from in a mixed row.
type origin uint8

const (
	fromEither origin = iota // the two have not parted on them yet
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

// shares returns p! q! / (p+q+1)! at [p][q], for as many of the players as a way can have.
func (m *Model) shares(players int) [][]float64 {
	longest := 0
	for _, depth := range m.depths {
		longest = max(longest, int(depth))
	}
	n := min(longest, players) + 1
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

// walk goes on at a node, where so many players are the row's and so many the reference's. It credits
// the players on whose columns the two part below. Summed over the leaves below, it returns what they
// count for each player of the row's, and against each of the reference's.
func (c *contrast) walk(at uint32, own, other int) (gain, loss float64) {
	n := &c.m.nodes[at]
	for n.kind != leafNode {
		column := &c.columns[n.column()]
		toOwn := n.child + c.m.side(n, column.own)
		toOther := toOwn
		if column.differ {
			toOther = n.child + c.m.side(n, column.other)
		}
		origin := &c.origins[column.player]
		switch {
		case toOwn == toOther || *origin == fromRow:
			n = &c.m.nodes[toOwn]
		case *origin == fromReference:
			n = &c.m.nodes[toOther]
		default:
			*origin = fromRow
			ownGain, ownLoss := c.walk(toOwn, own+1, other)
			*origin = fromReference
			otherGain, otherLoss := c.walk(toOther, own, other+1)
			*origin = fromEither
			c.phi[column.player] += ownGain - otherLoss
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
