package hedonic

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
)

// elasticityOf is by how much a model lets a home's worth rise from 80 to 160 m2, per log.
func elasticityOf(m *Model, h edition.Home) float64 {
	h.UseSurface = gevel.Some(80)
	at80 := m.Estimate(&h)
	h.UseSurface = gevel.Some(160)
	return (m.Estimate(&h) - at80) / math.Ln2
}

func TestTreesMakeASlopeFlatterButNeverFall(t *testing.T) {
	training := invent(3000, 1)
	for i, row := range training.Rows { // in the west surface is worth nothing
		if h := training.Sales.Home(int(row), nil, nil); h.Place.X < 3000 {
			training.Target[i] -= elasticity * math.Log(float64(h.UseSurface.V)/100)
		}
	}
	m := fitted(t, training)
	west, east := ordinary(), ordinary()
	west.Place.X, east.Place.X = 2000, 4000
	linear := (m.Linear.Characteristics(&edition.Home{Characteristics: gevel.Characteristics{BuildType: west.BuildType, UseSurface: gevel.Some(160)}}) -
		m.Linear.Characteristics(&edition.Home{Characteristics: gevel.Characteristics{BuildType: west.BuildType, UseSurface: gevel.Some(80)}})) / math.Ln2
	if got := elasticityOf(m, west); got > 0.8*linear {
		t.Errorf("where surface is worth nothing the elasticity is %.3f, and %.3f in the linear model of both", got, linear)
	}
	if got := elasticityOf(m, east); math.Abs(got-elasticity) > 0.15 {
		t.Errorf("where it is %v the elasticity is %.3f", elasticity, got)
	}
	before := math.Inf(-1)
	for surface := 1; surface < 1000; surface++ {
		west.UseSurface = gevel.Some(surface)
		estimate := m.Estimate(&west)
		if estimate < before {
			t.Fatalf("the home of %d m2 is worth less than that of %d", surface, surface-1)
		}
		before = estimate
	}
}

func TestAHouseTypeNeverSoldRisesWithSurfaceAsTheOthers(t *testing.T) {
	flat := ordinary() // the trees tell half of the slope to flats, too
	flat.BuildType = gevel.Galerijflat
	if got := elasticityOf(fitted(t, invent(1500, 1)), flat); math.Abs(got-elasticity) > 0.15 {
		t.Errorf("the elasticity of a flat, never sold, is %.3f, where that of the others is %v", got, elasticity)
	}
}
