package hedonic

import (
	"bytes"
	"encoding/gob"
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/geo"
	"pgregory.net/rapid"
)

func TestNeighboursAreTheNearestThatAreNotTheHomeItself(t *testing.T) {
	training := invent(400, 0)
	s, linear := training.Sales, fittedLinear(t, training)
	n := newNeighbours(s, training.Rows, linear)
	rapid.Check(t, func(t *rapid.T) {
		h := s.Home(rapid.IntRange(0, s.Len()-1).Draw(t, "home"), nil, nil)
		if rapid.Bool().Draw(t, "elsewhere") {
			h.Place = gevel.Point{X: rapid.Float64Range(0, 9000).Draw(t, "x"), Y: rapid.Float64Range(0, 9000).Draw(t, "y")}
		}
		var near []geo.Neighbour
		for _, row := range training.Rows {
			if s.Place[row] != h.Place { // no dwelling is known: what was sold there is the home
				near = append(near, geo.Neighbour{Item: row, Distance: geo.Distance(h.Place, s.Place[row])})
			}
		}
		near = geo.KeepNearest(near, neighbours)
		reach := 0.0
		for _, other := range near {
			reach = max(reach, other.Distance)
		}
		sum, total := 0.0, 0.0
		for _, other := range near {
			home := s.Home(int(other.Item), nil, nil)
			weight := math.Exp(-farthest * math.Pow(other.Distance/reach, 2))
			sum, total = sum+weight*linear.Characteristics(&home), total+weight
		}
		worth, more := n.around(&h)
		if want := sum / total; math.Abs(worth-want) > 1e-12 || math.Abs(more-(linear.Characteristics(&h)-want)) > 1e-12 {
			t.Fatalf("around %+v: %v, and %v more; want %v", h.Place, worth, more, want)
		}
	})
}

func TestTheHomesOwnSalesAreNotAmongItsNeighbours(t *testing.T) {
	training := invent(60, 0)
	sales := make([]gevel.Sale, 0, len(training.Rows))
	for _, row := range training.Rows {
		s := gevel.Sale{
			ID: training.Sales.ID(int(row)), DwellingID: []string{"castle", "cottage"}[row%2], Price: 1,
			Place: gevel.Point{X: 1000, Y: 1000}, Characteristics: training.Sales.Characteristics(int(row)), Num: []float64{0}, Cat: []string{""},
		}
		s.UseSurface = gevel.Some([]int{900, 30}[row%2])
		sales = append(sales, s)
	}
	all := edition.NewSales(schema, sales)
	linear := fittedLinear(t, training)
	n := newNeighbours(all, training.Rows, linear)
	h := all.Home(0, nil, nil)
	castle, _ := n.around(&h)
	h.Dwelling = 1 - h.Dwelling
	cottage, _ := n.around(&h)
	if !(castle < cottage) {
		t.Errorf("around the castle homes are worth %v, around the cottage %v: the castle is not around itself", castle, cottage)
	}
}

func TestWhereNobodyLivesNothingIsSaidOfNeighbours(t *testing.T) {
	m := fitted(t, invent(neighbourSales, 0))
	for _, place := range []gevel.Point{{}, {X: 200_000, Y: 600_000}} {
		h := ordinary()
		h.Place = place
		if worth, more := m.Trees.Neighbours.around(&h); !math.IsNaN(worth) || !math.IsNaN(more) {
			t.Errorf("at %v homes around are worth %v, and this one %v more", place, worth, more)
		}
		if got := m.Estimate(&h); math.IsNaN(got) || math.IsInf(got, 0) {
			t.Errorf("at %v the estimate is %v", place, got)
		}
	}
}

func TestFewSalesTellNothingOfNeighbours(t *testing.T) {
	if m := fitted(t, invent(neighbourSales-1, 0)); m.Trees.Neighbours != nil {
		t.Errorf("of %d sales the trees know neighbours", neighbourSales-1)
	}
}

func TestMoreSurfaceIsNeverWorthLessAmongNeighbours(t *testing.T) {
	m := fitted(t, invent(1200, -1))
	rapid.Check(t, func(t *rapid.T) {
		h := ordinary()
		h.Place = gevel.Point{X: rapid.Float64Range(500, 5500).Draw(t, "x"), Y: rapid.Float64Range(500, 5500).Draw(t, "y")}
		h.UseSurface = gevel.Some(rapid.IntRange(20, 400).Draw(t, "surface"))
		before := m.Estimate(&h)
		h.UseSurface.V += rapid.IntRange(1, 100).Draw(t, "more")
		if after := m.Estimate(&h); after < before {
			t.Fatalf("with %d m2 %v, with less %v", h.UseSurface.V, after, before)
		}
	})
}

// TestWhatHomesAroundAreCounts has prices that follow what the homes around are, and hardly what
// a home is more than those.
func TestWhatHomesAroundAreCounts(t *testing.T) {
	training := invent(2000, 0)
	linear := fittedLinear(t, training)
	n := newNeighbours(training.Sales, training.Rows, linear)
	truth := func(h *edition.Home) float64 {
		worth, more := n.around(h)
		return 9 + 2*worth + math.Min(0.2, more)
	}
	for i, row := range training.Rows {
		h := training.Sales.Home(int(row), nil, nil)
		training.Target[i] = truth(&h)
	}
	m := fitted(t, training)
	without := &Model{Linear: m.Linear, Trees: &Trees{}}
	*without.Trees = *m.Trees
	without.Trees.Neighbours = newNeighbours(training.Sales, nil, m.Linear)
	with, lost := 0.0, 0.0
	for row := range training.Sales.Len() {
		h := training.Sales.Home(row, nil, nil)
		h.Place.X += 37 // another home, next door
		with += math.Abs(m.Estimate(&h) - truth(&h))
		lost += math.Abs(without.Estimate(&h) - truth(&h))
	}
	if with > 0.5*lost {
		t.Errorf("the error is %.3f, and %.3f when nobody is seen around", with/2000, lost/2000)
	}
}

func TestContributionsAddUpAmongNeighbours(t *testing.T) {
	training := invent(1200, 1)
	m := fitted(t, training)
	h := ordinary()
	typical, err := m.Typical(&h, schema)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for row := range 50 {
		h := training.Sales.Home(row, nil, nil)
		base, contributions, err := typical.Explain(&h)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range contributions {
			base += c.Log
			if c.Name == Beside && c.Log != 0 {
				compared++
			}
		}
		if want := m.Estimate(&h); math.Abs(base-want) > 1e-9 {
			t.Errorf("row %d: contributions add up to %v, want %v", row, base, want)
		}
	}
	if compared == 0 {
		t.Error("no home is compared with those around it")
	}
}

func TestAModelReadBackKnowsItsNeighbours(t *testing.T) {
	training := invent(1200, 1)
	m := fitted(t, training)
	var file bytes.Buffer
	if err := gob.NewEncoder(&file).Encode(m); err != nil {
		t.Fatal(err)
	}
	var read Model
	if err := gob.NewDecoder(&file).Decode(&read); err != nil {
		t.Fatal(err)
	}
	if err := read.Check(training.Sales); err != nil {
		t.Fatal(err)
	}
	read.Prepare(training.Sales)
	for row := range training.Sales.Len() {
		h := training.Sales.Home(row, nil, nil)
		if got, want := read.Estimate(&h), m.Estimate(&h); got != want {
			t.Fatalf("row %d: %v, want %v", row, got, want)
		}
	}
	for _, row := range []int32{-1, int32(training.Sales.Len())} {
		read.Trees.Neighbours.Rows[3] = row
		if read.Check(training.Sales) == nil {
			t.Errorf("a neighbour in row %d of %d was taken", row, training.Sales.Len())
		}
	}
	placeless := &Placeless{Linear: m.Linear, Trees: m.Trees}
	if placeless.Check(training.Sales) == nil {
		t.Error("a placeless model with neighbours was taken")
	}
}

func TestAnEstimateAmongNeighboursAllocatesNothing(t *testing.T) {
	m := fitted(t, invent(neighbourSales, 0))
	h, leaves := ordinary(), make([]uint8, LeafTrees)
	if got := testing.AllocsPerRun(20, func() { m.EstimateWithLeaves(&h, leaves) }); got != 0 {
		t.Errorf("an estimate allocates %v times", got)
	}
}
