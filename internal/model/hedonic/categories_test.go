package hedonic

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

func TestCategoriesAreNumberedByTheSalesThatAreKnown(t *testing.T) {
	c := newCategories(market.Codes{9, 4, -1, 4, 7, 2}, []int32{1, 2, 3, 4})
	for code, want := range map[int32]int32{4: 0, 7: 1, 9: -1, 2: -1, -1: -1, 100: -1} {
		if got := c.of(code); got != want {
			t.Errorf("of(%d) = %d, want %d", code, got, want)
		}
	}
	if c.Count != 2 {
		t.Errorf("Count = %d, want 2", c.Count)
	}
}

func TestAColumnHasAllItsValuesOrNone(t *testing.T) {
	columns := [][]int32{{0, 1, 2, 2}, {0, 0, 1, 1}, {0, 1, 1, 0}, {3, 3, 3, 3}}
	rows := []int32{0, 1, 2, 3}
	for _, c := range []struct {
		most  []int
		limit int
		want  []int
	}{
		{[]int{3, 3, 3, 3}, 8, []int{3, 2, 2, 1}},
		{[]int{2, 2, 2, 2}, 8, []int{0, 2, 2, 1}}, // too many values in the first
		{[]int{3, 2, 1, 1}, 8, []int{3, 2, 0, 1}}, // and in the third alone
		{[]int{1, 1, 1, 1}, 8, []int{0, 0, 0, 1}},
		{[]int{0, 0, 0, 0}, 8, []int{0, 0, 0, 0}},
		{[]int{3, 3, 3, 3}, 6, []int{0, 2, 2, 1}}, // no room for the largest
		{[]int{3, 3, 3, 3}, 4, []int{0, 2, 0, 1}}, // of the second and the third the earlier
	} {
		var all []Categories
		for _, codes := range columns {
			all = append(all, newCategories(market.Codes(codes), rows))
		}
		forgetMany(all, c.most, c.limit)
		for k := range all {
			if got := all[k].Count; got != c.want[k] {
				t.Errorf("most %v, limit %d: column %d has %d values, want %d", c.most, c.limit, k, got, c.want[k])
			}
			if known := all[k].of(columns[k][0]) >= 0; known != (c.want[k] > 0) {
				t.Errorf("most %v, limit %d: the first value of column %d is known: %v", c.most, c.limit, k, known)
			}
		}
	}
}

// views returns so many views in turn, of so many sales each on average, the first two of
// them dear and cheap.
func views(n, sales int) []string {
	var all []string
	for i := range n * sales {
		switch view := i % n; view {
		case 0:
			all = append(all, "dear")
		case 1:
			all = append(all, "cheap")
		default:
			all = append(all, fmt.Sprint("view ", view))
		}
	}
	return all
}

// viewed makes a sale for each view, a metre apart, and a training of the known ones: the
// dear homes cost 0.3 more than most, the cheap ones less. Later ones lie before all known.
func viewed(known, later []string) Training {
	day := gevel.NewDate(2020, time.March, 1)
	var sales []gevel.Sale
	attributes := table()
	add := func(views []string, at gevel.Point, day gevel.Date) {
		for i, view := range views {
			s := gevel.Sale{
				ID: fmt.Sprintf("%s %05d", day, i), Date: day, KnownDate: day, Price: 1,
				At:  gevel.Point{X: at.X, Y: at.Y + float64(i)},
				PC4: "1000",
			}
			s.Extra = extras(attributes, float64(i%7), view)
			s.BuildType, s.UseSurface = gevel.Tussenwoning, gevel.Some(60+i%80)
			sales = append(sales, s)
		}
	}
	add(known, gevel.Point{X: 5000, Y: 5000}, day)
	add(later, gevel.Point{X: 1000, Y: 1000}, day+1)
	t := Training{Sales: market.NewSales(attributes, sales), Seed: 1}
	rng := rand.New(rand.NewPCG(1, 2))
	for row := range t.Sales.Len() {
		if t.Sales.Known[row] > day {
			continue
		}
		h := t.Sales.Home(row, nil)
		worth := map[string]float64{"dear": 0.3, "cheap": -0.3}[t.Sales.Attributes[atView].NameOf(t.Sales.Value(atView, row))]
		t.Rows = append(t.Rows, int32(row))
		t.Target = append(t.Target, 9+elasticity*math.Log(float64(h.UseSurface.V))+worth+0.15*rng.NormFloat64())
	}
	return t
}

// withView returns an ordinary home with a view.
func withView(s *market.Sales, view string) *market.Home {
	h := ordinary()
	h.Extra = []float32{0, float32(s.Attributes[atView].Named(view))}
	return &h
}

// withoutViews is how many columns the design has when no view has one.
func withoutViews(s *market.Sales) int { return newDesign(s, nil).Columns }

func TestViewsOfManySalesHaveAnEffectInTheLinearLayer(t *testing.T) {
	training := viewed(views(fewValues+2, valueSales), nil)
	m := fittedLinear(t, training)
	unknown := m.Characteristics(withView(training.Sales, ""))
	for view, want := range map[string]float64{"dear": 0.3, "cheap": -0.3, "view 2": 0} {
		if got := m.Characteristics(withView(training.Sales, view)) - unknown; math.Abs(got-want) > 0.05 {
			t.Errorf("the view %q is worth %.3f, want %v", view, got, want)
		}
	}
}

func TestAFewViewsHaveAnEffectHoweverFewTheSales(t *testing.T) {
	training := viewed(views(fewValues, 30), nil)
	m := fittedLinear(t, training)
	dear, cheap := withView(training.Sales, "dear"), withView(training.Sales, "cheap")
	if got := m.Characteristics(dear) - m.Characteristics(cheap); math.Abs(got-0.6) > 0.15 {
		t.Errorf("a dear view is worth %.3f more than a cheap one, want 0.6", got)
	}
}

func TestViewsOfFewSalesAreLeftToTheTrees(t *testing.T) {
	training := viewed(views(20, valueSales/2), nil)
	m := fitted(t, training)
	if got, want := m.Linear.Design.Columns, withoutViews(training.Sales); got != want {
		t.Errorf("%d columns, want %d", got, want)
	}
	if err := m.Check(training.Sales.Attributes); err != nil {
		t.Error(err)
	}
	dear, cheap := withView(training.Sales, "dear"), withView(training.Sales, "cheap")
	if got := m.Estimate(dear) - m.Estimate(cheap); math.Abs(got-0.6) > 0.2 {
		t.Errorf("a dear view is worth %.3f more than a cheap one, want 0.6", got)
	}
	requireAddsUp(t, m, dear, cheap)
}

func TestSalesOfUnknownViewDoNotCountForTheViews(t *testing.T) {
	known := views(fewValues+2, 30)
	var mostly []string
	for _, view := range known {
		mostly = append(mostly, view, "", "", "", "", "", "", "") // more than 200 sales a view in all
	}
	training := viewed(mostly, nil)
	if got, want := newDesign(training.Sales, training.Rows).Columns, withoutViews(training.Sales); got != want {
		t.Errorf("%d columns, want %d", got, want)
	}
}

func TestTheViewsAreThoseOfKnownSalesAlone(t *testing.T) {
	known := views(fewValues+2, valueSales)
	later := []string{"never seen"}
	for i := range 20 { // in another order, and many more than have columns
		later = append(later, fmt.Sprint("view ", 23-i))
	}
	before, after := viewed(known, nil), viewed(known, later)
	if after.Sales.Attributes[atView].Names.Code(later[0]) < 0 {
		t.Fatalf("no sale has the name %q: the test shows nothing", later[0])
	}
	want, got := fittedLinear(t, before), fittedLinear(t, after)
	if !slices.Equal(got.Coef, want.Coef) {
		t.Error("sales known later change the coefficients")
	}
	for _, view := range known[:fewValues+2] {
		b, a := want.Characteristics(withView(before.Sales, view)), got.Characteristics(withView(after.Sales, view))
		if a != b {
			t.Errorf("with sales known later the view %q is worth %v, without %v", view, a, b)
		}
	}
}
