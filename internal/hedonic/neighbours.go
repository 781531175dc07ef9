package hedonic

import (
	"math"
	"sync"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/geo"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/parallel"
)

// neighbours tells what stands around a home, by the sales that the model learned from: their
// homes, not their prices.
type neighbours struct {
	sales *market.Sales
	rows  []int32 // of the sales learned from
	grid  *geo.Grid
	worth []float64 // what the linear model makes of the characteristics of each, log euros
	year  []float64 // of construction, NaN where unknown
	looks sync.Pool // of *look
}

const (
	// vicinitySales is at how many sales a home looks, and vicinityReach how far off they may be,
	// metres: as far as comparables.
	vicinitySales = 48
	vicinityReach = 25_000
	// fade is by how many powers of e the farthest of them counts less than one at the same
	// place. Where homes stand evenly, half of what counts are the nearest eight.
	fade = 4.0
	// leastNeighbours is how many sales there must be: among fewer the nearest stand in other
	// districts.
	leastNeighbours = 1000
)

// newNeighbours lays out the sales in rows.
func newNeighbours(s *market.Sales, rows []int32, linear *Linear) *neighbours {
	n := &neighbours{
		sales: s, rows: rows, grid: geo.NewGrid(pick(s.Place, rows)),
		worth: make([]float64, len(rows)), year: make([]float64, len(rows)),
	}
	n.looks.New = func() any { return newLook(n) }
	parallel.Rows(len(rows), func(from, to int) {
		var h market.Home
		for i := from; i < to; i++ {
			h = s.Home(int(rows[i]), h.Extra)
			n.worth[i], n.year[i] = linear.Characteristics(&h), s.Value(gevel.AtBuildYear, int(rows[i]))
		}
	})
	return n
}

// vicinity is what stands around a home: means over sales in which near ones count most, by a
// normal curve. What no sale tells is NaN.
type vicinity struct {
	worth float64 // of the characteristics, log euros
	year  float64 // of construction
	reach float64 // up to where vicinitySales are found, metres: where homes stand close, little
}

// around returns what stands around h. Its own sales do not count: those of its dwelling, and
// those at its very place of which the dwelling is not known.
func (n *neighbours) around(h *market.Home) vicinity {
	l := n.looks.Get().(*look)
	defer n.looks.Put(l)
	l.place, l.dwelling = h.Place, h.Dwelling
	l.near = n.grid.Nearest(h.Place, vicinitySales, vicinityReach, l.counts, l.near)
	reach := l.reach()
	var worth, year mean
	for _, other := range l.near {
		weight := 1.0
		if reach > 0 {
			share := other.Distance / reach
			weight = math.Exp(-fade * share * share)
		}
		worth.add(n.worth[other.Item], weight)
		year.add(n.year[other.Item], weight)
	}
	return vicinity{worth.value(), year.value(), reach}
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

func newLook(n *neighbours) *look {
	l := &look{near: make([]geo.Neighbour, 0, 2*vicinitySales)}
	l.counts = func(i int32) bool {
		row := n.rows[i]
		if n.sales.Dwelling[row] < 0 {
			return n.sales.Place[row] != l.place
		}
		return n.sales.Dwelling[row] != l.dwelling
	}
	return l
}

// reach returns up to where as many sales as are asked for were found, NaN where none was.
func (l *look) reach() float64 {
	switch len(l.near) {
	case 0:
		return math.NaN()
	case vicinitySales:
		reach := 0.0
		for _, other := range l.near {
			reach = max(reach, other.Distance)
		}
		return reach
	}
	return vicinityReach
}
