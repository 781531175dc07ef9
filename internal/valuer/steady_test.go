package valuer

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/comps"
	"github.com/gevel/gevel/internal/edition"
)

// The steady suite trains on real sales, and again with noise on all prices, and tells by
// how much values move. It takes a minute or two, so it runs only with
//
//	GEVEL_STEADY=1 go test -run RealPrices -v ./internal/valuer

// What noise on the prices of a real market may move.
const (
	realDraws       = 3
	realMedianMoves = 0.003 // of values in the middle, at most, as the root mean square of the draws
)

func TestNoiseOnRealPricesHardlyMovesTheMarket(t *testing.T) {
	if os.Getenv("GEVEL_STEADY") == "" {
		t.Skip("GEVEL_STEADY is not set")
	}
	from, until := gevel.NewDate(2015, 1, 10), gevel.NewDate(2015, 3, 15)
	before, squares := salesValues(t, realSales(t, "king_county"), from, until), 0.0
	for draw := range uint64(realDraws) {
		s, rng := realSales(t, "king_county"), rand.New(rand.NewPCG(43, draw))
		for row := range s.Price {
			s.Price[row] = int64(math.Round(float64(s.Price[row]) * math.Exp(labelNoise*rng.NormFloat64())))
		}
		by := middleMove(before, salesValues(t, s, from, until))
		t.Logf("draw %d: values move by %+.4f in the middle", draw, by)
		squares += by * by / realDraws
	}
	if by := math.Sqrt(squares); by >= realMedianMoves {
		t.Errorf("noise of %v on prices moves values by %.4f in the middle", labelNoise, by)
	}
}

// salesValues values the homes that were sold between two days with what was known on the
// first.
func salesValues(t *testing.T, s *edition.Sales, from, until gevel.Date) (values []float64) {
	t.Helper()
	trainer := newTrainer(s, TrainOptions{Seed: 1, Frozen: true, Progress: func(int, int) {}})
	vintages, err := trainer.trainFollowed(context.Background(), []gevel.Date{from}, from)
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(trainer.ground)
	for row, day := range s.Date {
		if day < from || day >= until {
			continue
		}
		h := s.Home(row, nil, nil)
		q := question{home: &h, day: day, known: from}
		if comps.Homes(s, d.near(q)) < comps.References {
			t.Fatalf("sale %d has too few comparables", row)
		}
		in := d.indicate(vintages[0], q)
		values = append(values, math.Exp(vintages[0].reconcile(in.value, in.basis)))
	}
	return values
}
