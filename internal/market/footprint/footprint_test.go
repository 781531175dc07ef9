package footprint

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gevel/gevel"
)

// box is a rectangle of a size around a middle, metres.
func box(x, y, width, height float64) []gevel.Point {
	w, h := width/2, height/2
	return []gevel.Point{{X: x - w, Y: y - h}, {X: x + w, Y: y - h}, {X: x + w, Y: y + h}, {X: x - w, Y: y + h}, {X: x - w, Y: y - h}}
}

// invent makes buildings of all sizes, some with courtyards, some too small for the grid.
func invent(n int) []Building {
	rng := rand.New(rand.NewPCG(1, 2))
	list := make([]Building, n)
	for i := range list {
		x, y := 80_000+3000*rng.Float64(), 450_000+3000*rng.Float64()
		side := math.Exp(rng.NormFloat64()*1.2 + 2)
		b := Building{Year: 1600 + rng.IntN(450), Homes: rng.IntN(40), Group: gevel.BuildGroup(rng.IntN(gevel.BuildGroups)), Number: gevel.BAGNumber(rng.Uint64N(mostNumber))}
		if rng.IntN(10) == 0 {
			b.Year = 0
		}
		b.Outline = [][]gevel.Point{box(x, y, side, side*(0.5+rng.Float64()))}
		for rng.IntN(4) == 0 {
			b.Outline = append(b.Outline, box(x, y, side/4, side/5))
		}
		list[i] = b
	}
	return append(list, Building{Outline: [][]gevel.Point{box(82_000, 452_000, 4_900, 30)}}, Building{Year: 1900, Outline: [][]gevel.Point{{{X: 81_000, Y: 451_000}}}})
}

func tableOf(list []Building) *Table {
	b := NewBuilder()
	defer b.Close()
	for _, building := range list {
		if err := b.Add(building); err != nil {
			panic(err)
		}
	}
	t, err := b.Table()
	if err != nil {
		panic(err)
	}
	return t
}

// TestWhatWaitsOnDiskIsReadAgain makes a table that is larger than what waits in memory.
func TestWhatWaitsOnDiskIsReadAgain(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	list := invent(1000)
	var many []Building
	for len(many) < 120_000 {
		many = append(many, list...)
	}
	table := tableOf(many)
	if table.Bytes() < spoolMemory || table.Len() != len(many) {
		t.Fatalf("%d footprints take %d bytes", table.Len(), table.Bytes())
	}
	counts := map[string]int{}
	for c := table.Cursor(); c.Next(); {
		counts[spelt(c)]++
	}
	for what, n := range counts {
		if n%(len(many)/len(list)) != 0 {
			t.Fatalf("there are %d of %s", n, what)
		}
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); len(left) > 0 || err != nil {
		t.Errorf("%d files are left, %v", len(left), err)
	}
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "gone"))
	b := NewBuilder()
	defer b.Close()
	var err error
	for i := 0; i < len(many) && err == nil; i++ {
		err = b.Add(many[i])
	}
	if err == nil {
		t.Error("without a folder for temporary files nothing is said")
	}
}

// spelt says all of a footprint.
func spelt(c *Cursor) string {
	return fmt.Sprintln(c.Year, c.Homes, c.Group, c.First, slices.Collect(func(yield func(string) bool) {
		c.Rings(func(r []Corner) bool { return yield(fmt.Sprint(r)) })
	}))
}

func TestBuildingsComeBackOnTheGrid(t *testing.T) {
	list := invent(2000)
	var want, got []string
	for _, b := range list {
		c := tableOf([]Building{b}).Cursor()
		c.Next()
		want = append(want, spelt(c))
		rings := 0
		for ring := range c.Rings {
			for _, corner := range ring {
				at := corner.Metres()
				if near := nearest(at, b.Outline); near > Grid {
					t.Fatalf("a corner lies %.2f m from any of its building", near)
				}
			}
			rings++
		}
		if c.Year != b.Year || c.Homes != b.Homes || c.Group != b.Group || rings > len(b.Outline) {
			t.Fatalf("got %s of %+v", spelt(c), b)
		}
	}
	table := tableOf(list)
	for c := table.Cursor(); c.Next(); {
		if c.Row != len(got) {
			t.Fatalf("row %d is called %d", len(got), c.Row)
		}
		got = append(got, spelt(c))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) || table.Len() != len(list) {
		t.Errorf("%d footprints of %d come back otherwise", len(got), len(want))
	}
}

func nearest(p gevel.Point, outline [][]gevel.Point) float64 {
	least := math.Inf(1)
	for _, ring := range outline {
		for _, q := range ring {
			least = min(least, math.Hypot(p.X-q.X, p.Y-q.Y))
		}
	}
	return least
}

func TestCornersThatAreHardlyAnyAreLeftOut(t *testing.T) {
	ring := []gevel.Point{{X: 100, Y: 100}, {X: 105, Y: 100.1}, {X: 110, Y: 100}, {X: 110, Y: 105}, {X: 110, Y: 110}, {X: 100, Y: 110}, {X: 100, Y: 100}}
	c := tableOf([]Building{{Outline: [][]gevel.Point{ring}}}).Cursor()
	c.Next()
	for got := range c.Rings {
		if len(got) != 4 {
			t.Errorf("corners are %v", got)
		}
	}
}

func TestWithinFindsEachFootprintThatARectangleMeets(t *testing.T) {
	table := tableOf(invent(3000))
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		a := gevel.Point{X: 79_000 + 5000*rng.Float64(), Y: 449_000 + 5000*rng.Float64()}
		b := BoundsOf(a, gevel.Point{X: a.X + 800*rng.Float64(), Y: a.Y + 800*rng.Float64()})
		var got, want []int
		table.Within(b, func(c *Cursor) bool {
			got = append(got, c.Row)
			return true
		})
		for c := table.Cursor(); c.Next(); {
			if c.Bounds().Meets(b) {
				want = append(want, c.Row)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("within %v are %v, want %v", b, got, want)
		}
	}
	all := 0
	table.Within(Bounds{-1 << 22, -1 << 22, 1 << 22, 1 << 22}, func(*Cursor) bool { all++; return all < 100 })
	if all != 100 {
		t.Errorf("use was called %d times after it returned false", all-100)
	}
}

// rowsOf are the rows of a table as a file keeps them.
func rowsOf(t *Table) (rows []Row) {
	for c := t.Cursor(); c.Next(); {
		rows = append(rows, Row{c.First, c.Year, c.Homes, c.Group, slices.Clone(c.Outline()), c.Number, c.Height})
	}
	return rows
}

func TestLoadMakesTheSameTable(t *testing.T) {
	table := tableOf(invent(2000))
	rows := rowsOf(table)
	got, err := Load(len(rows), func(i int) Row { return rows[i] })
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.data, table.data) || !slices.Equal(got.cells, table.cells) || got.rows != table.rows {
		t.Error("the table is another")
	}
	slices.Reverse(rows)
	if _, err := Load(len(rows), func(i int) Row { return rows[i] }); err == nil {
		t.Error("rows the wrong way round are taken")
	}
}

func TestHeightsReachTheirBuildings(t *testing.T) {
	table := tableOf(invent(500))
	got, err := table.WithHeights(func(n gevel.BAGNumber) float64 { return float64(n % 700) })
	if err != nil || got.Len() != table.Len() {
		t.Fatalf("%d of %d buildings, %v", got.Len(), table.Len(), err)
	}
	for c, was := got.Cursor(), table.Cursor(); c.Next() && was.Next(); {
		if want := min(mostHeight, 10*int(c.Number%700)); c.Number != was.Number || c.Height != want || !slices.Equal(c.Outline(), was.Outline()) {
			t.Errorf("building %d is %d dm high, want %d", c.Number, c.Height, want)
		}
	}
}

func TestABuildingTakesFewBytes(t *testing.T) {
	var list []Building
	for i := range 10_000 { // a street of terraced houses after the other
		x, y := 80_000+6*float64(i%100), 450_000+30*float64(i/100)
		list = append(list, Building{
			Year: 1975, Homes: 1, Group: gevel.GroupTerraced,
			Number: gevel.BAGNumber(518100000000000 + i), Outline: [][]gevel.Point{box(x, y, 6, 10)},
		})
	}
	table := tableOf(list)
	if each := float64(table.Bytes()) / float64(len(list)); each > 16 {
		t.Errorf("a terraced house takes %.1f bytes", each)
	}
}

func TestAnEmptyTableHasNothing(t *testing.T) {
	var table *Table
	if table.Len() != 0 || table.Bytes() != 0 || table.Cursor().Next() {
		t.Error("a nil table has something")
	}
	table.Within(Bounds{0, 0, 1, 1}, func(*Cursor) bool { t.Error("a nil table has a footprint"); return false })
}

func FuzzLoad(f *testing.F) {
	for _, r := range rowsOf(tableOf(invent(20))) {
		f.Add(r.Corner.X, r.Corner.Y, r.Year, r.Homes, r.Outline, uint64(r.Number), r.Height)
	}
	f.Fuzz(func(t *testing.T, x, y int32, year, homes int, outline []byte, number uint64, height int) {
		r := Row{Corner{x, y}, year, homes, 0, outline, gevel.BAGNumber(number), height}
		table, err := Load(1, func(int) Row { return r })
		if err != nil {
			return
		}
		c := table.Cursor()
		if !c.Next() || c.Next() || c.Year != year || c.Homes != homes || c.First != r.Corner || c.Number != r.Number || c.Height != height {
			t.Errorf("%+v comes back as %s", r, spelt(c))
		}
	})
}
