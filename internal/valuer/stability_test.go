package valuer

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/geo"
	"github.com/gevel/gevel/internal/stats"
)

// How little values depend on chance. The invented market has some hundred sales, so
// more of its values move than in a real one, where 95 % must stay.

const (
	labelNoise    = 0.01  // log euros
	noiseDraws    = 8     // of label noise, in each of two markets: a single one tells luck
	medianMoves   = 0.004 // of values in the middle, at most, as the root mean square of the draws; a real market: 0.003
	seedMoves     = 0.02  // of a value with another seed, at most, for
	seedShare     = 0.90  // of the values
	stabilityDays = 60    // after the vintage's date
)

func (tn *town) allValues(t *testing.T) []float64 {
	t.Helper()
	values := make([]float64, len(tn.dwellings))
	for h := range values {
		values[h] = float64(tn.valueWith(t, tn.inquiry(h, townDates[0]+stabilityDays), gevel.Characteristics{}).Weighted)
	}
	return values
}

func TestAnotherSeedHardlyMovesValues(t *testing.T) {
	if testing.Short() {
		t.Skip("trains two models")
	}
	m := newSmallMarket(1, townStreets)
	before := m.trainedValues(t)

	seeded := town{smallMarket: m, Valuer: m.valuer(t, 2, townDates[0])}
	moved := 0.0
	for h, value := range seeded.allValues(t) {
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
		t.Skip("trains eighteen models")
	}
	squares := 0.0
	for _, seed := range []uint64{1, 2} {
		m := newSmallMarket(seed, townStreets)
		before := m.trainedValues(t)
		for draw := range uint64(noiseDraws) {
			squares += math.Pow(middleMove(before, m.noisy(draw).trainedValues(t)), 2) / (2 * noiseDraws)
		}
	}
	if by := math.Sqrt(squares); by >= medianMoves {
		t.Errorf("noise of %v on prices moves values by %.4f in the middle", labelNoise, by)
	}
}

func (m *smallMarket) trainedValues(t *testing.T) []float64 {
	t.Helper()
	tn := town{smallMarket: m, Valuer: m.valuer(t, 1, townDates[0])}
	return tn.allValues(t)
}

// middleMove returns by what share values move in the middle.
func middleMove(before, after []float64) float64 {
	moves := make([]float64, len(before))
	for h := range moves {
		moves[h] = after[h]/before[h] - 1
	}
	middle, _ := stats.MedianInPlace(moves)
	return middle
}

// noisy returns the market with a draw of label noise on its prices.
func (m *smallMarket) noisy(draw uint64) *smallMarket {
	rng := rand.New(rand.NewPCG(41, draw))
	other := *m
	other.sales = slices.Clone(m.sales)
	for i := range other.sales {
		s := &other.sales[i]
		s.Price = gevel.Euro(math.Round(float64(s.Price) * math.Exp(labelNoise*rng.NormFloat64())))
	}
	return &other
}

const (
	likeHomes = 0.005 // between the values of like homes in one street, never sold, less than
	likePairs = 8     // that the invented market must hold for the test to tell anything
)

func TestLikeHomesInOneStreetAreWorthTheSame(t *testing.T) {
	m := newSmallMarket(1, townStreets)
	pairs := m.makeLikePairs()
	if len(pairs) < likePairs {
		t.Fatalf("the market has %d pairs of homes never sold, want %d", len(pairs), likePairs)
	}
	tn := town{smallMarket: m, Valuer: m.valuer(t, 1, townDates[0])}
	day := townDates[0] + stabilityDays
	for _, p := range pairs {
		one := tn.valueWith(t, tn.inquiry(p[0], day), gevel.Characteristics{}).Weighted
		two := tn.valueWith(t, tn.inquiry(p[1], day), gevel.Characteristics{}).Weighted
		if apart := math.Abs(float64(one)/float64(two) - 1); apart >= likeHomes {
			t.Errorf("homes %d and %d, alike and %d houses apart, are worth %d and %d", p[0], p[1], p[1]-p[0], one, two)
		}
	}
}

// makeLikePairs makes homes that were never sold, two by two in a street, alike.
func (m *smallMarket) makeLikePairs() (pairs [][2]int) {
	sold := map[string]bool{}
	for _, s := range m.sales {
		sold[s.DwellingID] = true
	}
	first := map[string]int{}
	for h, d := range m.dwellings {
		street := m.addresses[h].Street
		if sold[string(d.ID)] {
			continue
		}
		if like, ok := first[street]; ok {
			m.dwellings[h].Characteristics = m.dwellings[like].Characteristics
			pairs = append(pairs, [2]int{like, h})
			continue
		}
		first[street] = h
	}
	return pairs
}

func TestDistancesAreThoseOfTheHomesThemselves(t *testing.T) {
	tn := newTown(t)
	at := map[gevel.BAGID]gevel.Point{}
	for _, d := range tn.dwellings {
		at[d.ID] = d.At
	}
	for h := 0; h < len(tn.dwellings); h += 7 {
		v := tn.valueWith(t, tn.inquiry(h, townDates[1]), gevel.Characteristics{})
		for _, r := range v.References {
			there, ok := at[r.Dwelling]
			if want := geo.Distance(tn.dwellings[h].At, there); ok && math.Abs(r.Distance-want) > 0.051 { // it has one decimal
				t.Errorf("reference %s of home %d lies at %v m, want %.1f", r.Dwelling, h, r.Distance, want)
			}
		}
	}
}
