package hedonic

import (
	"fmt"
	"math"
	"sync"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/geo"
)

// Neighbours tells what stands around a home, by the sales that the model learned from: their
// homes, not their prices.
type Neighbours struct {
	Rows []int32 // of the sales learned from

	// What follows is made when the model is trained or read.
	grid     *geo.Grid
	place    []gevel.Point // of each of the sales in Rows
	dwelling []int32
	worth    []float64 // what the linear model makes of the characteristics, log euros
	year     []float64 // of construction, NaN where unknown
	looks    sync.Pool // of *look
}

const (
	// neighbours is at how many sales a home looks, and neighbourhood how far off they may be,
	// metres.
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
	n.place, n.dwelling = pick(s.Place, n.Rows), pick(s.Dwelling, n.Rows)
	n.grid = geo.NewGrid(n.place, 0)
	n.looks.New = func() any { return newLook(n) }
	n.worth, n.year = make([]float64, len(n.Rows)), make([]float64, len(n.Rows))
	Blocks(len(n.Rows), func(from, to int) {
		var h edition.Home
		for i := from; i < to; i++ {
			h = s.Home(int(n.Rows[i]), h.Num, h.Cat)
			n.worth[i], n.year[i] = linear.Characteristics(&h), number(h.BuildYear)
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

// surroundings is what stands around a home: means in which near homes count most, by a normal
// curve. What no sale tells is NaN.
type surroundings struct {
	worth float64 // of the characteristics, log euros
	year  float64 // of construction
	reach float64 // how far off the farthest of them is, metres: where homes stand close, little
}

// around returns what stands around h. Its own sales do not count: those of its dwelling, and
// those at its very place of which the dwelling is not known.
func (n *Neighbours) around(h *edition.Home) surroundings {
	l := n.looks.Get().(*look)
	defer n.looks.Put(l)
	l.place, l.dwelling = h.Place, h.Dwelling
	l.near = n.grid.Nearest(h.Place, neighbours, neighbourhood, l.counts, l.near)
	reach := math.NaN()
	for _, other := range l.near {
		if !(other.Distance <= reach) {
			reach = other.Distance
		}
	}
	var worth, year mean
	for _, other := range l.near {
		weight := 1.0
		if reach > 0 {
			share := other.Distance / reach
			weight = math.Exp(-farthest * share * share)
		}
		worth.add(n.worth[other.Item], weight)
		year.add(n.year[other.Item], weight)
	}
	return surroundings{worth.value(), year.value(), reach}
}

// mean is a weighted mean of numbers, of which NaN does not count.
type mean struct{ sum, total float64 }

func (m *mean) add(x, weight float64) {
	if !math.IsNaN(x) {
		m.sum += weight * x
		m.total += weight
	}
}

// value is NaN where nothing was added.
func (m *mean) value() float64 { return m.sum / m.total }

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
