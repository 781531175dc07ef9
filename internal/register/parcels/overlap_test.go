package parcels

import (
	"math"
	"math/rand/v2"
	"testing"
)

// star is a ring around a point, of so many corners at distances that differ, perhaps not convex.
func star(rng *rand.Rand, x, y, radius float64, corners int) []point {
	ring := make([]point, 0, corners+1)
	for i := range corners {
		r := radius * (0.3 + 0.7*rng.Float64())
		angle := 2 * math.Pi * float64(i) / float64(corners)
		ring = append(ring, point{int32(mm * (x + r*math.Cos(angle))), int32(mm * (y + r*math.Sin(angle)))})
	}
	return append(ring, ring[0])
}

func reversed(ring []point) []point {
	back := make([]point, len(ring))
	for i, p := range ring {
		back[len(ring)-1-i] = p
	}
	return back
}

func floorOf(rings ...[]point) int32 {
	b := emptyBox()
	for _, ring := range rings {
		for _, p := range ring {
			b.add(p)
		}
	}
	return b.low
}

func edgesOf(rings ...[]point) (edges []edge) {
	for i, ring := range rings {
		edges = appendEdges(edges, ring, i > 0)
	}
	return edges
}

func rectangle(x0, y0, x1, y1 int32) []point {
	return []point{{x0 * mm, y0 * mm}, {x1 * mm, y0 * mm}, {x1 * mm, y1 * mm}, {x0 * mm, y1 * mm}, {x0 * mm, y0 * mm}}
}

func near(got, want float64) bool { return math.Abs(got-want) <= 1e-6*(1+math.Abs(want)) }

func TestOverlapOfKnownShapes(t *testing.T) {
	house := rectangle(100, 100, 110, 110)
	diamond := []point{{105 * mm, 95 * mm}, {115 * mm, 105 * mm}, {105 * mm, 115 * mm}, {95 * mm, 105 * mm}, {105 * mm, 95 * mm}}
	for name, tt := range map[string]struct {
		other []edge
		want  float64
	}{
		"the same":     {edgesOf(house), 100},
		"around it":    {edgesOf(rectangle(0, 0, 500, 500)), 100},
		"within":       {edgesOf(rectangle(102, 103, 104, 106)), 6},
		"half":         {edgesOf(rectangle(105, 90, 120, 120)), 50},
		"a corner":     {edgesOf(rectangle(90, 90, 103, 102)), 6},
		"beside":       {edgesOf(rectangle(110, 100, 120, 110)), 0},
		"below":        {edgesOf(rectangle(100, 90, 110, 100)), 0},
		"above":        {edgesOf(rectangle(100, 111, 110, 120)), 0},
		"diamond":      {edgesOf(diamond), 100},
		"with a hole":  {edgesOf(rectangle(90, 90, 120, 120), rectangle(101, 101, 103, 104)), 94},
		"all a hole":   {edgesOf(rectangle(90, 90, 120, 120), rectangle(99, 99, 111, 111)), 0},
		"two polygons": {append(edgesOf(rectangle(90, 90, 102, 120)), edgesOf(rectangle(105, 90, 120, 120))...), 70},
	} {
		for _, ring := range [][]point{house, reversed(house)} {
			if got := overlap(edgesOf(ring), tt.other, floorOf(ring)); !near(got, tt.want) {
				t.Errorf("%s: %v m2, want %v", name, got, tt.want)
			}
		}
	}
}

// What shapes have in common is held against counted points, and against itself: parts add up, and it
// does not matter which one is asked about the other.
func TestOverlapOfAnyShapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		a := star(rng, 1000, 400_000, 20, 3+rng.IntN(30))
		b := star(rng, 1000+30*rng.Float64(), 400_000+30*rng.Float64(), 25, 3+rng.IntN(30))
		ea, eb := edgesOf(a), edgesOf(b)
		got := overlap(ea, eb, floorOf(a))
		if back := overlap(eb, ea, floorOf(b)); !near(got, back) {
			t.Errorf("a and b have %v m2 in common, b and a %v", got, back)
		}
		if self := overlap(ea, ea, floorOf(a)); !near(self, area(ea, floorOf(a))) {
			t.Errorf("a shape of %v m2 has %v m2 in common with itself", area(ea, floorOf(a)), self)
		}
		west, east := rectangle(0, 399_000, 1003, 401_000), rectangle(1003, 399_000, 3000, 401_000)
		parts := overlap(ea, edgesOf(west), floorOf(a)) + overlap(ea, edgesOf(east), floorOf(a))
		if whole := area(ea, floorOf(a)); !near(parts, whole) {
			t.Errorf("the parts of a shape of %v m2 have %v", whole, parts)
		}
		if want := counted(a, b); math.Abs(got-want) > 4 {
			t.Errorf("%v m2 in common, want about %v", got, want)
		}
	}
}

// counted counts points of a grid that lie in both rings.
func counted(a, b []point) float64 {
	const step = 250 // mm
	n := 0
	for x := int32(980 * mm); x < 1020*mm; x += step {
		for y := int32(399_980 * mm); y < 400_020*mm; y += step {
			if p := (point{x + 1, y + 1}); inside(a, p) && inside(b, p) {
				n++
			}
		}
	}
	return float64(n) * step * step / (mm * mm)
}

func inside(ring []point, p point) (in bool) {
	for i := 1; i < len(ring); i++ {
		a, b := ring[i-1], ring[i]
		if (a.y > p.y) != (b.y > p.y) &&
			float64(p.x) < float64(a.x)+float64(b.x-a.x)*float64(p.y-a.y)/float64(b.y-a.y) {
			in = !in
		}
	}
	return in
}

func TestStripsGiveEachEdgeThatReachesIn(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var s strips
	for range 200 {
		ring := star(rng, 1000, 400_000, 20, 3+rng.IntN(400))
		edges, b := edgesOf(ring), emptyBox()
		for _, p := range ring {
			b.add(p)
		}
		s.set(edges, b)
		left := int32(mm * (975 + 50*rng.Float64()))
		right := left + rng.Int32N(20*mm)
		got := map[edge]int{}
		for _, e := range s.within(edges, left, right, nil) {
			got[e]++
		}
		for _, e := range edges {
			want := 0
			if e.x0 < right && e.x1 > left {
				want = 1
			}
			if got[e] != want {
				t.Fatalf("an edge from %d to %d is given %d times for %d to %d, want %d", e.x0, e.x1, got[e], left, right, want)
			}
		}
	}
}
