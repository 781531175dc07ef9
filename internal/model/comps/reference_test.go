package comps

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/geo"
	"pgregory.net/rapid"
)

// choose returns the references of home among sales with these adjusted prices by id, 12
// where none is given, and the ids of the sales passed over.
func choose(adjusted map[string]float64, sales ...gevel.Sale) (s *market.Sales, chosen []Reference, passed []string) {
	s = market.NewSales(gevel.Standard(), sales)
	near := s.Grid.Nearest(home.Place, 200, 2*Reach, nil, nil)
	candidates, units := Candidates(s, Query{Home: &home, Day: day, Near: near}, nil)
	list := Find(s, near, candidates, func(int32) float64 { return 1 }, Used, nil)
	for i := range list {
		list[i].Adjusted = 12
		if price, ok := adjusted[s.ID(int(list[i].Row))]; ok {
			list[i].Adjusted = price
		}
	}
	q := Shown{Home: &home, At: home.Place, Day: day, Units: units, Middle: 12, Value: 12}
	chosen, over := q.Choose(s, list, nil, nil)
	for _, p := range over {
		passed = append(passed, s.ID(int(p.Row)))
	}
	return s, chosen, passed
}

func idsOf(s *market.Sales, list []Reference) (ids []string) {
	for _, r := range list {
		ids = append(ids, s.ID(int(r.Row)))
	}
	return ids
}

// away is a sale so many metres from the home, with changes.
func away(id string, metres float64, change func(*gevel.Sale)) gevel.Sale {
	return saleLike(id, func(s *gevel.Sale) {
		s.At.X = home.Place.X + metres
		change(s)
	})
}

func TestTheSameHomeNextDoorSoldYesterdayIsEqual(t *testing.T) {
	_, chosen, _ := choose(nil, saleLike("a", same))
	if got := chosen[0].Equality(); got < 99 || got > 100 {
		t.Errorf("Equality() = %v, want nearly 100", got)
	}
}

func TestEqualityReadsWell(t *testing.T) {
	for _, c := range []struct {
		what        string
		least, most float64
		change      func(*gevel.Sale)
	}{
		{"a like home in the next street, sold last year", 80, 95, func(s *gevel.Sale) {
			s.At.X, s.Date, s.UseSurface.V = s.At.X+60, s.Date-365, 105
		}},
		{"a larger corner house, sold two years ago", 35, 70, func(s *gevel.Sale) {
			s.At.X, s.Date, s.UseSurface.V, s.BuildType = s.At.X+60, s.Date-730, 125, gevel.Hoekwoning
		}},
		{"a small old flat, sold ten years ago", 0, 30, func(s *gevel.Sale) {
			s.Date, s.UseSurface.V, s.BuildYear.V, s.BuildType = s.Date-3650, 50, 1925, gevel.Portiekflat
		}},
	} {
		if _, chosen, _ := choose(nil, saleLike("a", c.change)); chosen[0].Equality() < c.least || chosen[0].Equality() > c.most {
			t.Errorf("%s: Equality() = %.1f, want %v to %v", c.what, chosen[0].Equality(), c.least, c.most)
		}
	}
}

func TestTheVeryTypeComesFirst(t *testing.T) {
	corner := func(s *gevel.Sale) { s.BuildType = gevel.Hoekwoning }
	s, chosen, _ := choose(nil,
		away("corner next door", 5, corner), away("corner beside it", 10, corner), away("another corner", 15, corner),
		away("in the next street", 80, same), away("behind it", 120, same), away("farther on", 160, same))
	if got, want := idsOf(s, chosen), []string{"in the next street", "behind it", "farther on"}; !slices.Equal(got, want) {
		t.Errorf("references are %q, want %q", got, want)
	}
}

func TestADoubtfulPriceIsPassedOver(t *testing.T) {
	sales := []gevel.Sale{away("dear", 5, same), away("a", 10, same), away("b", 15, same), away("c", 20, same)}
	s, chosen, passed := choose(map[string]float64{"dear": 12.5}, sales...)
	if got := idsOf(s, chosen); !slices.Equal(got, []string{"a", "b", "c"}) || !slices.Equal(passed, []string{"dear"}) {
		t.Errorf("references are %q, passed over %q", got, passed)
	}
	s, chosen, passed = choose(map[string]float64{"dear": 12.15}, sales...) // dear, but no reader objects
	if got := idsOf(s, chosen); !slices.Equal(got, []string{"dear", "a", "b"}) || len(passed) > 0 {
		t.Errorf("references are %q, passed over %q", got, passed)
	}
	// Where there is nothing else, doubtful prices are shown after all.
	s, chosen, passed = choose(map[string]float64{"dear": 12.5, "b": 11}, sales[:3]...)
	if got := idsOf(s, chosen); !slices.Equal(got, []string{"dear", "a", "b"}) || len(passed) > 0 {
		t.Errorf("of three, references are %q, passed over %q", got, passed)
	}
}

func TestReferencesAreOfThreeDwellings(t *testing.T) {
	again := func(s *gevel.Sale) { s.DwellingID, s.Date = "home of a", s.Date-400 }
	s, chosen, passed := choose(map[string]float64{"odd": 13},
		away("a", 5, same), away("a again", 5, again), away("b", 30, same), away("c", 40, same),
		away("odd", 20, same), away("odd again", 20, func(s *gevel.Sale) { s.DwellingID, s.Date = "home of odd", s.Date-400 }))
	if got := idsOf(s, chosen); !slices.Equal(got, []string{"a", "b", "c"}) || !slices.Equal(passed, []string{"odd"}) {
		t.Errorf("references are %q, passed over %q", got, passed)
	}
}

// closer reports whether a sale is no worse than another in everything that a reader looks at, and
// better in something.
func closer(s *market.Sales, a, b int32) bool {
	apart := func(row int32) [6]float64 {
		i, other, period := int(row), 0.0, 0.0
		if s.BuildType(i) != home.BuildType {
			other = 1
		}
		if gevel.BuildPeriod(s.BuildYear(i).V) != gevel.BuildPeriod(home.BuildYear.V) {
			period = 1
		}
		return [6]float64{
			other, period, geo.Distance(home.Place, s.At[row]), math.Abs(float64(s.BuildYear(i).V - home.BuildYear.V)),
			math.Abs(math.Log(float64(s.UseSurface(i).V) / float64(home.UseSurface.V))), float64(day - s.Date[row]),
		}
	}
	x, y := apart(a), apart(b)
	for i := range x {
		if x[i] > y[i] {
			return false
		}
	}
	return x != y
}

func TestNoComparableThatIsCloserInAllStandsBehindAReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		sales := make([]gevel.Sale, 5+rng.IntN(Used-5)) // so few that all are comparables
		adjusted := map[string]float64{}
		for i := range sales {
			id := fmt.Sprint(i)
			sales[i] = away(id, 500*rng.NormFloat64(), func(s *gevel.Sale) {
				s.Date -= gevel.Date(rng.IntN(2000))
				s.BuildYear.V, s.UseSurface.V = 1900+rng.IntN(120), 40+rng.IntN(150)
				s.BuildType = []gevel.BuildType{gevel.Tussenwoning, gevel.Hoekwoning}[rng.IntN(2)]
			})
			adjusted[id] = 12 + 0.15*rng.NormFloat64()
		}
		s, chosen, passed := choose(adjusted, sales...)
		for row := range int32(s.Len()) {
			if id := s.ID(int(row)); slices.Contains(passed, id) || slices.Contains(idsOf(s, chosen), id) || math.Abs(adjusted[id]-12) > doubtfulPrice {
				continue
			}
			for _, r := range chosen {
				sameSide := sideOf(adjusted[s.ID(int(row))], 12) == sideOf(r.Adjusted, 12)
				if sameSide && math.Abs(r.Adjusted-12) <= doubtfulPrice && closer(s, row, r.Row) {
					t.Fatalf("%s is closer in all than the reference %s", s.ID(int(row)), s.ID(int(r.Row)))
				}
			}
		}
	}
}

// TestTheAgeOfASaleIsOneCostAmongOthers has older twins next door and younger sales farther away; only beyond five years
// is age decisive.
func TestTheAgeOfASaleIsOneCostAmongOthers(t *testing.T) {
	aged := func(id string, metres float64, months int) gevel.Sale {
		return away(id, metres, func(s *gevel.Sale) { s.Date = day.AddMonths(-months) })
	}
	unlike := func(id string) gevel.Sale {
		return away(id, 20, func(s *gevel.Sale) { s.UseSurface.V *= 2 })
	}
	likes := []gevel.Sale{aged("x", 40, 1), aged("y", 50, 1)}
	unlikes := []gevel.Sale{unlike("x"), unlike("y"), unlike("z")}
	old := []gevel.Sale{aged("a", 5, 30), aged("b", 10, 40), aged("c", 15, 59), aged("d", 5, 61)}
	for _, c := range []struct {
		what  string
		sales []gevel.Sale
		want  []string
	}{
		{"twins of years ago beside unlike homes of last month", slices.Concat(unlikes, old), []string{"a", "b", "c"}},
		{"old twins beside like homes of last month", slices.Concat(likes, old), []string{"a", "x", "y"}},
		{"a twin of over five years ago", slices.Concat(unlikes, old[3:]), []string{"x", "y", "z"}},
		{"nothing younger", old[:3], []string{"a", "b", "c"}},
	} {
		s, chosen, _ := choose(nil, c.sales...)
		got := idsOf(s, chosen)
		if slices.Sort(got); !slices.Equal(got, c.want) {
			t.Errorf("of %s the references are %q, want %q", c.what, got, c.want)
		}
	}
}

// TestWhatTheMarketPaysForIsALikeness has homes that differ in nothing but what the hedonic model sees.
func TestWhatTheMarketPaysForIsALikeness(t *testing.T) {
	s := market.NewSales(gevel.Standard(), []gevel.Sale{away("large plot", 5, same), away("same plot", 50, same)})
	q := Shown{Home: &home, At: home.Place, Day: day, Units: Units{100, 100}, Middle: 12, Value: 12}
	list := []Comparable{{Row: 0, Adjusted: 12}, {Row: 1, Adjusted: 12}}
	for i := range list {
		if s.ID(i) == "large plot" {
			list[i].Estimate = 0.2
		}
	}
	if chosen, _ := q.Choose(s, list, nil, nil); s.ID(int(chosen[0].Row)) != "same plot" {
		t.Errorf("references are %q", idsOf(s, chosen))
	}
}

func TestReferencesLieOnBothSidesOfTheValue(t *testing.T) {
	sales := []gevel.Sale{
		away("a", 5, same), away("b", 10, same), away("c", 15, same), away("d", 20, same),
		away("beyond", 20, func(s *gevel.Sale) { s.UseSurface.V *= 2 }), away("another", 5, func(s *gevel.Sale) { s.BuildType = gevel.Hoekwoning }),
	}
	for _, c := range []struct {
		what    string
		against []string // on the other side of the value than the rest
		want    []string
	}{
		{"as alike", []string{"d"}, []string{"a", "b", "d"}},
		{"less alike", []string{"beyond"}, []string{"a", "b", "c"}},
		{"of another type", []string{"another"}, []string{"a", "b", "c"}},
	} {
		for _, sign := range []float64{1, -1} {
			adjusted := map[string]float64{}
			for _, s := range sales {
				adjusted[s.ID] = 12 + sign*0.05
			}
			for _, id := range c.against {
				adjusted[id] = 12 - sign*0.05
			}
			s, chosen, _ := choose(adjusted, sales...)
			if got := idsOf(s, chosen); !slices.Equal(got, c.want) {
				t.Errorf("with one on the other side %s: %q, want %q", c.what, got, c.want)
			}
		}
	}
}

func TestReferencesAloneLieAmongTheirPrices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := make([]Reference, References)
		low, high := math.Inf(1), math.Inf(-1)
		for i := range list {
			list[i].Apart = rapid.Float64Range(0, 20).Draw(t, "apart")
			list[i].Adjusted = rapid.Float64Range(11, 13).Draw(t, "adjusted")
			low, high = math.Min(low, list[i].Adjusted), math.Max(high, list[i].Adjusted)
		}
		if got := Alone(list, 12); got < low-1e-9 || got > high+1e-9 {
			t.Fatalf("references of %v to %v alone say %v", low, high, got)
		}
		if got := Alone(list[:2], 12); !math.IsNaN(got) {
			t.Fatalf("two references say %v", got)
		}
	})
}
