package hedonic

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
)

func TestCategoriesAreNumberedByTheSalesThatAreKnown(t *testing.T) {
	c := newCategories([]int32{9, 4, -1, 4, 7, 2}, []int32{1, 2, 3, 4})
	for code, want := range map[int32]int32{4: 0, 7: 1, 9: -1, 2: -1, -1: -1, 100: -1} {
		if got := c.of(code); got != want {
			t.Errorf("of(%d) = %d, want %d", code, got, want)
		}
	}
	if c.Count != 2 {
		t.Errorf("Count = %d, want 2", c.Count)
	}
}

func TestTheMostFrequentValuesOfAllColumnsAreKept(t *testing.T) {
	columns := [][]int32{
		{5, 5, 5, 8, 2, 2, 9}, // 9 is known later
		{1, 1, 0, 0, 3, -1, 3},
	}
	rows := []int32{0, 1, 2, 3, 4, 5}
	for limit, want := range map[int][][]int32{
		0: {nil, nil},
		1: {{5}, nil},
		2: {{5, 2}, nil},          // 1 and 0 are as frequent as 2, in a later column
		3: {{5, 2}, {1}},          // 0 is as frequent, and 1 was first
		4: {{5, 2}, {1, 0}},       //
		5: {{5, 8, 2}, {1, 0}},    // 8 keeps its place before 2
		6: {{5, 8, 2}, {1, 0, 3}}, // all
	} {
		all := newCategoriesOf(columns, rows)
		keepMostFrequent(all, columns, rows, limit)
		for k, codes := range want {
			if all[k].Count != len(codes) {
				t.Errorf("limit %d: column %d has %d values, want %d", limit, k, all[k].Count, len(codes))
			}
			for code := range int32(10) {
				if got, want := all[k].of(code), int32(slices.Index(codes, code)); got != want {
					t.Errorf("limit %d: of(%d) of column %d = %d, want %d", limit, code, k, got, want)
				}
			}
		}
	}
}

func TestUpToTheLimitCategoriesStayAsTheyAre(t *testing.T) {
	columns, rows := [][]int32{{3, 1, -1, 0, 1}, {0, 0, 2, 2, 2}}, []int32{0, 1, 2, 3, 4}
	all, want := newCategoriesOf(columns, rows), newCategoriesOf(columns, rows)
	keepMostFrequent(all, columns, rows, 5)
	if !reflect.DeepEqual(all, want) {
		t.Errorf("%v became %v", want, all)
	}
}

// The views of more homes than have columns: two are frequent, pairs have two sales each,
// singles one.
const (
	frequentSales = 100
	pairs         = categoryColumns - 100
	singles       = 300
)

func manyViews() []string {
	var views []string
	for range frequentSales {
		views = append(views, "dear", "cheap")
	}
	for i := range pairs {
		views = append(views, fmt.Sprint("pair ", i), fmt.Sprint("pair ", i))
	}
	for i := range singles {
		views = append(views, fmt.Sprint("single ", i))
	}
	return views
}

// viewed makes a sale for each view, a metre apart, and a training of the known ones: the
// dear homes cost 0.3 more than most, the cheap ones less. Later ones lie before all known.
func viewed(known, later []string) Training {
	day := gevel.NewDate(2020, time.March, 1)
	var sales []gevel.Sale
	add := func(views []string, at gevel.Point, day gevel.Date) {
		for i, view := range views {
			s := gevel.Sale{
				ID: fmt.Sprintf("%s %05d", day, i), Date: day, KnownDate: day, Price: 1,
				At:  gevel.Point{X: at.X, Y: at.Y + float64(i)},
				PC4: "1000", Num: []float64{float64(i % 7)}, Cat: []string{view},
			}
			s.BuildType, s.UseSurface = gevel.Tussenwoning, gevel.Some(60+i%80)
			sales = append(sales, s)
		}
	}
	add(known, gevel.Point{X: 5000, Y: 5000}, day)
	add(later, gevel.Point{X: 1000, Y: 1000}, day+1)
	t := Training{Sales: edition.NewSales(schema, sales), Seed: 1}
	rng := rand.New(rand.NewPCG(1, 2))
	for row := range t.Sales.Len() {
		if t.Sales.Known[row] > day {
			continue
		}
		h := t.Sales.Home(row, nil, nil)
		worth := map[string]float64{"dear": 0.3, "cheap": -0.3}[t.Sales.CatNames[0].Name(h.Cat[0])]
		t.Rows = append(t.Rows, int32(row))
		t.Target = append(t.Target, 9+elasticity*math.Log(float64(h.UseSurface.V))+worth+0.02*rng.NormFloat64())
	}
	return t
}

// withView returns an ordinary home with a view.
func withView(s *edition.Sales, view string) *edition.Home {
	h := ordinary()
	h.Cat = []int32{s.CatNames[0].Code(view)}
	return &h
}

func TestOfManyValuesTheFrequentHaveAnEffectAndTheRareAreUnknown(t *testing.T) {
	training := viewed(manyViews(), nil)
	m := fitted(t, training)
	if got, want := m.Linear.Design.Columns, fixedColumns+2*len(schema.Num)+categoryColumns; got != want {
		t.Errorf("%d columns, want %d", got, want)
	}
	if err := m.Check(schema); err != nil {
		t.Error(err)
	}
	worth := func(view string) float64 { return m.Linear.Characteristics(withView(training.Sales, view)) }
	unknown, rare := worth(""), fmt.Sprint("single ", singles-1)
	if got := worth("dear") - unknown; math.Abs(got-0.3) > 0.02 {
		t.Errorf("a dear view is worth %.3f, want 0.3", got)
	}
	if got := worth("cheap") - unknown; math.Abs(got+0.3) > 0.02 {
		t.Errorf("a cheap view is worth %.3f, want -0.3", got)
	}
	if got := worth(rare); got != unknown {
		t.Errorf("a rare view is worth %v, an unknown one %v", got, unknown)
	}
	if got := worth(fmt.Sprint("single ", 0)); got == unknown {
		t.Error("there was room for the first of the rare views, and it has no column")
	}
	h := withView(training.Sales, rare)
	typical, err := m.Typical(withView(training.Sales, "dear"), schema)
	if err != nil {
		t.Fatal(err)
	}
	sum, contributions, err := typical.Explain(h)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range contributions {
		sum += c.Log
	}
	if want := m.Estimate(h); !(math.Abs(sum-want) < 1e-9) {
		t.Errorf("a home with a rare view is explained as %v, and estimated at %v", sum, want)
	}
}

func TestWhichValuesAreFrequentIsToldByKnownSalesAlone(t *testing.T) {
	known := manyViews()
	later := []string{"never seen"}
	for i := range singles { // in another order, and some twice as often
		later = append(later, fmt.Sprint("single ", singles-1-i))
		if i%3 == 0 {
			later = append(later, fmt.Sprint("single ", i))
		}
	}
	before, after := viewed(known, nil), viewed(known, later)
	if first := after.Sales.CatNames[0].Name(0); first != later[0] {
		t.Fatalf("the first name is %q: the test shows nothing", first)
	}
	want, got := fittedLinear(t, before), fittedLinear(t, after)
	if !slices.Equal(got.Coef, want.Coef) {
		t.Error("sales known later change the coefficients")
	}
	for _, view := range known {
		b, a := want.Characteristics(withView(before.Sales, view)), got.Characteristics(withView(after.Sales, view))
		if a != b {
			t.Errorf("with sales known later the view %q is worth %v, without %v", view, a, b)
		}
	}
}
