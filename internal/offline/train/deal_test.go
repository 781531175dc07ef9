package train_test

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/stats"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/source/sales"
	"github.com/gevel/gevel/internal/testing/mixeddeals"
	"github.com/gevel/gevel/internal/value/valuation"
)

// The deals suite values the homes beside deals that are mixed into real sales, and reports how far their values move. It
// takes minutes, so it runs only with
//
//	GEVEL_DEALS=1 go test -run RealDeals -v ./internal/offline/train

// mostMoved is the most by which deals may move the values beside them, in the mean.
const mostMoved = 0.01

func TestRealDealsHardlyMoveWhatIsBesideThem(t *testing.T) {
	if os.Getenv("GEVEL_DEALS") == "" {
		t.Skip("GEVEL_DEALS is not set")
	}
	path := filepath.Join("..", "..", "..", "..", "shared", "data", "sales", "king_county.csv.gz")
	if _, err := os.Stat(path); err != nil {
		t.Skip("no shared data")
	}
	from := gevel.NewDate(2015, 1, 10)
	south := math.NaN() // the limit of the southern third of the sales; all would take three times as long
	read := func(screening sales.Screening, paths ...string) (*market.Sales, []*gevel.Sale) {
		var sources []sales.Source
		for _, path := range paths {
			sources = append(sources, sales.Source{Path: path})
		}
		got, err := sales.ReadAll(t.Context(), sources, sales.Options{AsOf: gevel.NewDate(2024, 1, 1), Screening: screening})
		if err != nil {
			t.Fatal(err)
		}
		var all []*gevel.Sale
		for i := range got {
			all = append(all, got[i].Sales...)
		}
		if math.IsNaN(south) {
			var north []float64
			for i := range all {
				north = append(north, all[i].At.Y)
			}
			south, _ = stats.QuantileInPlace(north, 1./3)
		}
		all = slices.DeleteFunc(all, func(s *gevel.Sale) bool { return s.At.Y > south })
		return market.LaySales(t.Context(), got[0].Attributes, all, nil), all
	}
	found, none := sales.Screening{DealHomes: 2}, sales.Screening{}
	plain, sold := read(found, path)
	sold = slices.DeleteFunc(sold, func(s *gevel.Sale) bool { return s.Date < from.AddMonths(-6) || s.Date >= from })
	rng := rand.New(rand.NewPCG(39, 3))
	deals := mixeddeals.Draw(rng, 60, sold)
	mixed := mixeddeals.Write(t, deals, plain.Attributes, rng)
	before := valuesBeside(t, plain, deals, from)
	for _, as := range []struct {
		name      string
		screening sales.Screening
	}{{"found", found}, {"not found", none}} {
		s, _ := read(as.screening, path, mixed)
		after := valuesBeside(t, s, deals, from)
		for _, total := range []bool{true, false} {
			moved, n := 0.0, 0.0
			for i := range deals {
				if deals[i].Total == total {
					moved, n = moved+math.Abs(after[i]/before[i]-1), n+1
				}
			}
			t.Logf("real deals, total %v, %s: values beside %v of them move by %.2f %%", total, as.name, n, 100*moved/n)
			if as.screening == found && total && moved/n > mostMoved {
				t.Errorf("totals move values beside them by %.4f, more than %v", moved/n, mostMoved)
			}
		}
	}
}

// valuesBeside values on a day the homes that deals are like, as if they had never been sold.
func valuesBeside(t *testing.T, s *market.Sales, deals []mixeddeals.Deal, day gevel.Date) []float64 {
	t.Helper()
	known := vintage.NewSales(s)
	vintages, err := train.Vintages(context.Background(), known, []gevel.Date{day}, day, train.Options{Seed: 1, Static: true})
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]int{}
	for row := range s.Len() {
		rows[s.ID(row)] = row
	}
	w := valuation.NewWorkspace(known)
	var trace valuation.Trace
	values := make([]float64, len(deals))
	for i := range deals {
		h := s.Home(rows[deals[i].Like.ID], nil)
		if !w.Trace(valuation.Query{Vintage: vintages[0], Home: &h, Day: day, Known: day, Holdout: true}, &trace) {
			t.Fatalf("beside deal %d there are too few comparables", i)
		}
		values[i] = math.Exp(trace.Value)
	}
	return values
}
