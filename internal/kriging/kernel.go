// Package kriging predicts what a linear model leaves over, from what it left over
// at other sales: a Gaussian process over place, characteristics and time, solved
// locally on the sales that say most about the subject. Its errors are of another
// kind than those of trees. It knows numbers, not houses.
//
// Method: nearest-neighbour Gaussian process (Vecchia 1988; Datta et al.,
// Hierarchical Nearest-Neighbor Gaussian Process Models for Large Geostatistical
// Datasets, 2016), with noise that is larger for odd prices.
package kriging

import "math"

// Sites are where prices were observed, in columns: what one site has of traits
// and kinds stands together.
type Sites struct {
	X, Y   []float64 // metres
	Month  []float32 // time of the price, from any origin
	Traits []float32 // len(Kernel.Trait) per site: characteristics, on a common scale
	Kinds  []int32   // len(Kernel.Kind) per site: equal or not
}

// Site is one place in Sites, or a subject.
type Site struct {
	X, Y   float64
	Month  float32
	Traits []float32
	Kinds  []int32
}

// At returns site i, without copying.
func (s *Sites) At(i int32, k *Kernel) Site {
	t, c := int32(len(k.Trait)), int32(len(k.Kind))
	return Site{X: s.X[i], Y: s.Y[i], Month: s.Month[i], Traits: s.Traits[i*t : i*t+t], Kinds: s.Kinds[i*c : i*c+c]}
}

// Kernel is the covariance of the residuals of two sites, in log euros squared. It
// has three parts: what a building or block shares, what a neighbourhood shares,
// both over place alone and rough, and what like homes share, over place and
// characteristics and smooth. All fade with time.
type Kernel struct {
	Block Range
	Near  Range
	Like  Range
	Trait []float64 // inverse length per trait, of the like part
	Kind  []float64 // distance that another kind adds, of the like part
	Noise float64   // variance of a single price
}

// Range is how strong a part of the covariance is and how far it reaches.
type Range struct {
	Variance float64
	Metres   float64
	Months   float64
}

// prepared holds what the covariance needs per pair, worked out once.
type prepared struct {
	block, near, like part
	noise             float64
	trait, kind       []float32 // squared
}

// part is a Range with its inverse squared lengths.
type part struct{ variance, place, time float64 }

func (r Range) prepare() part {
	return part{r.Variance, 1 / (r.Metres * r.Metres), 1 / (r.Months * r.Months)}
}

func (k *Kernel) prepare() prepared {
	p := prepared{block: k.Block.prepare(), near: k.Near.prepare(), like: k.Like.prepare(), noise: k.Noise}
	for _, inverse := range k.Trait {
		p.trait = append(p.trait, float32(inverse*inverse))
	}
	for _, d := range k.Kind {
		p.kind = append(p.kind, float32(d*d))
	}
	return p
}

// rough is the exponential covariance of the part.
func (p *part) rough(place, time float64) float64 {
	return p.variance * decay(math.Sqrt(place*p.place+time*p.time))
}

// The covariance is worked out thousands of times per valuation, and nearly all of
// that is exponentials: decay reads exp(-x) from a table and corrects it by three
// terms of its series, which leaves a relative error below 3e-9.
const (
	decaySteps = 64 // of the table, per unit
	decayEnd   = 24 // beyond it exp(-x) counts as nothing
)

var decayTable = func() (table [decaySteps * decayEnd]float64) {
	for i := range table {
		table[i] = math.Exp(-float64(i) / decaySteps)
	}
	return table
}()

// decay returns exp(-x) for x >= 0.
func decay(x float64) float64 {
	if !(x < decayEnd) {
		return 0
	}
	i := int(x * decaySteps)
	r := x - float64(i)/decaySteps
	return decayTable[i] * (1 - r*(1-r*(0.5-r/6)))
}

// together is how many sites are compared with one at a time: sums of each by itself would
// wait for every addition.
const together = 4

// covariances sets to to the covariances of a with the sites in b, without noise.
func (p *prepared) covariances(a *Site, b []Site, to []float64) {
	var apart [together]float32
	for from := 0; from < len(b); from += together {
		part := b[from:min(len(b), from+together)]
		if len(part) == together {
			p.apart(a, (*[together]Site)(part), &apart)
		} else {
			var padded [together]Site
			for i := range padded {
				padded[i] = part[min(i, len(part)-1)]
			}
			p.apart(a, &padded, &apart)
		}
		for i := range part {
			to[from+i] = p.covariance(a, &part[i], apart[i])
		}
	}
}

// apart sets to to the squared distances of a to the sites in b, in traits and kinds.
func (p *prepared) apart(a *Site, b *[together]Site, to *[together]float32) {
	n := len(p.trait)
	at, b0, b1, b2, b3 := a.Traits[:n], b[0].Traits[:n], b[1].Traits[:n], b[2].Traits[:n], b[3].Traits[:n]
	var s0, s1, s2, s3 float32
	for d, w := range p.trait {
		x := at[d]
		d0, d1, d2, d3 := x-b0[d], x-b1[d], x-b2[d], x-b3[d]
		s0 += w * d0 * d0
		s1 += w * d1 * d1
		s2 += w * d2 * d2
		s3 += w * d3 * d3
	}
	n = len(p.kind)
	kinds, k0, k1, k2, k3 := a.Kinds[:n], b[0].Kinds[:n], b[1].Kinds[:n], b[2].Kinds[:n], b[3].Kinds[:n]
	for d, w := range p.kind {
		k := kinds[d]
		s0 += unless(k == k0[d], w)
		s1 += unless(k == k1[d], w)
		s2 += unless(k == k2[d], w)
		s3 += unless(k == k3[d], w)
	}
	to[0], to[1], to[2], to[3] = s0, s1, s2, s3
}

// unless returns 0 for kinds that are the same and w otherwise, without a branch: which it
// is can't be guessed.
func unless(same bool, w float32) float32 {
	keep := ^uint32(0)
	if same {
		keep = 0
	}
	return math.Float32frombits(math.Float32bits(w) & keep)
}

// covariance returns the covariance of two sites so far apart in traits and kinds.
func (p *prepared) covariance(a, b *Site, apart float32) float64 {
	dx, dy, dt := a.X-b.X, a.Y-b.Y, float64(a.Month-b.Month)
	place, time := dx*dx+dy*dy, dt*dt
	r := math.Sqrt(3 * (place*p.like.place + time*p.like.time + float64(apart)))
	like := p.like.variance * (1 + r) * decay(r) // Matern 3/2
	return p.block.rough(place, time) + p.near.rough(place, time) + like
}

// variance returns the variance of a site itself without noise.
func (p *prepared) variance() float64 {
	return p.block.variance + p.near.variance + p.like.variance
}
