package kriging

import (
	"math"
	"math/bits"

	"github.com/gevel/gevel/internal/num/list"
)

// Site is a place with a home, on a day.
type Site struct {
	X, Y   float64   // metres
	Month  float32   // time, from any origin
	Traits []float32 // characteristics, in standard deviations from their mean
	Kinds  []int32   // equal or not
}

// Far is the number of standard deviations from the mean at which a trait is clipped.
const Far = 4

// Source is where prices were observed: sites by number.
type Source interface {
	// Empty returns an empty set for sites of the source.
	Empty() Sites
	// Lay replaces the sites in to by those with some numbers.
	Lay(numbers []int32, to *Sites)
}

// Sites are sites with the same number of traits and kinds, ready to be compared: a valuation compares two of them
// thousands of times. So traits are held as whole numbers, two to a word: one multiplication then gives the sum of
// two products. Kinds follow them, also two to a word.
type Sites struct {
	spots  []spot
	words  []uint64
	traits int // words of traits per site
	each   int // words per site
}

// spot holds the numbers that a site has one of.
type spot struct {
	x, y   float64
	square uint64 // the sum of the squares of the traits, in steps
	month  float32
}

const (
	// traitSteps is the number of steps per standard deviation.
	traitSteps = 1024
	// unitSquare is the square of a standard deviation, in steps.
	unitSquare = traitSteps * traitSteps
	// perWord is the number of traits or kinds in a word, and halfWord their bits: the sum of two
	// products of traits takes 27.
	perWord  = 2
	halfWord = 32
)

// NewSites returns an empty set of sites with a number of traits and kinds, and room for n.
func NewSites(traits, kinds, n int) *Sites {
	s := &Sites{traits: (traits + perWord - 1) / perWord}
	s.each = s.traits + (kinds+perWord-1)/perWord
	s.spots, s.words = make([]spot, 0, n), make([]uint64, 0, n*s.each)
	return s
}

// Empty returns an empty set of sites with the same traits and kinds.
func (s *Sites) Empty() Sites { return Sites{traits: s.traits, each: s.each} }

// Lay replaces the sites in to by some of these.
func (s *Sites) Lay(numbers []int32, to *Sites) {
	to.clear()
	for _, site := range numbers {
		to.take(s, site)
	}
}

// Reset makes the set n sites, each to be set.
func (s *Sites) Reset(n int) {
	s.spots, s.words = list.Sized(s.spots, n), list.Sized(s.words, n*s.each)
	clear(s.words)
}

// Set sets where a site is, and on which day; its traits and kinds are none yet.
func (s *Sites) Set(site int, x, y float64, month float32) {
	s.spots[site] = spot{x: x, y: y, month: month}
}

// StepsOf returns a trait in the whole steps in which sites hold it.
func StepsOf(z float32) uint16 {
	return uint16(math.Round((max(-Far, min(Far, float64(z))) + Far) * traitSteps))
}

// SetTrait sets a trait of a site, in steps, once.
func (s *Sites) SetTrait(site, trait int, steps uint16) {
	s.words[site*s.each+trait/perWord] |= uint64(steps) << (trait % perWord * halfWord)
	s.spots[site].square += uint64(steps) * uint64(steps)
}

// SetKind sets a kind of a site, once.
func (s *Sites) SetKind(site, kind int, v int32) {
	s.words[site*s.each+s.traits+kind/perWord] |= uint64(uint32(v)) << (kind % perWord * halfWord)
}

// Add appends a site.
func (s *Sites) Add(site *Site) {
	at := len(s.spots)
	s.spots = append(s.spots, spot{x: site.X, y: site.Y, month: site.Month})
	for range s.each {
		s.words = append(s.words, 0)
	}
	for i, z := range site.Traits {
		s.SetTrait(at, i, StepsOf(z))
	}
	for i, kind := range site.Kinds {
		s.SetKind(at, i, kind)
	}
}

// take appends a site from another set.
func (s *Sites) take(from *Sites, site int32) {
	s.spots, s.words = append(s.spots, from.spots[site]), append(s.words, from.of(site)...)
}

// clear drops all sites and keeps their room.
func (s *Sites) clear() { s.spots, s.words = s.spots[:0], s.words[:0] }

// of returns the words of a site.
func (s *Sites) of(site int32) []uint64 { return s.words[int(site)*s.each:][:s.each] }

// probe is a site prepared for comparisons with many others.
type probe struct {
	spot
	words []uint64 // the two traits of each word swapped
}

// set points the probe at a site.
func (p *probe) set(s *Sites, site int32) {
	p.spot, p.words = s.spots[site], append(p.words[:0], s.of(site)...)
	for k := range s.traits {
		p.words[k] = bits.RotateLeft64(p.words[k], halfWord)
	}
}

// together is how many sites are compared with a probe at a time: one alone would wait for every product.
const together = 4

// unlike sets to to the squared distances between the probe's home and some sites in traits
// and kinds, in steps; another kind counts as one standard deviation.
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

// unlikeSome is unlike for some sites. The traits' square is |a|^2 + |b|^2 - 2ab, in whole
// numbers and so without rounding. In the product of a word with a word whose halves are
// swapped, the upper half is the sum of the two products sought.
func (p *probe) unlikeSome(s *Sites, others *[together]int32, to *[together]uint64) {
	own, a, b, c, d := p.words, s.of(others[0]), s.of(others[1]), s.of(others[2]), s.of(others[3])
	a, b, c, d = a[:len(own)], b[:len(own)], c[:len(own)], d[:len(own)]
	var product0, product1, product2, product3 uint64
	for k, z := range own[:s.traits] {
		product0 += z * a[k] >> halfWord
		product1 += z * b[k] >> halfWord
		product2 += z * c[k] >> halfWord
		product3 += z * d[k] >> halfWord
	}
	var kinds0, kinds1, kinds2, kinds3 uint64
	for k := s.traits; k < len(own); k++ {
		kinds := own[k]
		kinds0 += differing(kinds ^ a[k])
		kinds1 += differing(kinds ^ b[k])
		kinds2 += differing(kinds ^ c[k])
		kinds3 += differing(kinds ^ d[k])
	}
	products := [together]uint64{product0, product1, product2, product3}
	kinds := [together]uint64{kinds0, kinds1, kinds2, kinds3}
	for i, other := range others {
		differ := kinds[i]>>halfWord + kinds[i]&(1<<halfWord-1)
		to[i] = p.square + s.spots[other].square - 2*products[i] + unitSquare*differ
	}
}

// differing returns 1 for each half of a word that is not zero: adding then sets its highest bit.
func differing(halves uint64) uint64 {
	const low, ones = 0x7fffffff_7fffffff, 0x00000001_00000001
	return ((halves & low) + low | halves) >> (halfWord - 1) & ones
}
