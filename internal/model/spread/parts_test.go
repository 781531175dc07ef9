package spread

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestTheSizeIsTheProductOfItsParts takes risks with all that a part is of, and leaves out one after the other.
func TestTheSizeIsTheProductOfItsParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	m := Fit(randomHoldouts(rng, 400), oneArea)
	for range 20 {
		r := randomHoldouts(rng, 1)[0].Risk
		r.Level, r.Local, r.Imputed, r.Extrapolated = 0.002, 0.001, 0.004, 0.003
		r.Features[NoOwnSale], r.Features[Adjustment] = 0.9, m.Widest[Adjustment]+0.3
		p := m.PartsOf(&r)
		product := m.Middle * p.Level * p.Extrapolated * p.Imputed * p.Bounds
		for _, part := range p.Features {
			product *= part
		}
		for _, part := range p.Segments {
			product *= part
		}
		if p.Size != m.SizeOf(&r) || math.Abs(product/p.Size-1) > 1e-9 {
			t.Fatalf("the parts of %+v make %v, and the size is %v: %+v", r, product, m.SizeOf(&r), p)
		}
		for what, part := range map[string]float64{"level": p.Level, "extrapolated": p.Extrapolated, "imputed": p.Imputed} {
			if part <= 1 {
				t.Errorf("the part %q is %v, and an error only grows by it", what, part)
			}
		}
		r.Level, r.Local, r.Imputed, r.Extrapolated = 0, 0, 0, 0
		if p = m.PartsOf(&r); math.Abs(p.Level-1)+math.Abs(p.Imputed-1)+math.Abs(p.Extrapolated-1) > 1e-12 {
			t.Errorf("without what they are of, the parts are %+v", p)
		}
	}
}
