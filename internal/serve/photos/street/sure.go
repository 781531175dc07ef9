package street

// How surely a view shows its building: the stated errors are carried through to what the cut would show.

import (
	"math"

	"github.com/gevel/gevel/internal/num/geo"
)

// The bounds of a view that is used.
const (
	leastChance = 0.99 // that the middle of the cut is on a wall of the building
	leastShare  = 0.60 // of the walls in the cut that are the building's
	shownShare  = 0.10 // of the walls in the cut, from which a home is one that the cut shows
)

// Samples of how a camera may have stood. The first few decide where all of them agree.
const (
	fewSamples = 32
	allSamples = 256
	columns    = 16 // of a cut, at which its walls are counted
	shares     = 16 // samples for counting walls
)

// certainty is what samples say of a cut.
type certainty struct {
	chance, share float64
	shows         map[int32]float64 // share of the walls in the cut, by building of the scene
}

// sure samples a cut of a view.
func (s *scene) sure(c *camera, v *view, k *Cut) certainty {
	across := func(part float64) float64 { // bearing to a part of the cut's width
		p := k.at(part)
		return math.Atan2(p.X-c.At.X, p.Y-c.At.Y)
	}
	middle, rise := across(0.5), ((k.Low+k.High)/2-c.Height)/v.distance
	is := certainty{chance: v.chance, shows: map[int32]float64{}}
	misses, n := 0, 0
	for ; n < allSamples && (n < fewSamples || misses > 0 || v.chance < 0.9999); n++ {
		at, turn := c.sample(n)
		if h := s.ray(at, c.Height, middle+turn, rise); s.of(h) != v.building {
			if misses++; float64(misses) > (1-leastChance)*allSamples {
				is.chance = 0
				return is
			}
		}
	}
	is.chance = min(is.chance, 1-float64(misses)/float64(n))
	walls := 0.0
	for i := range shares {
		at, turn := c.sample(i)
		for column := range columns {
			h := s.ray(at, c.Height, across((float64(column)+0.5)/columns)+turn, rise)
			if of := s.of(h); of >= 0 {
				// A wall behind is lower in the cut.
				part := min(1, max(v.distance, 1)/h.distance)
				is.shows[of] += part
				walls += part
			}
		}
	}
	for of := range is.shows {
		is.shows[of] /= max(walls, 1)
	}
	is.share = is.shows[v.building]
	return is
}

// sample returns how a camera may have stood, the stated pose first: points of Halton's sequence, which fill space evenly,
// as normal deviates.
func (c *camera) sample(n int) (at geo.Point, turn float64) {
	if n == 0 {
		return c.At, 0
	}
	position := math.Hypot(c.PositionError, outlineError)
	return geo.Point{
		X: c.At.X + position*deviate(n, 2), Y: c.At.Y + position*deviate(n, 3),
	}, c.HeadingError * degree * deviate(n, 5)
}

func deviate(n, base int) float64 {
	u, f := 0.0, 1.0
	for ; n > 0; n /= base {
		f /= float64(base)
		u += f * float64(n%base)
	}
	return math.Sqrt2 * math.Erfinv(2*u-1)
}
