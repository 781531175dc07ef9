package kriging

import (
	"math"
	"math/bits"
)

// Site is a place with a home, on a day.
type Site struct {
	X, Y   float64   // metres
	Month  float32   // time, from any origin
	Traits []float32 // characteristics, in standard deviations from their mean
	Kinds  []int32   // equal or not
}

// Far is how many standard deviations from its mean a trait stops to count.
const Far = 4

// Sites are where prices were observed, all with as many traits and kinds. How unlike two
// of them are is asked thousands of times per valuation. So traits are held as whole
// numbers, two to a word: one multiplication then gives the sum of two products.
type Sites struct {
	spots  []spot
	traits []uint64 // words per site
	kinds  []int32
	words  int // of traits per site
	every  int // kinds per site
}

// spot is what has one number per site.
type spot struct {
	x, y   float64
	square uint64 // the sum of the squares of the traits, in steps
	month  float32
}

const (
	// traitSteps is in how many steps a standard deviation is held.
	traitSteps = 1024
	// unitSquare is the square of a standard deviation, in steps.
	unitSquare = traitSteps * traitSteps
	// wordTraits is how many traits a word holds, and traitBits the room of each: the sum of
	// two products takes 27 bits.
	wordTraits = 2
	traitBits  = 32
)

// NewSites returns no sites yet, of so many traits and kinds, with room for n.
func NewSites(traits, kinds, n int) *Sites {
	words := (traits + wordTraits - 1) / wordTraits
	return &Sites{
		spots: make([]spot, 0, n), traits: make([]uint64, 0, n*words), kinds: make([]int32, 0, n*kinds),
		words: words, every: kinds,
	}
}

// Add appends a site.
func (s *Sites) Add(site *Site) {
	at := spot{x: site.X, y: site.Y, month: site.Month}
	from := len(s.traits)
	for range s.words {
		s.traits = append(s.traits, 0)
	}
	for i, z := range site.Traits {
		steps := uint64(math.Round((math.Max(-Far, math.Min(Far, float64(z))) + Far) * traitSteps))
		s.traits[from+i/wordTraits] |= steps << (i % wordTraits * traitBits)
		at.square += steps * steps
	}
	s.spots = append(s.spots, at)
	s.kinds = append(s.kinds, site.Kinds...)
}

// take appends a site of others.
func (s *Sites) take(from *Sites, site int32) {
	s.spots = append(s.spots, from.spots[site])
	s.traits = append(s.traits, from.traitsOf(site)...)
	s.kinds = append(s.kinds, from.kindsOf(site)...)
}

// clear drops all sites and keeps their room.
func (s *Sites) clear() { s.spots, s.traits, s.kinds = s.spots[:0], s.traits[:0], s.kinds[:0] }

func (s *Sites) traitsOf(i int32) []uint64 { return s.traits[int(i)*s.words:][:s.words] }

func (s *Sites) kindsOf(i int32) []int32 { return s.kinds[int(i)*s.every:][:s.every] }

// probe is a site made ready to be compared with many.
type probe struct {
	spot
	turned []uint64 // its traits, the two of each word swapped
	kinds  []int32
}

// set makes the probe that of a site.
func (p *probe) set(s *Sites, site int32) {
	p.spot, p.kinds = s.spots[site], s.kindsOf(site)
	p.turned = p.turned[:0]
	for _, word := range s.traitsOf(site) {
		p.turned = append(p.turned, bits.RotateLeft64(word, traitBits))
	}
}

// together is how many sites are compared with a probe at a time: one by itself would wait
// for every product.
const together = 4

// unlike sets to to the squared distances of the probe's home to those of sites in traits
// and kinds, in steps; another kind counts as one standard deviation.
//
// The traits' is |a|^2 + |b|^2 - 2ab, in whole numbers and so without rounding. Of the
// product of a word with one whose halves are swapped, the upper half is the sum of the
// two products sought.
func (p *probe) unlike(s *Sites, others []int32, to []uint64) {
	for ; len(others) >= together; others, to = others[together:], to[together:] {
		p.unlikeSome(s, (*[together]int32)(others), (*[together]uint64)(to))
	}
	if len(others) > 0 {
		var padded [together]int32
		var squares [together]uint64
		copy(padded[:], others)
		p.unlikeSome(s, &padded, &squares)
		copy(to, squares[:])
	}
}

func (p *probe) unlikeSome(s *Sites, others *[together]int32, to *[together]uint64) {
	i0, i1, i2, i3 := others[0], others[1], others[2], others[3]
	own := p.turned
	z0, z1, z2, z3 := s.traitsOf(i0)[:len(own)], s.traitsOf(i1)[:len(own)], s.traitsOf(i2)[:len(own)], s.traitsOf(i3)[:len(own)]
	var p0, p1, p2, p3 uint64
	for k, z := range own {
		p0 += z * z0[k]
		p1 += z * z1[k]
		p2 += z * z2[k]
		p3 += z * z3[k]
	}
	kinds := p.kinds
	k0, k1, k2, k3 := s.kindsOf(i0)[:len(kinds)], s.kindsOf(i1)[:len(kinds)], s.kindsOf(i2)[:len(kinds)], s.kindsOf(i3)[:len(kinds)]
	var n0, n1, n2, n3 uint64
	for k, kind := range kinds {
		n0 += oneUnless(kind == k0[k])
		n1 += oneUnless(kind == k1[k])
		n2 += oneUnless(kind == k2[k])
		n3 += oneUnless(kind == k3[k])
	}
	to[0] = p.square + s.spots[i0].square - p0>>traitBits*2 + n0*unitSquare
	to[1] = p.square + s.spots[i1].square - p1>>traitBits*2 + n1*unitSquare
	to[2] = p.square + s.spots[i2].square - p2>>traitBits*2 + n2*unitSquare
	to[3] = p.square + s.spots[i3].square - p3>>traitBits*2 + n3*unitSquare
}

// oneUnless returns 0 for kinds that are the same and 1 otherwise, without a branch: which
// it is can't be guessed.
func oneUnless(same bool) uint64 {
	if same {
		return 0
	}
	return 1
}
