package valuer

import (
	"math"
	"testing"
)

// Decoded anew for each case, so that one case leaves nothing to the next.
func TestAVintageOfWhatIsNoNumberIsRefused(t *testing.T) {
	town := newTown(t)
	g := newGround(town.Valuer.edition.Sales())
	content, err := town.vintages[0].encode()
	if err != nil {
		t.Fatal(err)
	}
	nan := math.NaN()
	for name, spoil := range map[string]func(v *Vintage){
		"an estimate":           func(v *Vintage) { v.Base[0] = float32(nan) },
		"a bare estimate":       func(v *Vintage) { v.Bare[0] = float32(math.Inf(1)) },
		"a coefficient":         func(v *Vintage) { v.Hedonic.Linear.Coef[0] = nan },
		"the typical price":     func(v *Vintage) { v.Typical = nan },
		"the drift":             func(v *Vintage) { v.Drift = Drift(nan) },
		"what is usual at most": func(v *Vintage) { v.Widest[0] = nan },
		"the constant width":    func(v *Vintage) { v.OneWidth.Euros = nan },
		"a deviation":           func(v *Vintage) { v.Scales[0].Deviation = 0 },
		"a driver's size":       func(v *Vintage) { v.Size[0] = -0.1 },
	} {
		v, err := decodeVintage(content, g)
		if err != nil {
			t.Fatal(err)
		}
		if spoil(v); v.check(g.sales) == nil {
			t.Errorf("a vintage is taken though %s is spoiled", name)
		}
	}
}
