package standard

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/stats"
)

// TestLevelsAreTheDutchScaleForNormalErrors derives each level's largest FSD again: the least of the standard
// deviations with which a normal error keeps each of the level's conditions, down to a tenth of a percent.
func TestLevelsAreTheDutchScaleForNormalErrors(t *testing.T) {
	type condition struct{ within, share float64 }
	for level, conditions := range map[Level][]condition{
		1: {{20, 0.50}},
		2: {{20, 0.85}},
		3: {{20, 0.85}, {10, 0.70}},
		4: {{20, 0.85}, {10, 0.80}},
		5: {{20, 0.85}, {10, 0.85}, {5, 0.60}},
		6: {{20, 0.90}, {10, 0.90}, {5, 0.70}},
		7: {{20, 0.95}, {10, 0.90}, {5, 0.80}},
	} {
		least := math.Inf(1)
		for _, c := range conditions {
			z, _ := stats.NormalQuantile((1 + c.share) / 2)
			least = min(least, c.within/z)
		}
		want := math.Floor(10*least) / 1000
		if got, ok := level.LargestFSD(); !ok || math.Abs(got-want) > 1e-12 {
			t.Errorf("level %d reaches to an FSD of %v, want %v", level, got, want)
		}
	}
}

func TestAnFSDHasALevelAndABand(t *testing.T) {
	for _, tt := range []struct {
		fsd   float64
		level Level
		band  Band
	}{
		{0.01, 7, High},
		{0.039, 7, High},
		{0.03904, 7, High},
		{0.0391, 6, High},
		{0.078, 4, High},
		{0.13, 2, High},
		{0.1301, 2, Medium},
		{0.138, 2, Medium},
		{0.1381, 1, Medium},
		{0.20, 1, Medium},
		{0.2001, 1, Low},
		{0.2961, 0, Low},
		{math.NaN(), 0, Low},
	} {
		if got := LevelOf(tt.fsd); got != tt.level {
			t.Errorf("LevelOf(%v) = %d, want %d", tt.fsd, got, tt.level)
		}
		if got := BandOf(tt.fsd); got != tt.band {
			t.Errorf("BandOf(%v) = %s, want %s", tt.fsd, got, tt.band)
		}
	}
	if _, ok := Level(0).LargestFSD(); ok {
		t.Error("level 0 has a largest FSD")
	}
}

// TestBarsAreThePromisesOfTheirClasses holds the bars of lending to what the classes promise.
func TestBarsAreThePromisesOfTheirClasses(t *testing.T) {
	for _, b := range Lending {
		if p := b.Class.Promise(); p != (gevel.Promise{Within: b.Within, Share: b.Share}) {
			t.Errorf("class %d promises %+v, the bar up to %v asks %+v", b.Class, p, b.UpTo, b)
		}
	}
}

func TestAClassSupportsLoansUpToItsBar(t *testing.T) {
	for class, want := range []float64{0, 0, 0, 0.70, 0.70, 0.90} {
		if got := HighestLoan(gevel.ConfidenceClass(class)); got != want {
			t.Errorf("class %d supports loans up to %v, want %v", class, got, want)
		}
	}
}
