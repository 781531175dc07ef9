package hedonic

import (
	"fmt"
	"math"
	"sync"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/geo"
)

// Neighbours tells what kind of homes stand around a home, by the sales that the model
// learned from: what the linear model makes of their characteristics, of no price of theirs.
type Neighbours struct {
	Rows []int32 // of the sales learned from

	// What follows is made when the model is trained or read.
	grid     *geo.Grid
	linear   *Linear
	place    []gevel.Point // of each of the sales in Rows
	dwelling []int32
	worth    []float64
	looks    sync.Pool // of *look
}

const (
	// neighbours is of how many sales the mean is taken, and neighbourhood how far off they may
	// be, metres.
	neighbours    = 48
	neighbourhood = 25_000
	// farthest is by how many powers of e the farthest of them counts less than one at the same
	// place. Where homes stand evenly, half of what counts are the nearest eight.
	farthest = 4.0
	// neighbourSales is how many sales there must be: among fewer the nearest stand in other
	// districts.
	neighbourSales = 1000
)

// newNeighbours lays out the sales in rows.
func newNeighbours(s *edition.Sales, rows []int32, linear *Linear) *Neighbours {
	n := &Neighbours{Rows: rows}
	n.prepare(s, linear)
	return n
}

// prepare works out what is not encoded.
func (n *Neighbours) prepare(s *edition.Sales, linear *Linear) {
	n.linear = linear
	n.place, n.dwelling = pick(s.Place, n.Rows), pick(s.Dwelling, n.Rows)
	n.grid = geo.NewGrid(n.place, 0)
	n.looks.New = func() any { return newLook(n) }
	n.worth = make([]float64, len(n.Rows))
	Blocks(len(n.Rows), func(from, to int) {
		var h edition.Home
		for i := from; i < to; i++ {
			h = s.Home(int(n.Rows[i]), h.Num, h.Cat)
			n.worth[i] = linear.Characteristics(&h)
		}
	})
}

// check says whether neighbours that were read from a file are among so many sales.
func (n *Neighbours) check(sales int) error {
	for _, row := range n.Rows {
		if row < 0 || int(row) >= sales {
			return fmt.Errorf("the hedonic model knows a neighbour in row %d of %d sales", row, sales)
		}
	}
	return nil
}

// around returns the mean worth of the characteristics of the homes around h, log euros, in
// which the near ones count most, by a normal curve; and by how much those of h are worth
// more. Its own sales are not among them: those of its dwelling, and those at its very place
// of which the dwelling is not known. Both are NaN where nobody lives around.
func (n *Neighbours) around(h *edition.Home) (worth, more float64) {
	l := n.looks.Get().(*look)
	defer n.looks.Put(l)
	l.place, l.dwelling = h.Place, h.Dwelling
	l.near = n.grid.Nearest(h.Place, neighbours, neighbourhood, l.counts, l.near)
	reach := 0.0
	for _, other := range l.near {
		reach = max(reach, other.Distance)
	}
	sum, total := 0.0, 0.0
	for _, other := range l.near {
		weight := 1.0
		if reach > 0 {
			share := other.Distance / reach
			weight = math.Exp(-farthest * share * share)
		}
		sum += weight * n.worth[other.Item]
		total += weight
	}
	worth = sum / total // NaN of none
	return worth, n.linear.Characteristics(h) - worth
}

// look is what looking around a home takes, kept so that it need not be made each time.
type look struct {
	place    gevel.Point
	dwelling int32
	near     []geo.Neighbour
	counts   func(i int32) bool // whether a sale is another home's
}

func newLook(n *Neighbours) *look {
	l := &look{near: make([]geo.Neighbour, 0, 2*neighbours)}
	l.counts = func(i int32) bool {
		if n.dwelling[i] < 0 {
			return n.place[i] != l.place
		}
		return n.dwelling[i] != l.dwelling
	}
	return l
}
