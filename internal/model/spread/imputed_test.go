package spread

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gevel/gevel"
)

// The characteristics of these tests.
const (
	parcelMasked    = 0
	roomsMasked     = 2
	characteristics = 5
)

// randomPairs invents errors of masked homes. Their squares exceed the squares of
// observed homes by added. Of two characteristics, the first moves estimates three times as much.
func randomPairs(rng *rand.Rand, n int, added float64) []Masked {
	pairs := make([]Masked, n)
	for i, observed := range randomHoldouts(rng, n) {
		p := Masked{Observed: observed, Masked: observed, Characteristic: parcelMasked, Moved: 0.09}
		if i%2 == 0 {
			p.Characteristic, p.Moved = roomsMasked, 0.01
		}
		p.Masked.Error += added * rng.NormFloat64() / 0.8 // whose mean absolute value is 0.8
		pairs[i] = p
	}
	return pairs
}

func TestWhatImputingAddsIsLearned(t *testing.T) {
	rng := rand.New(rand.NewPCG(37, 38))
	s := Fit(randomHoldouts(rng, 8000), oneArea)
	imputable := make([][]bool, gevel.BuildGroups)
	for g := range imputable {
		imputable[g] = []bool{parcelMasked: true, roomsMasked: true, characteristics - 1: false}
	}
	imputable[3][roomsMasked] = false // often left out there
	const added = 0.2
	s.FitImputed(randomPairs(rng, 8000, added), imputable)
	for g := 1; g <= 3; g++ {
		parcel, rooms := s.Imputed[g][parcelMasked], s.Imputed[g][roomsMasked]
		if got := math.Sqrt(parcel + rooms); math.Abs(got/added-1) > 0.15 {
			t.Errorf("group %d: imputing adds %v, want %v", g, got, added)
		}
		if ratio := parcel / rooms; g < 3 && math.Abs(ratio/9-1) > 0.2 {
			t.Errorf("group %d: the parcel adds %v times as much as the rooms, want 9", g, ratio)
		}
	}
	if got := s.Imputed[3][roomsMasked]; got != 0 {
		t.Errorf("rooms, which are not imputed in group 3, add %v there", got)
	}
}

func TestWithoutErrorsImputingAddsThePrior(t *testing.T) {
	s := Fit(nil, oneArea)
	imputable := make([][]bool, gevel.BuildGroups)
	for g := range imputable {
		imputable[g] = make([]bool, characteristics)
	}
	imputable[1][parcelMasked], imputable[1][roomsMasked] = true, true
	s.FitImputed(nil, imputable)
	if parcel, rooms := s.Imputed[1][parcelMasked], s.Imputed[1][roomsMasked]; math.Abs(math.Sqrt(parcel+rooms)-priorImputed) > 1e-9 || parcel != rooms {
		t.Errorf("parcel and rooms add %v and %v", parcel, rooms)
	}
	if got := slices.Max(s.Imputed[2]); got != 0 {
		t.Errorf("where nothing is imputable, %v is added", got)
	}
}

// TestTheSizeIsTheProductOfItsParts takes risks with all that a part is of, and leaves out one after the other.
func TestTheSizeIsTheProductOfItsParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	m := Fit(randomHoldouts(rng, 400), oneArea)
	for range 20 {
		r := randomHoldouts(rng, 1)[0].Risk
		r.Level, r.Local, r.Imputed, r.Extrapolated = 0.002, 0.001, 0.004, 0.003
		r.Features[NoOwnSale], r.Features[Adjustment] = 0.9, m.Mean[Adjustment]+0.3
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
