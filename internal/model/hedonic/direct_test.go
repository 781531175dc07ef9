package hedonic

import (
	"bytes"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/num/gbm"
)

// exactGrowth is the monthly growth of the prices of exact sales, log euros.
const exactGrowth = 0.01

// exact makes n sales of three years of a rising market, of homes at five spots, with almost no noise in
// their prices.
func exact(n int) Training {
	t := invent(n, 0)
	from := gevel.NewDate(2017, time.January, 1)
	points := []gevel.Point{
		{X: 1000, Y: 1000}, {X: 5000, Y: 1000}, {X: 1000, Y: 5000}, {X: 5000, Y: 5000}, {X: 3000, Y: 3000},
	}
	t.Index = &index.Index{First: from.Month(), Months: 60, End: from.Month() + 36, Areas: index.NewAreas(points, 2)}
	t.Index.AreaError = make([]index.PathError, t.Index.Areas.Len())
	t.Index.GroupError = make([]index.PathError, gevel.BuildGroups)
	for a := range t.Index.Areas.Len() {
		path := make([]float32, t.Index.Months)
		for month := range path {
			path[month] = exactGrowth * float32(month) * float32(1+a) / 2
		}
		t.Index.Area = append(t.Index.Area, path)
	}
	for g := range gevel.BuildGroups {
		path := make([]float32, t.Index.Months)
		for month := range path {
			path[month] = exactGrowth * float32(month*g) / 10
		}
		t.Index.Group = append(t.Index.Group, path)
	}
	for i, row := range t.Rows {
		t.Sales.Place[row] = points[i%len(points)]
		t.Sales.Date[row] = from + gevel.Date(i*3*365/len(t.Rows))
		h := t.Sales.Home(int(row), nil)
		t.Target[i] = exactly(&h) + 0.002*float64(i*7919%13-6)
	}
	return t
}

// exactly is the worth of an exact home, less the index.
func exactly(h *market.Home) float64 {
	return 9 + elasticity*math.Log(float64(h.UseSurface.V)) + 0.1*math.Sin(h.Place.X/800)
}

// exactSales is how many exact sales the shared model is fitted to.
const exactSales = 1100

// sharedExact is fitted once, for tests that only read it.
var sharedExact struct {
	sync.Once
	training Training
	model    *Model
}

func fittedExact(t *testing.T) (Training, *Model) {
	t.Helper()
	sharedExact.Do(func() {
		sharedExact.training = exact(exactSales)
		linear := fittedLinear(t, sharedExact.training)
		// The linear model errs so little that these sales are just enough for direct trees.
		linear.Scale = math.Sqrt((exactSales - 1) / richInformation)
		model, err := Fit(t.Context(), sharedExact.training, linear)
		if err != nil {
			t.Fatal(err)
		}
		sharedExact.model = model
	})
	if sharedExact.model.Direct == nil {
		t.Fatal("there are no direct trees: the test is of nothing")
	}
	return sharedExact.training, sharedExact.model
}

func TestDirectTreesFollowTheIndexAfterTheirLastDay(t *testing.T) {
	training, m := fittedExact(t)
	later := training.Sales.Date[len(training.Rows)-1] + 400
	sum := 0.0
	for row := range training.Rows {
		h := training.Sales.Home(row, nil)
		h.Day = later
		price := m.Direct.Forest.Predict(m.Trees.row(&h, nil))
		sum += math.Abs(price - m.Direct.indexOf(&h) - exactly(&h))
		estimate := m.Estimate(&h)
		h.Day++
		if again := m.Estimate(&h); again != estimate {
			t.Fatalf("sale %d: %v the day after, and %v", row, again, estimate)
		}
	}
	if mean := sum / float64(len(training.Rows)); mean > 0.03 {
		t.Errorf("direct trees err by %v on average, less the index", mean)
	}
}

func TestDirectTreesPredictPrices(t *testing.T) {
	training, m := fittedExact(t)
	sum := 0.0
	for row := range training.Rows {
		h := training.Sales.Home(row, nil)
		level := training.Index.Level(training.Index.Areas.Of(h.Place), h.BuildType.Group(), index.MonthsSince(0, h.Day))
		sum += math.Abs(m.Direct.Forest.Predict(m.Trees.row(&h, nil)) - level - exactly(&h))
	}
	if mean := sum / float64(len(training.Rows)); mean > 0.02 {
		t.Errorf("they are %v off the prices on average", mean)
	}
}

func TestDirectTreesRise(t *testing.T) {
	training, m := fittedExact(t)
	for _, row := range []int{0, 600, 1000} {
		for name, set := range map[string]func(h *market.Home, step int){
			"use surface":    func(h *market.Home, step int) { h.UseSurface = gevel.Some(20 + 3*step) },
			"parcel surface": func(h *market.Home, step int) { h.ParcelSurface = gevel.Some(1 + 10*step) },
			"energy label": func(h *market.Home, step int) {
				h.EnergyLabel = gevel.LabelG + gevel.EnergyLabel(min(step, gevel.EnergyLabels-2))
			},
		} {
			h := training.Sales.Home(row, nil)
			price, estimate := math.Inf(-1), math.Inf(-1)
			for step := range 100 {
				set(&h, step)
				p, e := m.Direct.Forest.Predict(m.Trees.row(&h, nil)), m.Estimate(&h)
				if p < price || e < estimate {
					t.Errorf("sale %d, %s, step %d: %v after %v, price %v after %v", row, name, step, e, estimate, p, price)
				}
				price, estimate = p, e
			}
		}
	}
}

func TestManyEstimatesAreThoseOfEach(t *testing.T) {
	training, m := fittedExact(t)
	to, all := make([]float32, training.Sales.Len()), make([]uint8, LeafTrees*training.Sales.Len())
	m.EstimateSales(t.Context(), training.Sales, to, all)
	leaves := make([]uint8, LeafTrees)
	for row := range training.Rows {
		h := training.Sales.Home(row, nil)
		if want := float32(m.EstimateWithLeaves(&h, leaves)); to[row] != want {
			t.Fatalf("sale %d is estimated at %v among all, by itself at %v", row, to[row], want)
		}
		if !bytes.Equal(leaves, all[LeafTrees*row:][:LeafTrees]) {
			t.Fatalf("sale %d falls into other leaves among all than by itself", row)
		}
	}
	h := training.Sales.Home(0, nil)
	if n := testing.AllocsPerRun(100, func() { m.EstimateWithLeaves(&h, leaves) }); n != 0 {
		t.Errorf("%v allocations an estimate", n)
	}
}

func TestOutlyingPricesHardlyMoveDirectTrees(t *testing.T) {
	_, m := fittedExact(t)
	training := exact(3 * exactSales)
	p := gbm.Params{Trees: 100, LearningRate: 0.1, Leaves: 15}
	table, err := m.Trees.table(t.Context(), training, &p, func(int, *market.Home) {})
	if err != nil {
		t.Fatal(err)
	}
	p.Monotone = nil
	fit := func() *Direct {
		direct, err := fitDirect(t.Context(), training, m.Linear, directTrees{table, p})
		if err != nil {
			t.Fatal(err)
		}
		return direct
	}
	clean := fit()
	for i := range training.Target {
		if i%100 == 0 {
			training.Target[i] += math.Log(10)
		}
	}
	noisy, worst := fit(), 0.0
	for row := range training.Rows {
		h := training.Sales.Home(row, nil)
		values := m.Trees.row(&h, nil)
		worst = max(worst, math.Abs(noisy.Forest.Predict(values)-clean.Forest.Predict(values)))
	}
	if worst > 0.25 {
		t.Errorf("prices ten times too high move another home by %v", worst)
	}
}

func TestDirectTreesThatAreNotWholeAreRefused(t *testing.T) {
	training, m := fittedExact(t)
	if err := m.Check(training.Sales.Attributes); err != nil {
		t.Fatal(err)
	}
	whole, part := *m.Direct, *m
	for name, broken := range map[string]Direct{
		"no trees":      {Index: whole.Index},
		"no index":      {Forest: whole.Forest},
		"other columns": {Forest: fitted(t, invent(400, 0)).Trees.Models[0], Index: whole.Index},
	} {
		part.Direct = &broken
		if part.Check(training.Sales.Attributes) == nil {
			t.Errorf("%s: taken", name)
		}
	}
}
