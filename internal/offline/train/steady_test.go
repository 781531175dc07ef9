package train_test

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

// The steady suite trains on real sales, and again with noise on all prices or another seed, and reports how
// far values move. It takes some minutes, so it runs only with
//
//	GEVEL_STEADY=1 go test -run RealPrices -v ./internal/offline/train

// Limits for the effect of noise on a real market's prices, and of another seed.
const (
	priceNoise      = 0.01 // log euros
	realDraws       = 3
	realMedianMoves = 0.003 // limit for the median of values, as the root mean square of the draws
	realSeedMoves   = 0.02  // limit for a value
	realSeedShare   = 0.95  // share of the values that must stay within it
)

func TestNoiseOnRealPricesHardlyMovesTheMarket(t *testing.T) {
	if os.Getenv("GEVEL_STEADY") == "" {
		t.Skip("GEVEL_STEADY is not set")
	}
	from, until := gevel.NewDate(2015, 1, 10), gevel.NewDate(2015, 3, 15)
	before, squares := salesValues(t, realSales(t, "king_county"), 1, from, until), 0.0
	for draw := range uint64(realDraws) {
		s, rng := realSales(t, "king_county"), rand.New(rand.NewPCG(43, draw))
		for row := range s.Price {
			s.Price[row] = int64(math.Round(float64(s.Price[row]) * math.Exp(priceNoise*rng.NormFloat64())))
		}
		by := smalltown.MedianMove(before, salesValues(t, s, 1, from, until))
		t.Logf("draw %d: values move by %+.4f in the middle", draw, by)
		squares += by * by / realDraws
	}
	if by := math.Sqrt(squares); by >= realMedianMoves {
		t.Errorf("noise of %v on prices moves values by %.4f in the middle", priceNoise, by)
	}
}

func TestAnotherSeedOnRealPricesHardlyMovesAValue(t *testing.T) {
	if os.Getenv("GEVEL_STEADY") == "" {
		t.Skip("GEVEL_STEADY is not set")
	}
	from, until := gevel.NewDate(2015, 1, 10), gevel.NewDate(2015, 3, 15)
	s := realSales(t, "king_county")
	one, other, steady := salesValues(t, s, 1, from, until), salesValues(t, s, 2, from, until), 0
	for i, value := range one {
		if math.Abs(other[i]/value-1) < realSeedMoves {
			steady++
		}
	}
	if share := float64(steady) / float64(len(one)); share < realSeedShare {
		t.Errorf("%.3f of the values move by less than %v with another seed, want %v", share, realSeedMoves, realSeedShare)
	} else {
		t.Logf("%.3f of %d values move by less than %v", share, len(one), realSeedMoves)
	}
}

// salesValues values the homes sold between two days with what was known on the first, by models of a seed.
func salesValues(t *testing.T, s *market.Sales, seed uint64, from, until gevel.Date) (values []float64) {
	t.Helper()
	known := vintage.NewSales(s)
	vintages, err := train.Vintages(context.Background(), known, []gevel.Date{from}, from, train.Options{Seed: seed, Static: true})
	if err != nil {
		t.Fatal(err)
	}
	w := valuation.NewWorkspace(known)
	var trace valuation.Trace
	for row, day := range s.Date {
		if day < from || day >= until {
			continue
		}
		h := s.Home(row, nil)
		if !w.Trace(valuation.Query{Vintage: vintages[0], Home: &h, Day: day, Known: from, Holdout: true}, &trace) {
			t.Fatalf("sale %d has too few comparables", row)
		}
		values = append(values, math.Exp(trace.Value))
	}
	return values
}
