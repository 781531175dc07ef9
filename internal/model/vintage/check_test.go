package vintage_test

import (
	"math"
	"testing"

	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// Decoded anew for each case, so that cases are independent.
func TestAVintageOfWhatIsNoNumberIsRefused(t *testing.T) {
	town := smalltown.Shared(t)
	content, err := town.Vintages()[0].Encode()
	if err != nil {
		t.Fatal(err)
	}
	nan := math.NaN()
	for name, spoil := range map[string]func(v *vintage.Vintage){
		"an estimate":              func(v *vintage.Vintage) { v.Estimates[0] = float32(nan) },
		"a trend":                  func(v *vintage.Vintage) { v.Kriging.Trends[0] = float32(math.Inf(1)) },
		"a coefficient":            func(v *vintage.Vintage) { v.Hedonic.Linear.Coef[0] = nan },
		"the middle of the market": func(v *vintage.Vintage) { v.Middle = nan },
		"the constant width":       func(v *vintage.Vintage) { v.Spread.OneWidth.Euros = nan },
		"a deviation":              func(v *vintage.Vintage) { v.Kriging.Scales[0].Deviation = 0 },
		"the size of a feature":    func(v *vintage.Vintage) { v.Spread.Size[0] = -0.1 },
	} {
		v, err := vintage.Decode(content, town.Sales())
		if err != nil {
			t.Fatal(err)
		}
		if spoil(v); v.Check(town.Sales().Sales) == nil {
			t.Errorf("a vintage is taken though %s is spoiled", name)
		}
	}
}
