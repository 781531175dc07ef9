package sales

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/stats"
)

// Judges whether the price of a deal is one for each of its homes or a total, by what like homes nearby were sold for.

const (
	dealSquare  = 500.0 // side of the squares of the map in which sales lie, metres
	dealReach   = 50    // squares around a home in which like sales are sought: 25 km
	dealYears   = 5     // of sales that are compared
	dealLike    = 100   // sales that suffice
	dealLeast   = 5     // sales without which nothing is judged
	squareMost  = 200   // sales of a square that are compared, the newest
	perSurface  = 0.8   // elasticity of the price to the use surface
	levelMonths = 6     // before and after a month whose prices make its level; two where they are enough
	levelLeast  = 30    // prices of a level; with fewer the market is taken to stand still
	// A price each is at most so much more than like homes are sold for, log euros: half as much again, or what the
	// market scatters; new homes, from a list of prices, may stand among old ones.
	dearer    = 0.4
	newDearer = 0.8
	scattered = 4.5 // median distances: three standard deviations
	// A new home is worth so much more than homes of this many years older, beyond its size.
	newWorth  = 0.15
	newApart  = 20
	newYears  = 2   // since a home was built
	levelMost = 300 // prices of a month that are kept
)

// dealMarket is what homes were sold for on their own, as far as it is known.
type dealMarket struct {
	squares map[[2]int][]*entry
	months  map[gevel.Month][]float64 // log prices per m2
	levels  map[gevel.Month]float64
}

func newDealMarket() *dealMarket {
	return &dealMarket{squares: map[[2]int][]*entry{}, months: map[gevel.Month][]float64{}, levels: map[gevel.Month]float64{}}
}

// add adds a sale.
func (m *dealMarket) add(e *entry) {
	at, month := squareOf(e), e.Date.Month()
	m.squares[at] = append(m.squares[at], e)
	if e.UseSurface.Known && len(m.months[month]) < levelMost {
		m.months[month] = append(m.months[month], math.Log(float64(e.Price)/float64(e.UseSurface.V)))
		for k := month - levelMonths; k <= month+levelMonths; k++ {
			delete(m.levels, k)
		}
	}
}

func squareOf(e *entry) [2]int {
	return [2]int{int(math.Floor(e.At.X / dealSquare)), int(math.Floor(e.At.Y / dealSquare))}
}

// judge decides whether the price of a deal is a total: whether it is nearer to what all of its homes are worth
// together than to what each is worth, or so much more than each is worth that no home nearby is sold for it. Where the
// market says nothing it is not.
func (m *dealMarket) judge(d *deal, day gevel.Date) {
	price := math.Log(float64(d.sales[0].Price))
	near := m.near(d.sales[0], day)
	var each, sum, squares, limit, n float64
	for _, e := range d.homes {
		w, ok := m.worth(e, near)
		if !ok {
			continue
		}
		most := math.Max(dearer, scattered*w.spread)
		if e.BuildYear.Known && e.Date.Year()-e.BuildYear.V <= newYears {
			most = math.Max(newDearer, most)
			w.log += newWorth * math.Min(1, w.newer/newApart)
		}
		each, sum, limit, n = each+w.log, sum+math.Exp(w.log), limit+most, n+1
		squares += (price - w.log) * (price - w.log)
	}
	d.judged = true
	if n == 0 {
		return
	}
	together, above := math.Log(sum/n*float64(len(d.homes))), price-each/n
	d.times = math.Exp(above)
	d.total = above > 0 && (price-together)*(price-together) < squares/n || above > limit/n
}

// near returns sales that were made not far from a home and not long before a day.
func (m *dealMarket) near(home *entry, day gevel.Date) (near []*entry) {
	oldest, at := day.AddMonths(-12*dealYears), squareOf(home)
	take := func(x, y int) {
		list := m.squares[[2]int{x, y}]
		for i := len(list) - 1; i >= max(0, len(list)-squareMost); i-- {
			if e := list[i]; e.Date >= oldest && (e.Date != home.Date || e.Price != home.Price) {
				near = append(near, e)
			}
		}
	}
	for ring := 0; ring <= dealReach && len(near) < dealLike; ring++ {
		for x := -ring; x <= ring; x++ {
			step := 2 * ring
			if x == -ring || x == ring || ring == 0 {
				step = 1
			}
			for y := -ring; y <= ring; y += step {
				take(at[0]+x, at[1]+y)
			}
		}
	}
	return near
}

// homeWorth is what a home is worth by like sales.
type homeWorth struct {
	log    float64 // euros
	spread float64 // the median distance of their prices to it
	newer  float64 // the years by which it is newer than they are; the median
}

func (m *dealMarket) worth(home *entry, near []*entry) (w homeWorth, ok bool) {
	if len(near) < dealLeast {
		return w, false
	}
	far := 0.0
	for _, e := range near {
		far = math.Max(far, geo.Distance(home.At, e.At))
	}
	prices, weights, newer := make([]float64, len(near)), make([]float64, len(near)), make([]float64, len(near))
	for i, e := range near {
		price := math.Log(float64(e.Price)) + m.growth(e.Date, home.Date)
		apart := 3*geo.Distance(home.At, e.At)/(100+far) + math.Abs(float64(home.Date-e.Date))/730
		if home.UseSurface.Known && e.UseSurface.Known {
			ratio := math.Log(float64(home.UseSurface.V) / float64(e.UseSurface.V))
			price, apart = price+perSurface*ratio, apart+math.Abs(ratio)/0.25
		}
		if home.BuildYear.Known && e.BuildYear.Known {
			newer[i] = float64(home.BuildYear.V - e.BuildYear.V)
			apart += math.Abs(newer[i]) / 20
		}
		switch {
		case home.BuildType == e.BuildType:
		case home.BuildType.Group() == e.BuildType.Group():
			apart += 0.5
		default:
			apart += 2
		}
		prices[i], weights[i] = price, math.Exp(-math.Min(apart, 100))
	}
	w.log, ok = stats.WeightedMedian(prices, weights)
	for i := range prices {
		prices[i] = math.Abs(prices[i] - w.log)
	}
	w.spread, _ = stats.WeightedMedian(prices, weights)
	w.newer, _ = stats.WeightedMedian(newer, weights)
	w.newer = math.Max(0, w.newer)
	return w, ok
}

// growth returns how far the market moved from one day to another, in logs; 0 where too little is known.
func (m *dealMarket) growth(from, to gevel.Date) float64 {
	a, b := m.level(from.Month()), m.level(to.Month())
	if math.IsNaN(a) || math.IsNaN(b) {
		return 0
	}
	return b - a
}

// level returns the median log price per m2 around a month, NaN for one of few.
func (m *dealMarket) level(month gevel.Month) float64 {
	level, ok := m.levels[month]
	if ok {
		return level
	}
	prices := slices.Clone(m.months[month])
	for k := gevel.Month(1); k <= levelMonths && (k <= 2 || len(prices) < levelLeast); k++ {
		prices = slices.Concat(prices, m.months[month-k], m.months[month+k])
	}
	level = math.NaN()
	if len(prices) >= levelLeast {
		level, _ = stats.MedianInPlace(prices)
	}
	m.levels[month] = level
	return level
}
