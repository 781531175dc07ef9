package index

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"pgregory.net/rapid"
)

var (
	start  = gevel.NewDate(2015, time.January, 1).Month()
	months = 48
)

// course is the level that the tests' markets follow: a rise and a dip.
func course(t float64) float64 { return 0.004*t + 0.05*math.Sin(t/9) }

// observe invents n sales of one place and group.
func observe(rng *rand.Rand, n int, area int32, group gevel.BuildGroup, level func(float64) float64) []Observation {
	list := make([]Observation, n)
	for i := range list {
		t := rng.Float64() * float64(months-1)
		list[i] = Observation{
			Month: float64(start) + t, Value: 12 + level(t) + 0.1*rng.NormFloat64(), Area: area, Group: group,
		}
	}
	return list
}

// twoAreas is the whole divided once.
func twoAreas() *Areas {
	return &Areas{Nodes: []Area{
		{Axis: 0, Cut: 500, Left: 1, Right: 2, Parent: -1}, {Axis: notSplit}, {Axis: notSplit},
	}}
}

func fit(observations []Observation) *Index {
	return Fit(observations, Window{Areas: twoAreas(), First: start, Last: start + gevel.Month(months) - 1}, DefaultParams())
}

func TestIndexFollowsTheLevel(t *testing.T) {
	ix := fit(observe(rand.New(rand.NewPCG(1, 2)), 6000, 1, 1, course))
	for _, pair := range [][2]float64{{1, 46}, {10, 20}, {20, 35}} {
		got := ix.Level(1, 1, float64(start)+pair[1]) - ix.Level(1, 1, float64(start)+pair[0])
		if want := course(pair[1]) - course(pair[0]); math.Abs(got-want) > 0.015 {
			t.Errorf("from month %v to %v the index rises by %.3f, want %.3f", pair[0], pair[1], got, want)
		}
	}
}

func TestLastLevelIsExtrapolated(t *testing.T) {
	ix := fit(observe(rand.New(rand.NewPCG(5, 6)), 500, 1, 1, course))
	end := float64(ix.First) + float64(ix.Months-1)
	last := ix.Level(1, 1, end)
	for _, months := range []float64{0.3, 1, 12, 500} {
		if got := ix.Level(1, 1, end+months); got != last {
			t.Errorf("level %v months behind the last = %v, want %v", months, got, last)
		}
	}
	if got, want := ix.Level(1, 1, float64(start)-100), ix.Level(1, 1, float64(start)); got != want {
		t.Errorf("level before the first month = %v, want %v", got, want)
	}
}

func TestASmallAreaFollowsTheWhole(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	steep := func(t float64) float64 { return course(t) + 0.01*t }
	rise := func(n int) float64 {
		ix := fit(append(observe(rng, 4000, 1, 1, course), observe(rng, n, 2, 1, steep)...))
		area := ix.Level(2, 1, float64(start)+44) - ix.Level(2, 1, float64(start)+4)
		whole := ix.Level(1, 1, float64(start)+44) - ix.Level(1, 1, float64(start)+4)
		return area - whole
	}
	none, few, many := rise(0), rise(15), rise(3000)
	if math.Abs(none) > 0.01 {
		t.Errorf("an area without sales rises by %v more than the rest", none)
	}
	if few > 0.6*many || many < 0.2 {
		t.Errorf("with 15 sales an area rises by %.3f more, with 3000 by %.3f, and it does by 0.4", few, many)
	}
}

// An area that has begun to rise away from the rest continues for a while, ever more slowly.
func TestWhatDriftsApartGoesOnAndDiesOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	const faster, since = 0.003, 30 // log euros a month, from that month on
	rises := func(t float64) float64 { return course(t) + faster*math.Max(0, t-since) }
	list := append(observe(rng, 20_000, 1, 1, course), observe(rng, 20_000, 2, 1, rises)...)
	params := DefaultParams()
	params.Area.Growth = triedGrowth[0]
	ix := Fit(list, Window{Areas: twoAreas(), First: start, Last: start + gevel.Month(months) + 23}, params)
	rise := func(from, to int) float64 { // of the area relative to the whole, in a month
		apart := func(m int) float64 {
			at := float64(int(start) + months - 1 + m)
			return ix.Level(2, 1, at) - ix.Level(1, 1, at)
		}
		return (apart(to) - apart(from)) / float64(to-from)
	}
	if soon := rise(0, 4); soon < 0.15*faster || soon > faster {
		t.Errorf("behind the last sale an area that rose by %v a month more rises by %.4f more", faster, soon)
	}
	if late := rise(18, 24); math.Abs(late) > 0.4*faster {
		t.Errorf("two years behind it, it rises by %.4f more", late)
	}
}

func TestAnOutlyingPriceHardlyMovesTheIndex(t *testing.T) {
	list := observe(rand.New(rand.NewPCG(9, 10)), 400, 1, 1, course)
	before := fit(list).Level(1, 1, list[7].Month)
	list[7].Value += 4
	if moved := fit(list).Level(1, 1, list[7].Month) - before; math.Abs(moved) > 0.03 {
		t.Errorf("one price 50 times too high moves the level by %v", moved)
	}
}

func TestNoSalesAreAFlatIndex(t *testing.T) {
	ix := fit(nil)
	for m := range months {
		if got := ix.Level(2, 1, float64(start)+float64(m)); got != 0 {
			t.Fatalf("level of month %d = %v", m, got)
		}
	}
}

func TestAreasHoldEveryPointAndNest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := rapid.SliceOf(rapid.Custom(func(t *rapid.T) gevel.Point {
			return gevel.Point{X: float64(rapid.IntRange(0, 40).Draw(t, "x")), Y: float64(rapid.IntRange(0, 40).Draw(t, "y"))}
		})).Draw(t, "points")
		size := rapid.IntRange(1, 10).Draw(t, "size")
		a := NewAreas(points, size)
		count := make([]int, a.Len())
		known := 0
		for _, p := range points {
			area := a.Of(p)
			if !p.Known() {
				if area != 0 {
					t.Fatalf("a point that is not known lies in area %d", area)
				}
				continue
			}
			known++
			for ; area >= 0; area = a.Parent(area) {
				count[area]++
			}
		}
		for area, n := range count {
			if parent := a.Parent(int32(area)); area > 0 && (parent < 0 || int(parent) >= area) {
				t.Fatalf("area %d lies in %d, which does not come before it", area, parent)
			}
			if area > 0 && n < size {
				t.Fatalf("area %d holds %d points, want %d", area, n, size)
			}
		}
		if count[0] != known {
			t.Fatalf("the whole holds %d of %d points", count[0], known)
		}
	})
}

func TestAreasAreCutBesideWhatSharesItsPlace(t *testing.T) {
	spread := func(n int, of func(i float64) gevel.Point) []gevel.Point {
		points := make([]gevel.Point, n)
		for i := range points {
			points[i] = of(float64(i))
		}
		return points
	}
	street := spread(80, func(float64) gevel.Point { return gevel.Point{X: 9, Y: 5} })
	for name, test := range map[string]struct {
		points []gevel.Point
		want   Area // the whole
	}{
		"a street behind the middle": { // 20 points and a street of 80
			append(spread(20, func(i float64) gevel.Point { return gevel.Point{X: i / 4, Y: 5} }), street...),
			Area{Axis: 0, Cut: 9, Left: 1, Right: 4, Parent: -1},
		},
		"a street before the middle": { // the first cut that leaves 10 on either side lies behind it
			append(spread(20, func(i float64) gevel.Point { return gevel.Point{X: 10 + i, Y: 5} }), street...),
			Area{Axis: 0, Cut: 10, Left: 1, Right: 2, Parent: -1},
		},
		"a line with one point far off": { // X is longer, but all points but one share it
			append(spread(99, func(i float64) gevel.Point { return gevel.Point{X: 1, Y: 1 + i} }), gevel.Point{X: 1000, Y: 1}),
			Area{Axis: 1, Cut: 50, Left: 1, Right: 8, Parent: -1},
		},
		"a street and few others": {
			append(spread(9, func(i float64) gevel.Point { return gevel.Point{X: 10 + i, Y: 10 + i} }), street...),
			Area{Axis: notSplit, Parent: -1},
		},
	} {
		if got := NewAreas(test.points, 10).Nodes[0]; got != test.want {
			t.Errorf("%s is %+v, want %+v", name, got, test.want)
		}
	}
}

func TestMonthsRunEvenly(t *testing.T) {
	d := gevel.NewDate(2020, time.January, 1)
	before := MonthsSince(0, d-1)
	for range 800 {
		at := MonthsSince(0, d)
		if step := at - before; step < 1/31.5 || step > 1/27.5 {
			t.Fatalf("on %s a day is %v months", d, step)
		}
		if math.Abs(at-float64(d.Month())) > 0.5 {
			t.Fatalf("%s is %v months from the middle of its month", d, at-float64(d.Month()))
		}
		before, d = at, d+1
	}
}
