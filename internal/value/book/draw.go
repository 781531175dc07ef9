package book

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/parallel"
	"github.com/gevel/gevel/internal/num/stats"
)

// Options direct the drawing.
type Options struct {
	Seed uint64
	// Shock is a change of all prices, a fraction such as -0.2; unknown is none.
	Shock gevel.Opt[float64]
}

const (
	fewestDraws, mostDraws = 500, 2000
	// drawnHomes is how many prices are drawn at most, unless the fewest draws take more.
	drawnHomes = 200_000_000
	// ownDegrees are the degrees of freedom of own errors, in the manner of Student's t: their tails are heavier than a
	// normal distribution's. An FSD is half the central 68.3 %.
	ownDegrees = 5
)

// ownErrors are quantiles of own errors at even steps, in FSDs.
var ownErrors = sync.OnceValue(func() *[4096]float64 {
	q := new([4096]float64)
	one, _ := stats.StudentQuantile((1+0.683)/2, ownDegrees)
	for i := range q {
		t, _ := stats.StudentQuantile((float64(i)+0.5)/float64(len(q)), ownDegrees)
		q[i] = t / one
	}
	return q
})

// draws is what was drawn, a row a draw.
type draws struct {
	total     []float64
	shortfall []float64
	above     [len(aboveEnds)][]float64
	segments  [][]float64 // by draw and segment: the sum of prices
	short     [][]float64 // likewise: the shortfall
}

// aboveEnds are the loans to value above which loans are counted.
var aboveEnds = [...]float64{0.8, 0.9, 1.0}

func (b *Book) draw(ctx context.Context, o Options) (*draws, error) {
	n := max(fewestDraws, min(mostDraws, drawnHomes/max(1, len(b.homes))))
	d := &draws{
		total: make([]float64, n), shortfall: make([]float64, n), segments: make([][]float64, n),
		short: make([][]float64, n),
	}
	for i := range d.above {
		d.above[i] = make([]float64, n)
	}
	factor := 1.0
	if o.Shock.Known {
		factor += o.Shock.V
	}
	parallel.Each(parallel.Threads(), n, func(k int) {
		if ctx.Err() == nil {
			b.drawOne(d, k, factor, o.Seed)
		}
	})
	return d, ctx.Err()
}

// drawOne draws the prices of all homes once. A draw has numbers of its own, whatever is drawn beside it.
func (b *Book) drawOne(d *draws, k int, factor float64, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, uint64(k)))
	level := rng.NormFloat64()
	areas, groups := normals(rng, b.areas), normals(rng, b.groups)
	d.segments[k], d.short[k] = make([]float64, len(b.segments)), make([]float64, len(b.segments))
	own := ownErrors()
	for i := range b.homes {
		h := &b.homes[i]
		e := h.level*level + h.area*areas[h.inArea] + h.group*groups[h.inGroup] + h.own*own[rng.Uint64()%uint64(len(own))]
		price := factor * h.middle * math.Exp(e)
		short := math.Max(0, h.loan-price)
		d.total[k] += price
		d.shortfall[k] += short
		for j, end := range aboveEnds {
			if h.loan > end*price {
				d.above[j][k] += h.loan
			}
		}
		for _, s := range h.segments {
			d.segments[k][s] += price
			d.short[k][s] += short
		}
	}
}

func normals(rng *rand.Rand, n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = rng.NormFloat64()
	}
	return list
}
