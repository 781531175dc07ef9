package valuation_test

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// How little values depend on chance. The invented market has some hundred sales, so
// more of its values move than in a real one, where 95 % must stay.

const (
	priceNoise    = 0.01  // log euros
	noiseDraws    = 4     // of noise on prices, in each of two markets: a single one is luck
	medianMoves   = 0.004 // of values in the middle, at most, as the root mean square of the draws; a real market: 0.003
	seedMoves     = 0.02  // of a value with another seed, at most, for
	seedShare     = 0.90  // of the values
	stabilityDays = 60    // after the vintage's date
)

func allValues(t *testing.T, tn smalltown.Town) []float64 {
	t.Helper()
	values := make([]float64, len(tn.Dwellings))
	for h := range values {
		values[h] = float64(tn.ValueWith(t, tn.Inquiry(h, smalltown.Dates[0]+stabilityDays), gevel.Characteristics{}).Weighted)
	}
	return values
}

func TestAnotherSeedHardlyMovesValues(t *testing.T) {
	if testing.Short() {
		t.Skip("trains two models")
	}
	m := smalltown.New(1, smalltown.Streets)
	before := trainedValues(t, m)

	seeded := smalltown.Town{Market: m, Valuer: m.Valuer(t, 2, smalltown.Dates[0])}
	moved := 0.0
	for h, value := range allValues(t, seeded) {
		if math.Abs(value/before[h]-1) >= seedMoves {
			moved++
		}
	}
	if share := moved / float64(len(before)); share > 1-seedShare {
		t.Errorf("another seed moves %.3f of the values by %v or more", share, seedMoves)
	}
}

func TestNoiseOnPricesHardlyMovesTheMarket(t *testing.T) {
	if testing.Short() {
		t.Skip("trains ten models")
	}
	squares := 0.0
	for _, seed := range []uint64{1, 2} {
		m := smalltown.New(seed, smalltown.Streets)
		before := trainedValues(t, m)
		for draw := range uint64(noiseDraws) {
			squares += math.Pow(smalltown.MedianMove(before, trainedValues(t, m.Noisy(draw, priceNoise))), 2) / (2 * noiseDraws)
		}
	}
	if by := math.Sqrt(squares); by >= medianMoves {
		t.Errorf("noise of %v on prices moves values by %.4f in the middle", priceNoise, by)
	}
}

func trainedValues(t *testing.T, m *smalltown.Market) []float64 {
	t.Helper()
	tn := smalltown.Town{Market: m, Valuer: m.Valuer(t, 1, smalltown.Dates[0])}
	return allValues(t, tn)
}

const (
	likeHomes = 0.005 // between the values of like homes in one street, never sold, less than
	likePairs = 8     // that the invented market must hold for the test to show anything
)

func TestLikeHomesInOneStreetAreWorthTheSame(t *testing.T) {
	m := smalltown.New(1, smalltown.Streets)
	pairs := m.MakeLikePairs()
	if len(pairs) < likePairs {
		t.Fatalf("the market has %d pairs of homes never sold, want %d", len(pairs), likePairs)
	}
	tn := smalltown.Town{Market: m, Valuer: m.Valuer(t, 1, smalltown.Dates[0])}
	day := smalltown.Dates[0] + stabilityDays
	for _, p := range pairs {
		one := tn.ValueWith(t, tn.Inquiry(p[0], day), gevel.Characteristics{}).Weighted
		two := tn.ValueWith(t, tn.Inquiry(p[1], day), gevel.Characteristics{}).Weighted
		if apart := math.Abs(float64(one)/float64(two) - 1); apart >= likeHomes {
			t.Errorf("homes %d and %d, alike and %d houses apart, are worth %d and %d", p[0], p[1], p[1]-p[0], one, two)
		}
	}
}

func TestDistancesAreThoseOfTheHomesThemselves(t *testing.T) {
	tn := smalltown.Shared(t)
	at := map[gevel.BAGID]gevel.Point{}
	for _, d := range tn.Dwellings {
		at[d.ID] = d.At
	}
	for h := 0; h < len(tn.Dwellings); h += 7 {
		v := tn.ValueWith(t, tn.Inquiry(h, smalltown.Dates[1]), gevel.Characteristics{})
		for _, r := range v.References {
			there, ok := at[r.Dwelling]
			if want := geo.Distance(tn.Dwellings[h].At, there); ok && math.Abs(r.Distance-want) > 0.051 { // it has one decimal
				t.Errorf("reference %s of home %d lies at %v m, want %.1f", r.Dwelling, h, r.Distance, want)
			}
		}
	}
}
