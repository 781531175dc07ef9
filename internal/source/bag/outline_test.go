package bag

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestParseMillimetresReadsWhatWasPrinted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.Int32Range(-999_999_999, 999_999_999).Draw(t, "mm")
		decimals := rapid.IntRange(3, 9).Draw(t, "decimals")
		text := fmt.Sprintf(" %.*f 7", decimals, float64(want)/mm)
		got, rest, ok := parseMillimetres([]byte(text))
		if !ok || got != want || string(rest) != " 7" {
			t.Fatalf("parseMillimetres(%q) = %d, %q, %t; want %d", text, got, rest, ok, want)
		}
	})
}

func TestParseMillimetresKeepsToDecimalNumbers(t *testing.T) {
	for text, want := range map[string]int32{
		"0": 0, "-0.0": 0, "1.": 1000, ".5": 500, "1.0004": 1000, "1.0005": 1001,
		"-7000.0016": -7_000_002,
	} {
		if got, _, ok := parseMillimetres([]byte(text)); !ok || got != want {
			t.Errorf("parseMillimetres(%q) = %d, %t; want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{
		"", "-", ".", "1e5", "NaN", "--1", "1.2.3", "1,5", "1000000",
		"99999999999999999999999",
	} {
		if got, _, ok := parseMillimetres([]byte(text)); ok {
			t.Errorf("parseMillimetres(%q) = %d, want none", text, got)
		}
	}
}

func TestParseRingNamesWhatIsWrong(t *testing.T) {
	square := "10000 400000 10010 400000 10010 400010 10000 400010 10000 400000"
	if _, err := parseRing([]byte(square), 2, nil); err != nil {
		t.Errorf("square: %v", err)
	}
	for name, text := range map[string]string{
		"half a point":         square + " 7",
		"dash at the end":      square + " -",
		"outside the country":  "0 0 10 0 10 10 0 0",
		"not closed":           "10000 400000 10010 400000 10010 400010 10000 400010",
		"no area":              "10000 400000 10010 400000 10020 400000 10000 400000",
		"too few points":       "10000 400000 10010 400000 10000 400000",
		"bow tie":              "10000 400000 10010 400010 10010 400000 10000 400011 10000 400000",
		"nothing":              "",
		"space of three sides": "10000 400000 0 10010 400000 0",
	} {
		if r, err := parseRing([]byte(text), 2, nil); err == nil {
			t.Errorf("%s: %v is accepted", name, r)
		}
	}
}

func TestRingThatTouchesItselfIsAccepted(t *testing.T) {
	// Two squares that share a corner, drawn in one line.
	text := "10000 400000 10010 400000 10010 400010 10020 400010 10020 400020 10010 400020 10010 400010 10000 400010 10000 400000"
	if _, err := parseRing([]byte(text), 2, nil); err != nil {
		t.Error(err)
	}
}

// rectangleOf returns the ring of a rectangle, millimetres.
func rectangleOf(x0, y0, x1, y1 int32) ring {
	return ring{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}}
}

func TestCourtyardIsNotInside(t *testing.T) {
	o := outline{rectangleOf(0, 0, 10*mm, 10*mm), rectangleOf(4*mm, 4*mm, 6*mm, 6*mm)}
	if got := o.area(); math.Abs(got-96) > 1e-9 {
		t.Errorf("area = %v m2, want 96", got)
	}
	for p, want := range map[point]bool{
		{mm, mm}: true, {5 * mm, 5 * mm}: false, {11 * mm, 5 * mm}: false,
		{5 * mm, 9 * mm}: true,
	} {
		if got := o.contains(p); got != want {
			t.Errorf("contains(%v) = %t, want %t", p, got, want)
		}
	}
	if got, want := o[0].centroid(), (point{5 * mm, 5 * mm}); got != want {
		t.Errorf("centroid = %v, want %v", got, want)
	}
}
