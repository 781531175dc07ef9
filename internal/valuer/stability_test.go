package valuer

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gevel/gevel"
)

// How little values depend on chance. The invented market has some hundred sales, so
// more of its values move than in a real one, where 95 % must stay.

const (
	labelNoise    = 0.01  // log euros
	medianMoves   = 0.003 // of values in the middle, at most
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

func TestValuesAreStable(t *testing.T) {
	if testing.Short() {
		t.Skip("trains three models")
	}
	m := newMarket(1, townStreets)
	plain := town{market: m, Valuer: m.valuer(t, 1, townDates[0])}
	before := plain.allValues(t)

	seeded := town{market: m, Valuer: m.valuer(t, 2, townDates[0])}
	moved := 0.0
	for h, value := range seeded.allValues(t) {
		if math.Abs(value/before[h]-1) >= seedMoves {
			moved++
		}
	}
	if share := moved / float64(len(before)); share > 1-seedShare {
		t.Errorf("another seed moves %.3f of the values by %v or more", share, seedMoves)
	}

	rng := rand.New(rand.NewPCG(41, 42))
	other := *m
	other.sales = slices.Clone(m.sales)
	for i := range other.sales {
		s := &other.sales[i]
		s.Price = gevel.Euro(math.Round(float64(s.Price) * math.Exp(labelNoise*rng.NormFloat64())))
	}
	noisy := town{market: &other, Valuer: other.valuer(t, 1, townDates[0])}
	moves := noisy.allValues(t)
	for h := range moves {
		moves[h] = moves[h]/before[h] - 1
	}
	slices.Sort(moves)
	if by := moves[len(moves)/2]; math.Abs(by) >= medianMoves {
		t.Errorf("noise of %v on prices moves values by %.4f in the middle", labelNoise, by)
	}
}
