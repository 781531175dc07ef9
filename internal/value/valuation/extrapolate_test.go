package valuation_test

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// Characteristics beyond all that were sold make a value less sure.

func TestAHomeUnlikeAllSoldIsLessSure(t *testing.T) {
	town := smalltown.Shared(t)
	for h := range 40 {
		q := town.Inquiry(h, smalltown.End)
		asItIs := town.ValueWith(t, q, gevel.Characteristics{})
		for name, given := range map[string]gevel.Characteristics{
			"palace": {UseSurface: gevel.Some(1500)},
			"closet": {UseSurface: gevel.Some(5)},
		} {
			odd := town.ValueWith(t, q, given)
			if odd.FSD < 2*asItIs.FSD || odd.Class > 1 || odd.Class >= asItIs.Class && asItIs.Class > 0 {
				t.Errorf("home %d as a %s: FSD %.3f and class %d, as it is %.3f and %d", h, name, odd.FSD, odd.Class, asItIs.FSD, asItIs.Class)
			}
		}
	}
}
