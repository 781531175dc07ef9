package hedonic

import (
	"math"
	"sync"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/parallel"
)

// neighbours describes the surroundings of a home by the training sales: their characteristics, not their prices.
type neighbours struct {
	sales *market.Sales `image:"-"`
	rows  []int32       // of the training sales
	grid  *geo.Grid
	worth []float64 // linear model's value of each sale's characteristics, log euros
	year  []float64 // of construction, NaN where unknown
	looks sync.Pool `image:"-"` // of *look
}

const (
	// vicinitySales is the number of nearest sales, and vicinityReach the largest distance,
	// metres: the same as for comparables.
	vicinitySales = 48
	vicinityReach = 25_000
	// The farthest sale weighs exp(-fade) times one at the same position. With evenly spread
	// homes the nearest eight have half of the weight.
	fade = 4.0
	// leastNeighbours is the fewest training sales: among fewer, the nearest stand in other districts.
	leastNeighbours = 1000
)

// newNeighbours prepares the sales in rows.
func newNeighbours(s *market.Sales, rows []int32, linear *Linear) *neighbours {
	n := &neighbours{
		rows: rows, grid: geo.NewGrid(pick(s.Place, rows)), worth: make([]float64, len(rows)), year: make([]float64, len(rows)),
	}
	n.of(s)
	parallel.Rows(len(rows), func(from, to int) {
		var h market.Home
		for i := from; i < to; i++ {
			h = s.Home(int(rows[i]), h.Extra)
			n.worth[i], n.year[i] = linear.Characteristics(&h), s.Value(gevel.AtBuildYear, int(rows[i]))
		}
	})
	return n
}

// of sets whose sales they are.
func (n *neighbours) of(s *market.Sales) {
	n.sales, n.looks.New = s, func() any { return newLook(n) }
}

// vicinity describes the surrounding homes: means over sales, weighted by distance with a normal
// curve; NaN if no sale has a known value.
type vicinity struct {
	worth float64 // of the characteristics, log euros
	year  float64 // of construction
	reach float64 // radius that holds vicinitySales, metres: small in dense surroundings
}

// around describes the homes around h. It skips h's own sales: sales of the same dwelling, and
// sales of an unknown dwelling at the very same position.
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

// mean is a weighted mean of numbers; NaN does not count.
type mean struct{ sum, total float64 }

func (m *mean) add(x, weight float64) {
	if !math.IsNaN(x) {
		m.sum += weight * x
		m.total += weight
	}
}

// value is NaN where nothing was added.
func (m *mean) value() float64 { return m.sum / m.total }

// look is the scratch space of around.
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

// reach returns the radius within which the requested number of sales was found, NaN if none was.
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
