package hedonic

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"pgregory.net/rapid"
)

// table has two extras, woz and view.
func table() gevel.Attributes {
	return gevel.Standard().With(
		gevel.Attribute{Name: "num_woz", Column: "num_woz", Kind: gevel.Number},
		gevel.Attribute{Name: "cat_view", Column: "cat_view", Kind: gevel.Category})
}

// Their places in the table.
const (
	atWOZ  = 8
	atView = 9
)

// extras are the two of a home.
func extras(table gevel.Attributes, woz float64, view string) []float32 {
	return []float32{float32(woz), float32(table[atView].Enter(view))}
}

const elasticity = 0.7 // of the invented prices, in the surface

// invent makes n sales whose prices follow their surface, label, view and place;
// perverse lowers prices for land and better labels.
func invent(n int, perverse float64) Training {
	rng := rand.New(rand.NewPCG(uint64(n), 7))
	day := gevel.NewDate(2020, time.March, 1)
	sales, attributes := make([]gevel.Sale, n), table()
	for i := range sales {
		s := &sales[i]
		*s = gevel.Sale{
			ID: fmt.Sprint(i), Date: day, KnownDate: day, Price: 1,
			At:  gevel.Point{X: 1000 + 4000*rng.Float64(), Y: 1000 + 4000*rng.Float64()},
			PC4: fmt.Sprint(1000 + i%3),
		}
		s.Extra = extras(attributes, rng.NormFloat64(), []string{"", "park", "road"}[i%3])
		s.BuildType, s.BuildYear = gevel.BuildType(9+rng.IntN(4)), gevel.Some(1900+rng.IntN(120))
		s.UseSurface, s.ParcelSurface = gevel.Some(40+rng.IntN(160)), gevel.Some(rng.IntN(600))
		s.EnergyLabel = gevel.LabelG + gevel.EnergyLabel(rng.IntN(8))
		if i%4 == 0 {
			s.ParcelSurface, s.EnergyLabel = gevel.Opt[int]{}, 0
		}
	}
	t := Training{Sales: market.NewSales(attributes, sales), Seed: 1}
	for row := range t.Sales.Len() {
		h := t.Sales.Home(row, nil)
		t.Rows = append(t.Rows, int32(row))
		t.Target = append(t.Target, 9+elasticity*math.Log(float64(h.UseSurface.V))+0.1*math.Sin(h.Place.X/800)+
			perverse*(0.03*float64(h.EnergyLabel)+0.1*math.Log1p(float64(h.ParcelSurface.Or(0))))+0.05*rng.NormFloat64())
	}
	return t
}

func fitted(t testing.TB, training Training) *Model {
	t.Helper()
	m, err := Fit(context.Background(), training, fittedLinear(t, training))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// ofInvented are models of invented sales, each fitted once for tests that only read them.
var ofInvented = map[string]func() (Training, *Model){}

// fittedInvented returns the sales that invent makes and their model. Nothing of them may be changed.
func fittedInvented(t testing.TB, n int, perverse float64) (Training, *Model) {
	t.Helper()
	name := fmt.Sprint(n, " ", perverse)
	if ofInvented[name] == nil {
		training := invent(n, perverse)
		m := fitted(t, training)
		ofInvented[name] = func() (Training, *Model) { return training, m }
	}
	return ofInvented[name]()
}

func fittedLinear(t testing.TB, training Training) *Linear {
	t.Helper()
	linear, err := NewLinearFit(training.Sales, training.Rows).Fit(context.Background(), training.Target)
	if err != nil {
		t.Fatal(err)
	}
	return linear
}

func TestRisingColumnsAreNeverNegative(t *testing.T) {
	_, m := fittedInvented(t, 600, -1)
	for c, rising := range m.Linear.Design.Rising {
		if rising && m.Linear.Coef[c] < 0 {
			t.Errorf("column %d has the coefficient %v", c, m.Linear.Coef[c])
		}
	}
	h := ordinary()
	for label := gevel.LabelG; int(label) < gevel.EnergyLabels; label++ {
		h.EnergyLabel = label
		before := m.Estimate(&h)
		h.EnergyLabel = min(label+1, gevel.EnergyLabel(gevel.EnergyLabels-1))
		if after := m.Estimate(&h); after < before {
			t.Errorf("a step from %s costs %v", label, before-after)
		}
	}
}

func ordinary() market.Home {
	return market.Home{
		Place: gevel.Point{X: 2000, Y: 2000}, Zip: 0, Street: -1, Dwelling: -1,
		Characteristics: gevel.Characteristics{
			BuildType: gevel.Tussenwoning, BuildYear: gevel.Some(1970), UseSurface: gevel.Some(100),
			ParcelSurface: gevel.Some(150), EnergyLabel: gevel.LabelG + 3, Extra: []float32{0, 0},
		},
	}
}

func TestEstimatesLieNearTheTruth(t *testing.T) {
	training, m := fittedInvented(t, 1500, 1)
	sum := 0.0
	for i, row := range training.Rows {
		h := training.Sales.Home(int(row), nil)
		sum += math.Abs(m.Estimate(&h) - training.Target[i])
	}
	if mean := sum / float64(len(training.Rows)); mean > 0.06 {
		t.Errorf("mean error %v where chance makes 0.04", mean)
	}
}

func TestOutlyingPricesOfANewKindHardlyMoveItsOthers(t *testing.T) {
	training := invent(3000, 0)
	isNew := func(h *market.Home) bool { return h.BuildYear.V >= 2016 }
	off := func(m *Model) float64 {
		sum, n := 0.0, 0.0
		for row := range training.Sales.Len() {
			if h := training.Sales.Home(row, nil); isNew(&h) {
				sum += m.Estimate(&h) - (9 + elasticity*math.Log(float64(h.UseSurface.V)) + 0.1*math.Sin(h.Place.X/800))
				n++
			}
		}
		return sum / n
	}
	before, n := off(fitted(t, training)), 0
	for i, row := range training.Rows {
		if h := training.Sales.Home(int(row), nil); isNew(&h) {
			if n++; n%5 == 0 { // a plot, sold before the home was built
				training.Target[i] -= 1.2
			}
		}
	}
	after := off(fitted(t, training))
	if math.Abs(after-before) > 0.01 {
		t.Errorf("a fifth of the prices of %d new homes takes %.3f off all of them", n, before-after)
	}
}

func TestSurfaceExtrapolatesByTheLinearModel(t *testing.T) {
	_, m := fittedInvented(t, 1500, 1)
	h := ordinary()
	h.UseSurface = gevel.Some(400)
	at400 := m.Estimate(&h)
	h.UseSurface = gevel.Some(800)
	if got := (m.Estimate(&h) - at400) / math.Ln2; math.Abs(got-elasticity) > 0.15 {
		t.Errorf("beyond all sales the elasticity is %v, want about %v", got, elasticity)
	}
}

func TestAHouseTypeHardlySoldHasTheSlopeOfTheOthers(t *testing.T) {
	training := invent(1500, 1)
	slope := func(m *Linear, buildType gevel.BuildType) float64 {
		h := ordinary()
		h.BuildType, h.UseSurface = buildType, gevel.Some(80)
		at80 := m.Characteristics(&h)
		h.UseSurface = gevel.Some(160)
		return (m.Characteristics(&h) - at80) / math.Ln2
	}
	m := fittedLinear(t, training)
	flat, terraced, corner := slope(m, gevel.Galerijflat), slope(m, gevel.Tussenwoning), slope(m, gevel.Hoekwoning)
	if mean := (terraced + corner) / 2; math.Abs(flat-mean) > 1e-3 || terraced == corner {
		t.Errorf("a flat, never sold, has a slope of %.4f, where the others have %.4f and %.4f", flat, terraced, corner)
	}
}

func TestWhereTheSurfaceIsKnownOfNoSaleItsSlopesAreZero(t *testing.T) {
	d := newDesign(market.NewSales(gevel.Standard(), nil), nil)
	from, to := d.slopes()
	cells, y := []cell{{intercept, 1}, {to, 1}}, make([]float64, 50)
	rows := &matrix{homes: len(y), blocks: make([]matrixBlock, 1)}
	for i := range y {
		y[i] = 12
		rows.blocks[0].add(cells)
	}
	coef, err := risingRidge(d, rows, y, slices.Repeat([]float64{1}, len(y)))
	if err != nil {
		t.Fatal(err)
	}
	for c := from; c < to; c++ {
		if math.Abs(coef[c]) > 1e-9 {
			t.Errorf("the slope of group %d is %v", c-from, coef[c])
		}
	}
	if got := dot(cells, coef); math.Abs(got-12) > 1e-3 {
		t.Errorf("the estimate is %v where all prices are 12", got)
	}
}

func TestWhateverIsUnknownHasAnEstimate(t *testing.T) {
	_, m := fittedInvented(t, 400, 1)
	rapid.Check(t, func(t *rapid.T) {
		h := ordinary()
		count := func(name string, most int) gevel.Opt[int] {
			if rapid.Bool().Draw(t, name+" is known") {
				return gevel.Some(rapid.IntRange(0, most).Draw(t, name))
			}
			return gevel.Opt[int]{}
		}
		h.UseSurface, h.ParcelSurface, h.BuildYear = count("surface", 2700), count("parcel", 1e6), count("year", 2100)
		h.Volume, h.Rooms = count("volume", 20_000), count("rooms", 100)
		h.BuildType = gevel.BuildType(rapid.IntRange(0, gevel.BuildTypes-1).Draw(t, "type"))
		h.EnergyLabel = gevel.EnergyLabel(rapid.IntRange(0, gevel.EnergyLabels-1).Draw(t, "label"))
		h.Extra = []float32{
			rapid.SampledFrom([]float32{float32(math.NaN()), 0, 1e30}).Draw(t, "extra"),
			rapid.SampledFrom([]float32{float32(math.NaN()), 0, 1, 99}).Draw(t, "view"),
		}
		h.Zip = rapid.Int32Range(-1, 99).Draw(t, "zip")
		if rapid.Bool().Draw(t, "nowhere") {
			h.Place = gevel.Point{}
		}
		if got := m.Estimate(&h); math.IsNaN(got) || math.IsInf(got, 0) {
			t.Fatalf("Estimate(%+v) = %v", h, got)
		}
	})
}

func TestNonspatialEstimatesDoNotSeePlaceOrTheirOwnPrice(t *testing.T) {
	training := invent(400, 1)
	linear := fittedLinear(t, training)
	m, unseen, err := FitNonspatial(context.Background(), training, linear)
	if err != nil {
		t.Fatal(err)
	}
	h := ordinary()
	here := m.Estimate(&h)
	if h.Place = (gevel.Point{X: 4900, Y: 1100}); m.Estimate(&h) != here {
		t.Error("the nonspatial estimate depends on the place")
	}
	training.Target[10] += 0.5
	_, after, err := FitNonspatial(context.Background(), training, linear)
	if err != nil {
		t.Fatal(err)
	}
	if after[10] != unseen[10] {
		t.Errorf("its own price moves a sale's estimate from %v to %v", unseen[10], after[10])
	}
}

func TestNoParcelIsWorthAsMuchAsTheSmallest(t *testing.T) {
	_, m := fittedInvented(t, 1500, 1)
	least := int(m.Linear.Design.Floors[gevel.AtParcelSurface])
	if least < 2 || least > 20 {
		t.Fatalf("the smallest parcel that counts is %d m2, want about the hundredth part of 600", least)
	}
	worth := func(parcel int) float64 {
		h := ordinary()
		h.ParcelSurface = gevel.Some(parcel)
		return m.Linear.Characteristics(&h)
	}
	if got, want := worth(0), worth(least); got != want {
		t.Errorf("without a parcel %v, with the smallest %v", got, want)
	}
	if got, least := worth(600), worth(least); got <= least {
		t.Errorf("with 600 m2 %v, with the smallest %v: the test shows nothing", got, least)
	}
}
