package vintage_test

import (
	"testing"

	"github.com/gevel/gevel/internal/vintage"
)

func TestDriftEndsWithTheForecast(t *testing.T) {
	d := vintage.Drift(0.005)
	if got, want := d.After(100), d.After(vintage.ForecastMonths); got != want || got <= d.After(12) {
		t.Errorf("drift after 100 months = %v, want that after %d, %v", got, vintage.ForecastMonths, want)
	}
}
