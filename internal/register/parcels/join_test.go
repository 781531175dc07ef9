package parcels_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/register/parcels"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func rectangle(x, y, width, height float64) []gevel.Point {
	return []gevel.Point{{X: x, Y: y}, {X: x + width, Y: y}, {X: x + width, Y: y + height}, {X: x, Y: y + height}, {X: x, Y: y}}
}

// fixture is a Join that fails the test.
type fixture struct {
	*parcels.Join
	t     *testing.T
	homes int
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	j, err := parcels.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(j.Close)
	return &fixture{Join: j, t: t}
}

// building adds a building of some homes, and returns the first one's id.
func (f *fixture) building(homes int, rings ...[]gevel.Point) gevel.BAGID {
	f.t.Helper()
	var ids []gevel.BAGID
	for range homes {
		ids = append(ids, gevel.BAGID(fmt.Sprintf("05180100%08d", f.homes)))
		f.homes++
	}
	if err := f.AddBuilding(ids, nil, rings); err != nil {
		f.t.Fatal(err)
	}
	return ids[0]
}

// parcel adds a parcel of a size.
func (f *fixture) parcel(size int, rings ...[]gevel.Point) {
	f.t.Helper()
	if err := f.AddParcel(parcels.Parcel{Size: int32(size), Known: gevel.Date(size)}, [][][]gevel.Point{rings}); err != nil {
		f.t.Fatal(err)
	}
}

// match joins, and returns the size of the parcel of each home and how many homes stand on it.
func (f *fixture) match() (map[gevel.BAGID]string, parcels.Count) {
	f.t.Helper()
	got := map[gevel.BAGID]string{}
	count, err := f.Match(f.t.Context(), func(int64, int64) {}, func(p parcels.Parcel, homes []gevel.BAGID) {
		if p.Known != gevel.Date(p.Size) {
			f.t.Errorf("a parcel of %d m2 is known since %d", p.Size, p.Known)
		}
		for _, id := range homes {
			got[id] = fmt.Sprintf("%d m2 of %d", p.Size, len(homes))
		}
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return got, count
}

func TestAHomesParcelLiesMostBeneathItsBuilding(t *testing.T) {
	f := newFixture(t)
	whole := f.building(1, rectangle(100_010, 450_010, 6, 10))
	askew := f.building(1, rectangle(100_017, 450_010, 6, 10)) // 3 m of 6 on its own, 2 m on the next, 1 m on the street
	flats := f.building(3, rectangle(100_100, 450_010, 20, 10))
	pair, other := f.building(1, rectangle(100_200, 450_010, 6, 10)), f.building(1, rectangle(100_206, 450_010, 6, 10))
	sliver := f.building(1, rectangle(100_296, 450_010, 6, 10)) // 5.5 m of 6 stand on no parcel
	nowhere := f.building(1, rectangle(150_000, 450_010, 6, 10))
	courtyard := f.building(1, rectangle(100_400, 450_000, 100, 100), rectangle(100_420, 450_020, 60, 60))
	unsized := f.building(1, rectangle(100_600, 450_010, 6, 10))
	f.parcel(1500, rectangle(100_000, 450_000, 18, 10)) // the street and what is left of the houses
	f.parcel(180, rectangle(100_009, 450_010, 9, 30))
	f.parcel(210, rectangle(100_018, 450_010, 3, 30))
	f.parcel(220, rectangle(100_021, 450_010, 9, 30))
	f.parcel(900, rectangle(100_090, 450_000, 40, 30))
	f.parcel(400, rectangle(100_190, 450_000, 30, 30))
	f.parcel(300, rectangle(100_290, 450_000, 6.5, 30))
	f.parcel(5000, rectangle(100_420, 450_020, 60, 60)) // fills the courtyard
	f.parcel(7000, rectangle(100_390, 449_990, 120, 120), rectangle(100_420, 450_020, 60, 60))
	f.parcel(0, rectangle(100_590, 450_000, 30, 30))
	got, count := f.match()
	want := map[gevel.BAGID]string{
		whole: "180 m2 of 1", askew: "210 m2 of 1", pair: "400 m2 of 2", other: "400 m2 of 2",
		courtyard: "7000 m2 of 1", unsized: "0 m2 of 1",
	}
	for i := range 3 {
		want[flats[:15]+gevel.BAGID(fmt.Sprint(int(flats[15]-'0')+i))] = "900 m2 of 3"
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, ok := got[sliver]; ok {
		t.Error("a sliver of a neighbour's parcel is taken for that of the home")
	}
	if _, ok := got[nowhere]; ok {
		t.Error("a home whose building stands on no parcel has one")
	}
	if want := (parcels.Count{Homes: 3, Shared: 5, NoSize: 1, NoParcel: 2, Parcels: 6}); count != want {
		t.Errorf("counted %+v, want %+v", count, want)
	}
}

// Buildings and parcels that lie in several squares of the map are joined as any others.
func TestBordersOfSquaresChangeNothing(t *testing.T) {
	var want map[gevel.BAGID]string
	for i, at := range []gevel.Point{{X: 105_000, Y: 455_000}, {X: 99_990, Y: 449_990}, {X: 100_000, Y: 450_000}, {X: 9_985, Y: 459_990}} {
		f := newFixture(t)
		rng := rand.New(rand.NewPCG(5, 6))
		for row := range 6 {
			for col := range 6 {
				x, y := at.X+float64(8*col), at.Y+float64(9*row)
				f.building(1+rng.IntN(2), rectangle(x+3*rng.Float64(), y+3*rng.Float64(), 5, 5))
			}
		}
		for row := range 6 {
			for col := range 6 {
				f.parcel(100+10*row+col, rectangle(at.X+float64(8*col), at.Y+float64(9*row), 8, 9))
			}
		}
		got, count := f.match()
		if i == 0 {
			want = got
		} else if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("around %v: %s", at, diff)
		}
		if count.Homes == 0 || count.Shared == 0 || count.NoParcel > 0 {
			t.Errorf("counted %+v, want homes with a parcel of their own and shared ones only", count)
		}
	}
}

func TestOfEqualOverlapsTheFirstCounts(t *testing.T) {
	f := newFixture(t)
	home := f.building(1, rectangle(99_997, 450_000, 6, 10)) // in two squares
	f.parcel(200, rectangle(100_000, 449_990, 30, 30))
	f.parcel(100, rectangle(99_970, 449_990, 30, 30))
	if got, _ := f.match(); got[home] != "200 m2 of 1" {
		t.Errorf("the parcel is %s, want that added first", got[home])
	}
}

func TestHomesThatAreGoneAreOnTheirParcelButNotCounted(t *testing.T) {
	f := newFixture(t)
	stays, gone := f.building(1, rectangle(100_010, 450_010, 6, 10)), gevel.BAGID("0518010000000100")
	if err := f.AddBuilding(nil, []gevel.BAGID{gone}, [][]gevel.Point{rectangle(100_020, 450_010, 6, 10)}); err != nil {
		t.Fatal(err)
	}
	f.parcel(300, rectangle(100_000, 450_000, 40, 30))
	got, count := f.match()
	if want := (parcels.Count{Homes: 1, Parcels: 1}); count != want || got[stays] != "300 m2 of 2" || got[gone] != got[stays] {
		t.Errorf("%v, counted %+v, want %+v", got, count, want)
	}
}

func TestAnInterruptEndsTheJoin(t *testing.T) {
	f := newFixture(t)
	f.building(1, rectangle(100_010, 450_010, 6, 10))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Match(ctx, func(int64, int64) {}, func(parcels.Parcel, []gevel.BAGID) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it was cancelled", err)
	}
}

func TestNothingIsLeftInTheFolderForTemporaryFiles(t *testing.T) {
	f := newFixture(t)
	for i := range 5000 { // more than memory holds before it goes to disk
		f.building(1, rectangle(100_010+float64(i), 450_010, 6, 10))
	}
	f.parcel(100, rectangle(100_000, 450_000, 10_000, 30))
	if _, count := f.match(); count.Shared != 5000 {
		t.Errorf("counted %+v, want 5000 homes that share a parcel", count)
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("the folder holds %v (%v)", left, err)
	}
}

// BenchmarkMatch joins a town of terraces; /home is what one takes.
func BenchmarkMatch(b *testing.B) {
	const homes = 100_000
	for b.Loop() {
		j, err := parcels.New()
		if err != nil {
			b.Fatal(err)
		}
		for i := range homes {
			x, y := 100_000+float64(6*(i%1000)), 450_000+float64(40*(i/1000))
			if err := j.AddBuilding([]gevel.BAGID{gevel.BAGID(fmt.Sprintf("05180100%08d", i))}, nil, [][]gevel.Point{rectangle(x, y, 6, 10)}); err != nil {
				b.Fatal(err)
			}
		}
		for i := range homes {
			x, y := 100_000+float64(6*(i%1000)), 450_000+float64(40*(i/1000))
			if err := j.AddParcel(parcels.Parcel{Size: 150}, [][][]gevel.Point{{rectangle(x, y-5, 6, 30)}}); err != nil {
				b.Fatal(err)
			}
		}
		count, err := j.Match(b.Context(), func(int64, int64) {}, func(parcels.Parcel, []gevel.BAGID) {})
		if err != nil || count.Homes != homes {
			b.Fatal(count, err)
		}
		j.Close()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*homes), "ns/home")
}
