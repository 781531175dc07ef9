package standard

import (
	"math"
	"slices"
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

func TestEachRowOfTheTableHasASource(t *testing.T) {
	known := map[string]bool{}
	for _, s := range Sources() {
		known[s.Name] = s.Title != ""
	}
	used := map[string]bool{}
	for _, row := range Table() {
		if used[row.Source.Name] = true; !known[row.Source.Name] || row.What == "" || row.Asked == "" {
			t.Errorf("row %+v", row)
		}
	}
	if len(used) != len(known) {
		t.Errorf("the table uses %v of %v", used, known)
	}
}

// TestTheTableSaysWhatEachStandardAsks has the numbers as they are published, in the order of the table.
func TestTheTableSaysWhatEachStandardAsks(t *testing.T) {
	want := []string{
		"NRVT 2025: loans up to 70 % of the value: 85 % of the values within 15 %",
		"NRVT 2025: loans over 70 up to 90 % of the value: 90 % of the values within 10 %",
		"EAA: level 7: FSD at most 3.9 %",
		"EAA: level 1: FSD at most 29.6 %",
		"EAA: level 0: a larger FSD",
		"Freddie Mac: band high: FSD at most 13 %",
		"Freddie Mac: band medium: FSD at most 20 %",
		"Freddie Mac: band low: a larger FSD",
		"IAAO 2013: median ratio: 0.9 to 1.1",
		"IAAO 2013: COD: 0 to 15",
		"IAAO 2013: PRD: 0.98 to 1.03",
		"IAAO 2013: PRB: -0.05 to 0.05",
		"IAAO draft of May 2026: MKI: 0.95 to 1.05",
		"IAAO draft of May 2026: VEI: -10 to 10",
	}
	var got []string
	for _, row := range Table() {
		if text := row.Source.Name + ": " + row.What + ": " + row.Asked; slices.Contains(want, text) {
			got = append(got, text)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the table has %q of %q", got, want)
	}
	// Two bars, what EBA asks, eight levels, three bands, six measures.
	if n := len(Table()); n != 2+len(ModelsForCollateral)+8+3+6 {
		t.Errorf("it has %d rows", n)
	}
}

func TestAClassSupportsLoansUpToItsBar(t *testing.T) {
	for class, want := range []float64{0, 0, 0, 0.70, 0.70, 0.90} {
		if got := HighestLoan(gevel.ConfidenceClass(class)); got != want {
			t.Errorf("class %d supports loans up to %v, want %v", class, got, want)
		}
	}
}
