package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestNormalQuantileAgreesWithTables(t *testing.T) {
	for _, tt := range []struct{ p, want float64 }{
		{0.5, 0},
		{0.75, 0.6744897501960817},
		{0.90, 1.2815515655446004},
		{0.975, 1.959963984540054},
		{0.025, -1.959963984540054},
		{1e-10, -6.361340902404056},
		{1e-300, -37.0471},
	} {
		if got, ok := NormalQuantile(tt.p); !ok || math.Abs(got-tt.want) > 1e-4 || tt.p > 1e-20 && !near(got, tt.want, 1e-14) {
			t.Errorf("NormalQuantile(%v) = %v, %v, want %v", tt.p, got, ok, tt.want)
		}
	}
}

func TestStudentQuantileAgreesWithTables(t *testing.T) {
	for _, tt := range []struct{ p, dof, want, tolerance float64 }{
		{0.975, 1, math.Tan(0.475 * math.Pi), 1e-13},
		{0.75, 1, 1, 1e-13},
		{0.975, 2, 0.95 / math.Sqrt(2*0.975*0.025), 1e-13},
		{0.95, 5, 2.015048, 1e-6},
		{0.975, 10, 2.228139, 1e-6},
		{0.025, 10, -2.228139, 1e-6},
		{0.995, 30, 2.749996, 1e-6},
		{0.975, 1e9, 1.959963984540054, 1e-13},
		{0.5, 3, 0, 0},
	} {
		if got, ok := StudentQuantile(tt.p, tt.dof); !ok || !near(got, tt.want, tt.tolerance) {
			t.Errorf("StudentQuantile(%v, %v) = %v, %v, want %v", tt.p, tt.dof, got, ok, tt.want)
		}
	}
}

func TestQuantilesInvertTheirCDF(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.Float64Range(1e-9, 1-1e-9).Draw(t, "p")
		dof := math.Exp(rapid.Float64Range(math.Log(0.3), math.Log(1e8)).Draw(t, "log dof"))
		if z, ok := NormalQuantile(p); !ok || math.Abs(normalCDF(z)-p) > 1e-13 {
			t.Fatalf("normalCDF(NormalQuantile(%v)) = %v", p, normalCDF(z))
		}
		x, ok := StudentQuantile(p, dof)
		tail := min(p, 1-p)
		tolerance := max(1e-9, 1e-15*dof) // a number next to 1 is taken to the power dof/2
		if got := studentTail(math.Abs(x), dof); !ok || x*(p-0.5) < 0 || math.Abs(got-tail) > tolerance*tail {
			t.Fatalf("beyond StudentQuantile(%v, %v) = %v lies %v", p, dof, x, got)
		}
	})
}

func TestQuantilesOutOfRangeDoNotExist(t *testing.T) {
	for _, p := range []float64{0, 1, -0.1, 1.1, math.NaN()} {
		if got, ok := NormalQuantile(p); ok || !math.IsNaN(got) {
			t.Errorf("NormalQuantile(%v) = %v, %v, want NaN, false", p, got, ok)
		}
		if got, ok := StudentQuantile(p, 5); ok || !math.IsNaN(got) {
			t.Errorf("StudentQuantile(%v, 5) = %v, %v, want NaN, false", p, got, ok)
		}
	}
	for _, dof := range []float64{0, -1, math.NaN()} {
		if got, ok := StudentQuantile(0.3, dof); ok {
			t.Errorf("StudentQuantile(0.3, %v) = %v, want none", dof, got)
		}
	}
}
