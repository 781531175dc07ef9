package backtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
)

// Each plan meets one altered future of a hundred changes; every forecast before it is compared.
func TestNothingKnownLaterChangesABitOfAForecast(t *testing.T) {
	from, until := gevel.NewDate(2022, 1, 1), gevel.NewDate(2022, 7, 1)
	for _, tt := range []struct {
		plan Plan
		// altered is the first day of the altered future: a static test knows nothing from its first day on,
		// a walk may know everything before.
		altered, last gevel.Date
	}{
		{Plan{From: from, Until: until, Walk: WalkNone, Retrain: RetrainNone}, from, until},
		{
			Plan{From: from, Until: until, Walk: WalkMonth, Retrain: RetrainQuarter},
			gevel.NewDate(2022, 5, 14),
			gevel.NewDate(2022, 5, 14),
		},
	} {
		t.Run(fmt.Sprintf("walk %s, retrain %s", tt.plan.Walk, tt.plan.Retrain), func(t *testing.T) {
			sales := town(7)
			want := forecastsByID(t, sales, tt.plan)
			rng := rand.New(rand.NewPCG(1, 2))
			altered := alterFuture(rng, sales, tt.altered)
			got := forecastsByID(t, altered, tt.plan)
			compared := 0
			for _, s := range altered {
				f, tested := got[s.ID]
				if !tested || s.Date > tt.last || strings.HasPrefix(s.ID, added) {
					continue
				}
				compared++
				if diff := cmp.Diff(want[s.ID], f, cmpopts.EquateNaNs()); diff != "" {
					t.Fatalf("sales known on or after %s changed the value of %s, sold on %s: %s", tt.altered, s.ID, s.Date, diff)
				}
			}
			if compared < leastCompared {
				t.Fatalf("only %d forecasts were compared", compared)
			}
			if tt.plan.Walk == WalkMonth && changed(want, got) == 0 {
				t.Fatal("no forecast of the altered future changed either: the attack is none")
			}
		})
	}
}

// changed counts the sales whose forecasts differ.
func changed(a, b map[string]Forecast) int {
	n := 0
	for id, f := range a {
		if other, both := b[id]; both && f.Value != other.Value {
			n++
		}
	}
	return n
}

// leastCompared is the least number of compared forecasts.
const leastCompared = 10

// added is the prefix of the ids of added sales.
const added = "new-"

// alterFuture changes, removes and adds sales known on or after a day. A home's characteristics at its sale
// are part of the question, so of a sale that stays only the price and the known date change.
func alterFuture(rng *rand.Rand, sales []gevel.Sale, day gevel.Date) []gevel.Sale {
	var altered []gevel.Sale
	for _, s := range sales {
		if s.KnownDate >= day {
			switch rng.IntN(3) {
			case 0:
				s.Price = s.Price*gevel.Euro(1+rng.IntN(20))/10 + 1
			case 1:
				s.KnownDate = max(day, s.Date) + gevel.Date(rng.IntN(100))
			case 2:
				continue
			}
		}
		altered = append(altered, s)
	}
	for i := range 60 {
		s := home(rng, fmt.Sprintf("home-%03d", rng.IntN(2*townHomes)))
		if rng.IntN(2) == 0 { // a home that was sold before
			s = sales[rng.IntN(len(sales))]
		}
		s = sell(rng, s, day-30+gevel.Date(rng.IntN(400)))
		s.ID, s.KnownDate = fmt.Sprintf("%s%03d", added, i), max(s.KnownDate, day)
		s.At.X += 20_000 * float64(rng.IntN(2)) // some outside the town
		altered = append(altered, s)
	}
	rng.Shuffle(len(altered), func(i, k int) { altered[i], altered[k] = altered[k], altered[i] })
	return altered
}

// forecastsByID runs a plan. Row numbers change as sales come and go, so they are left out.
func forecastsByID(t *testing.T, sales []gevel.Sale, plan Plan) map[string]Forecast {
	t.Helper()
	r, err := Run(context.Background(), salesOf(sales), plan, silent)
	if err != nil {
		t.Fatal(err)
	}
	byID := map[string]Forecast{}
	for _, f := range r.Forecasts {
		id := r.Sales.ID(int(f.Row))
		f.Row = 0
		byID[id] = f
	}
	return byID
}
