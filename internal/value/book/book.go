// Package book gives the distribution of a book of homes: of the sum of their prices, and of their loans to value.
// Values of homes err together, by the level of the market, of the area and of the type; the rest of a value's error is
// its own. So a book of many homes is no surer than the level, however many there are.
//
// Sums of lognormal prices have closed moments but no closed tail, and loans to value are no sums. So prices are drawn,
// from a seed.
package book

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/parallel"
	"github.com/gevel/gevel/internal/num/stats"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Home is a valued home with a loan.
type Home struct {
	ID       gevel.BAGID // under which further loans on it come; "" is of one that comes once
	Value    float64     // euros
	FSD      float64     // a fraction of the value, of the whole error
	Loan     float64     // euros; 0 is none
	Shared   valuation.Shared
	Segments []Segment
}

// Segment is a part of the book, such as a municipality.
type Segment struct{ By, Name string }

// home is a home as it is drawn.
type home struct {
	value, loan             float64
	middle                  float64 // of its price, euros: its mean is the value
	level, area, group, own float64 // standard deviations, log euros
	inArea, inGroup         int32
	segments                []int32
}

// Book gathers homes. The zero Book is empty and ready.
type Book struct {
	homes    []home
	areas    int // one more than the largest
	groups   int
	segments []Segment
	at       map[Segment]int32
	place    map[gevel.BAGID]int32 // of homes with an id
}

// Add adds a home, and says whether it is new. Of one that is there already it adds the loan: it is sold once for all
// its loans.
func (b *Book) Add(h *Home) (isNew bool) {
	if at, known := b.place[h.ID]; known {
		b.homes[at].loan += h.Loan
		return false
	}
	added := home{
		value: h.Value, loan: h.Loan, level: h.Shared.Level, area: h.Shared.Area, group: h.Shared.Group, own: ownOf(h),
		inArea: h.Shared.InArea, inGroup: int32(h.Shared.InGroup),
	}
	added.middle = h.Value / meanFactor(added.own)
	if b.at == nil {
		b.at, b.place = map[Segment]int32{}, map[gevel.BAGID]int32{}
	}
	if h.ID != "" {
		b.place[h.ID] = int32(len(b.homes))
	}
	for _, s := range h.Segments {
		i, known := b.at[s]
		if !known {
			i = int32(len(b.segments))
			b.at[s], b.segments = i, append(b.segments, s)
		}
		added.segments = append(added.segments, i)
	}
	b.areas, b.groups = max(b.areas, int(added.inArea)+1), max(b.groups, int(added.inGroup)+1)
	b.homes = append(b.homes, added)
	return true
}

// ownOf returns what a home's error has for itself: what its FSD leaves over of the shared errors.
func ownOf(h *Home) float64 {
	shared := h.Shared.Level*h.Shared.Level + h.Shared.Area*h.Shared.Area + h.Shared.Group*h.Shared.Group
	return math.Sqrt(math.Max(0, h.FSD*h.FSD-shared))
}

// meanFactor returns the mean of prices relative to their middle, by the own errors alone. In open walks the sum of
// the prices was nearer to the sum of the values than to the sum of their means, so a value stands for the mean.
func meanFactor(own float64) float64 {
	const step = 32
	sum, n := 0.0, 0.0
	for i := step / 2; i < len(ownErrors()); i += step {
		sum, n = sum+math.Exp(own*ownErrors()[i]), n+1
	}
	return sum / n
}

// Inspection is a home whose inspection takes uncertainty off a book.
type Inspection struct {
	Line  int     `json:"line"` // of the file
	Home  string  `json:"home"`
	Value float64 `json:"value"`
	FSD   float64 `json:"fsd"`
	// FSDAfter is what the FSD is expected to be after the inspection.
	FSDAfter float64 `json:"fsdAfter"`
	// Takes is the standard deviation, in euros, of the part of the book's error that the inspection takes off.
	Takes float64 `json:"takesOff"`
	own   float64 // euros
}

// Inspections keeps the homes whose inspection takes off most: by the variance of the value in euros that comes of what
// is not known of the home; among homes that are known whole, by the rest of their own error. Variances of own errors
// add up, so the first N of the list are the best N.
type Inspections struct {
	Most int
	list []Inspection
}

// Add offers a home; unseen is the variance that an inspection takes off, log euros squared.
func (k *Inspections) Add(at Inspection, h *Home, unseen float64) {
	at.Value, at.FSD = h.Value, round4(h.FSD)
	at.FSDAfter = round4(math.Sqrt(math.Max(0, h.FSD*h.FSD-unseen)))
	at.Takes, at.own = math.Round(h.Value*math.Sqrt(unseen)), h.Value*ownOf(h)
	k.list = append(k.list, at)
	if len(k.list) >= 4*max(k.Most, 64) {
		k.cut()
	}
}

// First returns the homes, those that take off most first.
func (k *Inspections) First() []Inspection {
	k.cut()
	return append([]Inspection{}, k.list...)
}

func (k *Inspections) cut() {
	slices.SortStableFunc(k.list, func(a, b Inspection) int {
		return cmp.Or(cmp.Compare(b.Takes, a.Takes), cmp.Compare(b.own, a.own), cmp.Compare(a.Line, b.Line))
	})
	k.list = k.list[:min(k.Most, len(k.list))]
}

func round4(v float64) float64 { return math.Round(1e4*v) / 1e4 }

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
	return list.Make(n, func(i int) float64 { return rng.NormFloat64() })
}
