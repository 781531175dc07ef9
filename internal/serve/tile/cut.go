package tile

import (
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/clip"
)

// frameBound is a tile with its buffer.
var frameBound = orb.Bound{Min: orb.Point{-buffer, -buffer}, Max: orb.Point{extent + buffer, extent + buffer}}

// cut clips a ring to the tile and its buffer: renderers refuse coordinates far outside the tile.
func cut(r []point) []point {
	if len(r) < 3 {
		return nil
	}
	ring := make(orb.Ring, 0, len(r)+1)
	for _, p := range r {
		ring = append(ring, orb.Point{float64(p.x), float64(p.y)})
	}
	ring = clip.Ring(frameBound, append(ring, ring[0]))
	kept := make([]point, 0, len(ring))
	for _, p := range ring {
		at := point{int32(p[0]), int32(p[1])}
		if n := len(kept); n == 0 || kept[n-1] != at {
			kept = append(kept, at)
		}
	}
	if n := len(kept); n > 1 && kept[0] == kept[n-1] {
		kept = kept[:n-1]
	}
	return kept
}
