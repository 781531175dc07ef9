package hedonic

import (
	"bytes"
	"encoding/gob"
	"math"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/geo"
	"pgregory.net/rapid"
)

func TestNeighboursAreTheNearestThatAreNotTheHomeItself(t *testing.T) {
	training := invent(400, 0)
	s, linear := training.Sales, fittedLinear(t, training)
	n := newNeighbours(s, training.Rows, linear)
	rapid.Check(t, func(t *rapid.T) {
		h := s.Home(rapid.IntRange(0, s.Len()-1).Draw(t, "home"), nil)
		if rapid.Bool().Draw(t, "elsewhere") {
			h.Place = gevel.Point{X: rapid.Float64Range(1, 9000).Draw(t, "x"), Y: rapid.Float64Range(1, 9000).Draw(t, "y")}
		}
		var near []geo.Neighbour
		for _, row := range training.Rows {
			if s.Place[row] != h.Place { // no dwelling is known: what was sold there is the home
				near = append(near, geo.Neighbour{Item: row, Distance: geo.Distance(h.Place, s.Place[row])})
			}
		}
		near = geo.KeepNearest(near, vicinitySales)
		reach := 0.0
		for _, other := range near {
			reach = max(reach, other.Distance)
		}
		var worth, year, total float64
		for _, other := range near {
			home := s.Home(int(other.Item), nil)
			weight := math.Exp(-fade * math.Pow(other.Distance/reach, 2))
			worth += weight * linear.Characteristics(&home)
			year += weight * float64(home.BuildYear.V)
			total += weight
		}
		got, want := n.around(&h), vicinity{worth / total, year / total, reach}
		if math.Abs(got.worth-want.worth) > 1e-9 || math.Abs(got.year-want.year) > 1e-9 || got.reach != want.reach {
			t.Fatalf("around %+v is %+v, want %+v", h.Place, got, want)
		}
	})
}

func TestTheHomesOwnSalesAreNotAmongItsNeighbours(t *testing.T) {
	training := invent(60, 0)
	sales := make([]gevel.Sale, 0, len(training.Rows))
	for _, row := range training.Rows {
		s := gevel.Sale{
			ID: training.Sales.ID(int(row)), DwellingID: []string{"castle", "cottage"}[row%2], Price: 1,
			Place: gevel.Point{X: 1000, Y: 1000}, Characteristics: training.Sales.Characteristics(int(row)),
		}
		s.UseSurface = gevel.Some([]int{900, 30}[row%2])
		sales = append(sales, s)
	}
	all := market.NewSales(table(), sales)
	linear := fittedLinear(t, training)
	n := newNeighbours(all, training.Rows, linear)
	h := all.Home(0, nil)
	castle := n.around(&h)
	h.Dwelling = 1 - h.Dwelling
	cottage := n.around(&h)
	if !(castle.worth < cottage.worth) {
		t.Errorf("around the castle is %+v, around the cottage %+v: the castle is not around itself", castle, cottage)
	}
}

func TestWithoutHomesAroundTheVicinityIsUnknown(t *testing.T) {
	_, m := fittedInvented(t, leastNeighbours, 0)
	for _, place := range []gevel.Point{{}, {X: 200_000, Y: 600_000}} {
		h := ordinary()
		h.Place = place
		if got := m.Trees.neighbours.around(&h); !math.IsNaN(got.worth) || !math.IsNaN(got.year) || !math.IsNaN(got.reach) {
			t.Errorf("around %v is %+v", place, got)
		}
		if got := m.Estimate(&h); math.IsNaN(got) || math.IsInf(got, 0) {
			t.Errorf("at %v the estimate is %v", place, got)
		}
	}
}

func TestFewNeighboursFarOffAreNotClose(t *testing.T) {
	training := invent(400, 0)
	linear := fittedLinear(t, training)
	n := newNeighbours(training.Sales, training.Rows[:vicinitySales-1], linear)
	h := ordinary()
	if got := n.around(&h).reach; got != vicinityReach {
		t.Errorf("with too few sales within reach it is %v m, want %v", got, float64(vicinityReach))
	}
}

func TestFewSalesSayNothingOfNeighbours(t *testing.T) {
	if m := fitted(t, invent(leastNeighbours-1, 0)); m.Trees.UseVicinity {
		t.Errorf("of %d sales the trees know what stands around", leastNeighbours-1)
	}
}

// TestWhatHomesAroundAreCounts has prices that depend on the characteristics of surrounding homes.
func TestWhatHomesAroundAreCounts(t *testing.T) {
	training := invent(2000, 0)
	linear := fittedLinear(t, training)
	n := newNeighbours(training.Sales, training.Rows, linear)
	truth := func(h *market.Home) float64 { return linear.Characteristics(h) + 2*n.around(h).worth }
	for i, row := range training.Rows {
		h := training.Sales.Home(int(row), nil)
		training.Target[i] = truth(&h)
	}
	m := fitted(t, training)
	without := &Model{Linear: m.Linear, Trees: &Trees{}}
	*without.Trees = *m.Trees
	without.Trees.neighbours = newNeighbours(training.Sales, nil, m.Linear)
	with, lost := 0.0, 0.0
	for row := range training.Sales.Len() {
		h := training.Sales.Home(row, nil)
		h.Place.X += 37 // another home, next door
		with += math.Abs(m.Estimate(&h) - truth(&h))
		lost += math.Abs(without.Estimate(&h) - truth(&h))
	}
	if with > 0.5*lost {
		t.Errorf("the error is %.3f, and %.3f when no neighbours are seen", with/2000, lost/2000)
	}
}

func TestContributionsAddUpAmongNeighbours(t *testing.T) {
	training, m := fittedInvented(t, 1200, 1)
	reference := ordinary()
	for row := range 50 {
		h := training.Sales.Home(row, nil)
		requireAddsUp(t, m, &h, &reference)
	}
}

func TestAModelReadBackKnowsItsNeighbours(t *testing.T) {
	training, m := fittedInvented(t, 1200, 1)
	var file bytes.Buffer
	if err := gob.NewEncoder(&file).Encode(m); err != nil {
		t.Fatal(err)
	}
	var read Model
	if err := gob.NewDecoder(&file).Decode(&read); err != nil {
		t.Fatal(err)
	}
	if err := read.Check(table()); err != nil {
		t.Fatal(err)
	}
	read.Prepare(training.Sales, training.Sales.Known[0]+1) // all were sold on one day
	for row := range training.Sales.Len() {
		h := training.Sales.Home(row, nil)
		if got, want := read.Estimate(&h), m.Estimate(&h); got != want {
			t.Fatalf("row %d: %v, want %v", row, got, want)
		}
	}
	read.Trees.UseVicinity = false
	if read.Check(table()) == nil {
		t.Error("trees with columns of a vicinity that is none were taken")
	}
	read.Trees.UseVicinity = true
	whole := *read.Linear.Design
	flat, sunken := make([]standard, len(whole.Standards)), slices.Repeat([]float64{-1}, len(whole.Floors))
	for name, broken := range map[string]*Design{
		"an empty design":             {},
		"floors below the ground":     {Standards: whole.Standards, Floors: sunken},
		"numbers of one and the same": {Standards: flat, Floors: whole.Floors},
	} {
		broken.Categories, broken.Columns, broken.Rising = whole.Categories, whole.Columns, whole.Rising
		if read.Linear.Design = broken; read.Check(table()) == nil {
			t.Errorf("%s: taken", name)
		}
	}
	if read.Linear.Design = nil; read.Check(table()) == nil {
		t.Error("no design: taken")
	}
	nonspatial := &Nonspatial{Linear: m.Linear, Trees: m.Trees}
	if nonspatial.Check(table()) == nil {
		t.Error("a nonspatial model that knows what stands around was taken")
	}
}

func TestAnEstimateAmongNeighboursAllocatesNothing(t *testing.T) {
	_, m := fittedInvented(t, leastNeighbours, 0)
	h, leaves := ordinary(), make([]uint8, LeafTrees)
	if got := testing.AllocsPerRun(20, func() { m.EstimateWithLeaves(&h, leaves) }); got != 0 {
		t.Errorf("an estimate allocates %v times", got)
	}
}

// BenchmarkAround compares describing the surroundings of a home with its whole estimate.
func BenchmarkAround(b *testing.B) {
	training := invent(12_000, 0)
	m := fitted(b, training)
	homes := make([]market.Home, 1000)
	for i := range homes {
		homes[i] = training.Sales.Home(i*12, nil)
	}
	b.Run("estimate", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			m.Estimate(&homes[i%len(homes)])
		}
	})
	b.Run("around", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			m.Trees.neighbours.around(&homes[i%len(homes)])
		}
	})
}
