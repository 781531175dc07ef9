package backtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

func TestWalkForecastsIgnoreSalesKnownLater(t *testing.T) {
	until := gevel.NewDate(2020, time.September, 15)
	t.Run("town", func(t *testing.T) {
		attackWalks(t, smalltown.New(3, smalltown.FewStreets),
			Plan{From: until.AddMonths(-4), Until: until, Walk: WalkMonth, Retrain: RetrainQuarter, Seed: 1},
			Plan{From: until.AddMonths(-4), Until: until, Walk: WalkNone, Retrain: RetrainNone, Seed: 1})
	})
	t.Run("city", func(t *testing.T) { // whose trees know neighbours; training it takes long
		attackWalks(t, smalltown.NewCity(3),
			Plan{From: until.AddMonths(-2), Until: until, Walk: WalkMonth, Retrain: RetrainNone, Seed: 1})
	})
}

// attackWalks attacks walks over a market, which end on one day.
func attackWalks(t *testing.T, m *smalltown.Market, plans ...Plan) {
	t.Helper()
	until := plans[0].Until
	attacked := m.Attack(rand.New(rand.NewPCG(5, 6)), until)
	for _, plan := range plans {
		want, got := forecastsOf(t, m, plan), forecastsOf(t, attacked, plan)
		compared := 0
		for _, s := range m.Sold {
			if s.KnownDate >= until || s.Date < plan.From {
				continue
			}
			compared++
			if got[s.ID] != want[s.ID] {
				t.Errorf("%+v: %s is forecast as %+v, and with other sales known later as %+v", plan, s.ID, want[s.ID], got[s.ID])
			}
		}
		if compared < 10 {
			t.Errorf("%+v: only %d forecasts were compared", plan, compared)
		}
	}
}

// forecastsOf returns the forecasts of a walk as text, by sale: there NaN equals itself.
func forecastsOf(t *testing.T, m *smalltown.Market, plan Plan) map[string]string {
	t.Helper()
	s := market.NewSales(m.Attributes, m.Sold)
	walked, err := walk(context.Background(), s, plan, silent)
	if err != nil {
		t.Fatal(err)
	}
	printed := map[string]string{}
	for _, f := range walked.forecasts {
		id := s.ID(int(f.Row))
		f.Row = 0
		printed[id] = fmt.Sprintf("%+v", f)
	}
	return printed
}
