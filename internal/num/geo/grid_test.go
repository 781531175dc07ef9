package geo

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawPoints mixes unknown points, coarse ones that coincide, clusters and strays.
func drawPoints(t *rapid.T) []Point {
	point := rapid.Custom(func(t *rapid.T) Point {
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0:
			return Point{}
		case 1, 2, 3:
			return Point{X: float64(rapid.IntRange(1, 4).Draw(t, "i")), Y: float64(rapid.IntRange(1, 4).Draw(t, "j"))}
		case 4:
			return Point{
				X: rapid.Float64Range(-1e6, 1e6).Draw(t, "farx"),
				Y: rapid.Float64Range(-1e6, 1e6).Draw(t, "fary"),
			}
		}
		return Point{X: rapid.Float64Range(1, 100).Draw(t, "x"), Y: rapid.Float64Range(1, 100).Draw(t, "y")}
	})
	return rapid.SliceOfN(point, 0, 80).Draw(t, "points")
}

// bruteForce lists the items within so many metres that keep, nearest first.
func bruteForce(points []Point, p Point, within float64, keep func(int32) bool) []Neighbour {
	all := []Neighbour{}
	for i, q := range points {
		if d := Distance(p, q); usable(q) && d <= within && (keep == nil || keep(int32(i))) {
			all = append(all, Neighbour{Item: int32(i), Distance: d})
		}
	}
	return inOrder(all)
}

// inOrder sorts neighbours, the nearest first and of equal distances the later.
func inOrder(found []Neighbour) []Neighbour {
	slices.SortFunc(found, func(a, b Neighbour) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(b.Item, a.Item))
	})
	return found
}

func TestNearestAgreesWithBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := drawPoints(t)
		g := newGrid(usablePoints(points, nil), rapid.SampledFrom([]float64{0, 0.5, 7, 1000}).Draw(t, "cell"))
		p := Point{X: rapid.Float64Range(-200, 300).Draw(t, "px"), Y: rapid.Float64Range(1, 110).Draw(t, "py")}
		k := rapid.IntRange(0, 20).Draw(t, "k")
		within := rapid.SampledFrom([]float64{0, 3, 40, 1e5, math.Inf(1)}).Draw(t, "within")
		modulo := rapid.Int32Range(1, 4).Draw(t, "modulo")
		keep := func(item int32) bool { return item%modulo == 0 }
		want := bruteForce(points, p, within, keep)
		want = want[:min(k, len(want))]
		if got := inOrder(g.Nearest(p, k, within, keep, nil)); !slices.Equal(got, want) {
			t.Fatalf("Nearest = %v, want %v", got, want)
		}
		kept := NewGridWhere(points, func(item int) bool { return keep(int32(item)) })
		if got := inOrder(kept.Nearest(p, k, within, nil, nil)); !slices.Equal(got, want) {
			t.Fatalf("Nearest of a grid of those kept = %v, want %v", got, want)
		}
	})
}

func TestGridLeavesOutWhatIsNoPosition(t *testing.T) {
	g := NewGrid([]Point{{}, {X: math.NaN(), Y: 1}, {X: math.Inf(1), Y: 1}, {X: 1, Y: 1}})
	if got := g.Len(); got != 1 {
		t.Errorf("Len() = %d, want 1", got)
	}
	if got := g.Nearest(Point{X: 5, Y: 5}, 3, math.Inf(1), nil, nil); len(got) != 1 || got[0].Item != 3 {
		t.Errorf("Nearest = %v, want item 3 only", got)
	}
	for _, p := range []Point{{}, {X: math.NaN(), Y: 1}} {
		if got := g.Nearest(p, 3, math.Inf(1), nil, nil); len(got) != 0 {
			t.Errorf("Nearest(%v) = %v, want nothing", p, got)
		}
	}
}

func TestEmptyGridFindsNothing(t *testing.T) {
	if got := NewGrid[Point](nil).Nearest(Point{X: 1, Y: 1}, 3, math.Inf(1), nil, nil); len(got) != 0 {
		t.Errorf("Nearest = %v, want nothing", got)
	}
}

func TestOfEqualDistancesTheLaterItemsAreNearest(t *testing.T) {
	points := []Point{{X: 3, Y: 2}, {X: 2, Y: 1}, {X: 1, Y: 2}, {X: 2, Y: 3}}
	got := inOrder(NewGrid(points).Nearest(Point{X: 2, Y: 2}, 2, 5, nil, nil))
	if want := []Neighbour{{3, 1}, {2, 1}}; !slices.Equal(got, want) {
		t.Errorf("Nearest = %v, want %v", got, want)
	}
}

func TestNearestDoesNotAllocate(t *testing.T) {
	g, dst := NewGrid(evenly(1000)), make([]Neighbour, 0, 50)
	keep := func(item int32) bool { return item%2 == 0 }
	if n := testing.AllocsPerRun(100, func() {
		dst = g.Nearest(Point{X: 140_000, Y: 450_000}, 50, 25_000, keep, dst)
	}); n != 0 {
		t.Errorf("Nearest allocates %v times, want 0", n)
	}
}

// evenly scatters n points over the country.
func evenly(n int) []Point {
	rng := rand.New(rand.NewPCG(1, 2))
	points := make([]Point, n)
	for i := range points {
		points[i] = Point{X: 10_000 + rng.Float64()*270_000, Y: 306_000 + rng.Float64()*310_000}
	}
	return points
}

// inTowns crowds n points into 300 towns of a 1.5 km standard deviation.
func inTowns(n int) []Point {
	rng := rand.New(rand.NewPCG(3, 4))
	centres, points := evenly(300), make([]Point, n)
	for i := range points {
		c := centres[rng.IntN(len(centres))]
		points[i] = Point{X: c.X + rng.NormFloat64()*1500, Y: c.Y + rng.NormFloat64()*1500}
	}
	return points
}

func BenchmarkNearest50Of1M(b *testing.B) {
	for _, bench := range []struct {
		name   string
		points []Point
	}{{"evenly", evenly(1_000_000)}, {"towns", inTowns(1_000_000)}} {
		b.Run(bench.name, func(b *testing.B) {
			g, dst, i := NewGrid(bench.points), make([]Neighbour, 0, 50), 0
			b.ReportAllocs()
			for b.Loop() {
				i = (i + 7919) % len(bench.points)
				dst = g.Nearest(bench.points[i], 50, 25_000, nil, dst)
			}
		})
	}
}

func BenchmarkNewGrid1M(b *testing.B) {
	points := inTowns(1_000_000)
	for b.Loop() {
		NewGrid(points)
	}
}

func TestAxisRunsAlongThePoints(t *testing.T) {
	for _, tt := range []struct {
		name   string
		points []Point
		middle Point
		angle  float64
	}{
		{"along X", []Point{{X: 1, Y: 2}, {X: 5, Y: 2}}, Point{X: 3, Y: 2}, 0},
		{"along Y", []Point{{X: 1, Y: 1}, {X: 1, Y: 3}, {X: 1, Y: 5}}, Point{X: 1, Y: 3}, math.Pi / 2},
		{"up", []Point{{X: 0, Y: 0}, {X: 2, Y: 2}, {X: 4, Y: 4}}, Point{X: 2, Y: 2}, math.Pi / 4},
		{"down", []Point{{X: 0, Y: 4}, {X: 2, Y: 2}, {X: 4, Y: 0}}, Point{X: 2, Y: 2}, -math.Pi / 4},
		{"two sides of a street", []Point{{X: 0, Y: 0}, {X: 0, Y: 1}, {X: 8, Y: 0}, {X: 8, Y: 1}}, Point{X: 4, Y: 0.5}, 0},
	} {
		middle, angle := Axis(tt.points)
		if Distance(middle, tt.middle) > 1e-9 || math.Abs(angle-tt.angle) > 1e-9 {
			t.Errorf("%s: middle %v, angle %g, want %v, %g", tt.name, middle, angle, tt.middle, tt.angle)
		}
	}
}
