package vintage_test

import (
	"testing"

	"github.com/gevel/gevel/internal/model/spread"
	"github.com/gevel/gevel/internal/model/vintage"
)

func TestHomesSoldAgainSoonAreThoseOfTwoYears(t *testing.T) {
	for _, years := range []float64{0, 0.5, 1.99} {
		if got := vintage.OwnSaleAge(years); got != spread.SoonResold {
			t.Errorf("after %v years the segment is %d, want %d", years, got, spread.SoonResold)
		}
	}
	if got := vintage.OwnSaleAge(2); got == spread.SoonResold {
		t.Error("two years are soon")
	}
}
