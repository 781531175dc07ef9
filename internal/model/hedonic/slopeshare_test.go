package hedonic

import (
	"math"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// elasticityOf is the increase of a home's log value from 80 to 160 m2, per log of surface.
func elasticityOf(m *Model, h market.Home) float64 {
	h.UseSurface = gevel.Some(80)
	at80 := m.Estimate(&h)
	h.UseSurface = gevel.Some(160)
	return (m.Estimate(&h) - at80) / math.Ln2
}

func TestTreesMakeASlopeFlatterButNeverFall(t *testing.T) {
	training := invent(3000, 1)
	for i, row := range training.Rows { // in the west surface is worth nothing
		if h := training.Sales.Home(int(row), nil); h.Place.X < 3000 {
			training.Target[i] -= elasticity * math.Log(float64(h.UseSurface.V)/100)
		}
	}
	m := fitted(t, training)
	west, east := ordinary(), ordinary()
	west.Place.X, east.Place.X = 2000, 4000
	slopes, _ := m.Linear.Design.slopes()
	linear := m.Linear.Coef[slopes+int(west.BuildType.Group())]
	if got := elasticityOf(m, west); got > 0.8*linear {
		t.Errorf("where surface is worth nothing the elasticity is %.3f, and %.3f in the linear model of both", got, linear)
	}
	if got := elasticityOf(m, east); math.Abs(got-elasticity) > 0.15 {
		t.Errorf("where it is %v the elasticity is %.3f", elasticity, got)
	}
	rises(t, "a surface", 1, 1000, func(surface int) float64 {
		west.UseSurface = gevel.Some(surface)
		return m.Estimate(&west)
	})
}

func TestAHouseTypeNeverSoldRisesWithSurfaceAsTheOthers(t *testing.T) {
	flat := ordinary() // the trees apply their half of the slope to flats, too
	flat.BuildType = gevel.Galerijflat
	if got := elasticityOf(fitted(t, invent(1500, 1)), flat); math.Abs(got-elasticity) > 0.15 {
		t.Errorf("the elasticity of a flat, never sold, is %.3f, and of the others %v", got, elasticity)
	}
}

func TestMoreParcelAndABetterLabelAreNeverWorthLess(t *testing.T) {
	_, m := fittedInvented(t, 1500, 1)
	slope := func(name string) float64 {
		at := slices.IndexFunc(m.Linear.Design.laid, func(b block) bool { return b.attribute.Name == name })
		return m.Linear.Coef[m.Linear.Design.laid[at].at]
	}
	if slope("parcelSurface") <= 0 || slope("energyLabel") <= 0 {
		t.Fatal("no slope could leave a part to the trees: the test shows nothing")
	}
	for buildType := range gevel.BuildType(gevel.BuildTypes) {
		h := ordinary()
		h.BuildType = buildType
		rises(t, "a lot", 0, 2000, func(lot int) float64 {
			h.ParcelSurface = gevel.Some(lot)
			return m.Estimate(&h)
		})
		rises(t, "a label", int(gevel.LabelG), gevel.EnergyLabels-1, func(label int) float64 {
			h.EnergyLabel = gevel.EnergyLabel(label)
			return m.Estimate(&h)
		})
	}
}

func rises(t *testing.T, what string, from, to int, estimate func(int) float64) {
	t.Helper()
	for x, before := from, math.Inf(-1); x <= to; x++ {
		now := estimate(x)
		if now < before {
			t.Fatalf("%s of %d is worth less than of %d", what, x, x-1)
		}
		before = now
	}
}

func TestHalfOfASlopeIsLeftBetweenTheEndsOfTheSizes(t *testing.T) {
	training := invent(1000, 1)
	d := newDesign(training.Sales, training.Rows)
	l := newSlopeShare(d, training.Sales, training.Rows)
	const middling = 100 // m2, of the use surface
	at := func(m2 float64) float64 { return math.Log(m2 / middling) }
	from, to := d.slopes()
	if low, high := l[from].Low, l[from].High; low < at(40) || low > at(44) || high < at(194) || high > at(200) {
		t.Errorf("of surfaces of 40 to 199 m2 the span is %.1f to %.1f", middling*math.Exp(low), middling*math.Exp(high))
	}
	left := func(column int, value float64) float64 { return l.of(cell{column, value}) }
	for column := from; column < to; column++ {
		if got := left(column, at(160)) - left(column, at(80)); math.Abs(got-math.Ln2/2) > 1e-12 {
			t.Errorf("column %d: of a slope of 1 over ln 2, %v is left", column, got)
		}
		if left(column, at(1000)) != left(column, at(500)) || left(column, at(10)) != left(column, at(20)) {
			t.Errorf("column %d: beyond the sizes sold something is left", column)
		}
	}
	for column, rising := range d.Rising {
		if !rising && left(column, 1) != 0 {
			t.Errorf("column %d, which need not rise, leaves %v", column, left(column, 1))
		}
	}
	if few := newSlopeShare(d, training.Sales, training.Rows[:spanSales-1]); few != nil {
		t.Errorf("of %d sales the slope share is %v, want none", spanSales-1, few)
	}
}
