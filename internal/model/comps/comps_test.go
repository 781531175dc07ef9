package comps

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/stats"
)

var day = gevel.NewDate(2022, time.June, 1)

// home is the subject of the tests.
var home = market.Home{
	Place: gevel.Point{X: 100_000, Y: 400_000}, Dwelling: -1,
	Characteristics: gevel.Characteristics{
		BuildType: gevel.Tussenwoning, BuildYear: gevel.Some(1970), UseSurface: gevel.Some(100),
	},
}

// saleLike returns a sale of the same home next door the day before, changed.
func saleLike(id string, change func(*gevel.Sale)) gevel.Sale {
	s := gevel.Sale{
		ID: id, DwellingID: "home of " + id, Date: day - 1, KnownDate: day - 1, Price: 300_000,
		At: gevel.Point{X: home.Place.X + 1, Y: home.Place.Y}, Characteristics: home.Characteristics,
	}
	change(&s)
	return s
}

// find returns the comparables of home when every sale shares all leaves with it.
func find(sales ...gevel.Sale) (*market.Sales, []Comparable) {
	return findShared(func(string) float64 { return 1 }, sales...)
}

// findShared returns the comparables of home when sales share so many leaves with it.
func findShared(shared func(id string) float64, sales ...gevel.Sale) (*market.Sales, []Comparable) {
	s := market.NewSales(gevel.Standard(), sales)
	near := s.Grid.Nearest(home.Place, 200, 2*Reach, nil, nil)
	of := func(row int32) float64 { return shared(s.ID(int(row))) }
	homes := Homes(s, near)
	candidates, _ := Candidates(s, Query{Home: &home, Day: day, Near: near}, nil)
	found := Find(s, near, candidates, of, Used, nil)
	if want := min(References, len(found)); homes != want {
		panic(fmt.Sprintf("Homes = %d, want %d", homes, want))
	}
	return s, found
}

func same(*gevel.Sale) {}

func TestEachDifferenceMakesLessAlike(t *testing.T) {
	for what, change := range map[string]func(*gevel.Sale){
		"farther":       func(s *gevel.Sale) { s.At.X += 50 },
		"longer ago":    func(s *gevel.Sale) { s.Date -= 100 },
		"larger":        func(s *gevel.Sale) { s.UseSurface.V += 10 },
		"smaller":       func(s *gevel.Sale) { s.UseSurface.V -= 10 },
		"older":         func(s *gevel.Sale) { s.BuildYear.V -= 10 },
		"another type":  func(s *gevel.Sale) { s.BuildType = gevel.Eindwoning },
		"another group": func(s *gevel.Sale) { s.BuildType = gevel.Portiekflat },
	} {
		s, found := find(saleLike("same", same), saleLike("other", change))
		if len(found) != 2 || s.ID(int(found[0].Row)) != "same" || !(found[1].Similarity < found[0].Similarity) {
			t.Errorf("%s: %+v", what, found)
		}
	}
}

func TestSameGroupFartherAwayBeatsOthersNextDoor(t *testing.T) {
	flat := func(s *gevel.Sale) { s.BuildType = gevel.Portiekflat }
	var sales []gevel.Sale
	for i := range 100 {
		sales = append(sales, saleLike(fmt.Sprint("flat ", i), flat))
	}
	for i := range groupRank + 1 {
		sales = append(sales, saleLike(fmt.Sprint("house ", i), func(s *gevel.Sale) { s.At.X += 1500 + float64(i) }))
	}
	s, found := find(sales...)
	for i, c := range found {
		if same := s.BuildType(int(c.Row)) == home.BuildType; same != (i <= groupRank) {
			t.Fatalf("comparable %d is a %v", i, s.BuildType(int(c.Row)))
		}
	}
	// Where houses are frequent, a distant one is no better than the flat.
	for i := range 100 {
		sales = append(sales, saleLike(fmt.Sprint("near ", i), func(s *gevel.Sale) { s.Date -= 3000 }))
	}
	s, found = find(sales...)
	if first := s.BuildType(int(found[0].Row)); first != gevel.Portiekflat {
		t.Errorf("among many old sales of houses a %v comes first, want the flat sold yesterday", first)
	}
}

func TestSalesInOtherLeavesAreLessAlike(t *testing.T) {
	s, found := findShared(func(id string) float64 { return map[string]float64{"same": 1, "other": 0.9}[id] },
		saleLike("other", same), saleLike("same", same))
	if len(found) != 2 || s.ID(int(found[0].Row)) != "same" || !(found[1].Similarity < found[0].Similarity) {
		t.Errorf("%+v", found)
	}
	if _, found := findShared(func(string) float64 { return 0 }, saleLike("a", same)); !(found[0].Similarity > 0) {
		t.Errorf("a sale that no tree takes for alike does not compare: %+v", found)
	}
}

func TestOneComparablePerDwelling(t *testing.T) {
	older := func(s *gevel.Sale) { s.Date, s.DwellingID = s.Date-900, "one home" }
	s, found := find(saleLike("late", func(s *gevel.Sale) { s.DwellingID = "one home" }), saleLike("early", older), saleLike("other", same))
	if len(found) != 2 {
		t.Fatalf("%d comparables, want 2", len(found))
	}
	for _, c := range found {
		if s.ID(int(c.Row)) == "early" {
			t.Error("the less similar sale of a dwelling was kept")
		}
	}
	unknown := func(s *gevel.Sale) { s.DwellingID = "" }
	if _, found := find(saleLike("a", unknown), saleLike("b", unknown)); len(found) != 2 {
		t.Errorf("of two unknown dwellings %d sales count, want 2", len(found))
	}
}

func TestWhatAReferenceCannotShowIsNoComparable(t *testing.T) {
	for what, change := range map[string]func(*gevel.Sale){
		"too far":    func(s *gevel.Sale) { s.At.X += Reach + 10 },
		"no type":    func(s *gevel.Sale) { s.BuildType = 0 },
		"no year":    func(s *gevel.Sale) { s.BuildYear.Known = false },
		"no surface": func(s *gevel.Sale) { s.UseSurface.Known = false },
	} {
		if _, found := find(saleLike("a", change), saleLike("b", same)); len(found) != 1 {
			t.Errorf("%s: %+v", what, found)
		}
	}
	none := func(s *gevel.Sale) { s.BuildType, s.BuildYear.Known, s.UseSurface.Known = 0, false, false }
	if _, found := find(saleLike("a", none), saleLike("b", none)); len(found) != 2 {
		t.Errorf("where no sale has type, year and surface, %d of 2 compare", len(found))
	}
	if _, found := find(); len(found) != 0 {
		t.Errorf("of no sales %+v", found)
	}
}

func TestComparablesComeBestFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var sales []gevel.Sale
	for i := range 300 {
		sales = append(sales, saleLike(fmt.Sprint(i), func(s *gevel.Sale) {
			s.At.X += 3000 * rng.Float64()
			s.Date -= gevel.Date(rng.IntN(3000))
			s.UseSurface.V = 40 + rng.IntN(150)
		}))
	}
	_, found := find(sales...)
	if len(found) != 24 { // of 300; another number is another model
		t.Fatalf("%d comparables, want 24", len(found))
	}
	for i := 1; i < len(found); i++ {
		if found[i].Similarity > found[i-1].Similarity {
			t.Errorf("comparable %d is better than the one before it", i)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	var sales []gevel.Sale
	for i := range 2000 {
		sales = append(sales, saleLike(fmt.Sprint(i), func(s *gevel.Sale) {
			s.At = gevel.Point{X: s.At.X + 2000*rng.Float64(), Y: s.At.Y + 2000*rng.Float64()}
			s.UseSurface.V = 40 + rng.IntN(150)
		}))
	}
	s := market.NewSales(gevel.Standard(), sales)
	shared := func(int32) float64 { return 0.5 }
	var near []geo.Neighbour
	var candidates []stats.Ranked
	var found []Comparable
	b.ReportAllocs()
	for b.Loop() {
		near = s.Grid.Nearest(home.Place, 200, Reach, nil, near[:0])
		candidates, _ = Candidates(s, Query{Home: &home, Day: day, Near: near}, candidates)
		found = Find(s, near, candidates, shared, Used, found)
	}
}
