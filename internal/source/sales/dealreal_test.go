package sales_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source/sales"
	"github.com/gevel/gevel/internal/testing/mixeddeals"
)

// The deals suite mixes deals into files of real sales, and reports how many totals are found and how many true sales
// are lost. It takes a minute, so it runs only with
//
//	GEVEL_DEALS=1 go test -run RealDeals -v ./internal/source/sales

// Limits for the shares of what is lost among all true sales, of totals that are kept, and of prices each that are lost.
const (
	mostLost       = 0.001
	mostTotalsKept = 0.02
	mostEachLost   = 0.01
)

func TestRealDealsAreFoundAndNoOthers(t *testing.T) {
	if os.Getenv("GEVEL_DEALS") == "" {
		t.Skip("GEVEL_DEALS is not set")
	}
	for _, name := range []string{"king_county.csv.gz", "seattle.csv.gz", "hdb.csv.gz"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join("..", "..", "..", "..", "shared", "data", "sales", name)
			if _, err := os.Stat(path); err != nil {
				t.Skip("no shared data")
			}
			options := sales.Options{AsOf: gevel.NewDate(2024, 1, 1), Screening: sales.Screening{DealHomes: 2}}
			plain, err := sales.Read(t.Context(), sales.Source{Path: path}, options)
			if err != nil {
				t.Fatal(err)
			}
			repeated := 0
			for _, s := range plain.Sales {
				if s.Deal != "" {
					repeated++
				}
			}
			rng := rand.New(rand.NewPCG(39, 2))
			deals := mixeddeals.Draw(rng, 600, plain.Sales)
			mixed, err := sales.ReadAll(t.Context(), []sales.Source{
				{Path: path}, {Path: mixeddeals.Write(t, deals, plain.Attributes, rng)},
			}, options)
			if err != nil {
				t.Fatal(err)
			}
			given, kept := map[string]int{}, map[string]int{}
			for i := range deals {
				given[deals[i].ID()] += deals[i].Homes
			}
			for _, s := range mixed[1].Sales {
				fields := strings.Fields(s.ID)
				kept[fields[0]+" "+fields[1]]++
			}
			lost := plain.Rejects.Count(sales.ReasonDealTotal)
			beside := mixed[0].Rejects.Count(sales.ReasonDealTotal) - lost
			t.Logf("real sales: %d of %d lost, and %d beside deals; %d repeat a price", lost, plain.Rows, beside, repeated)
			sum := map[string]int{}
			for _, n := range mixeddeals.Sizes {
				total, each := fmt.Sprint("total ", n), fmt.Sprint("each ", n)
				t.Logf("real deals of %d: %d of %d sales with a total kept, %d of %d with a price each lost",
					n, kept[total], given[total], given[each]-kept[each], given[each])
				sum["total"] += given[total]
				sum["kept"] += kept[total]
				sum["each"] += given[each]
				sum["lost"] += given[each] - kept[each]
			}
			for what, share := range map[string]struct{ of, all, most float64 }{
				"true sales lost":       {float64(lost + beside + sum["lost"]), float64(plain.Rows + sum["each"]), mostLost},
				"prices each lost":      {float64(sum["lost"]), float64(sum["each"]), mostEachLost},
				"sales at a total kept": {float64(sum["kept"]), float64(sum["total"]), mostTotalsKept},
			} {
				if share.of > share.most*share.all {
					t.Errorf("%s: %v of %v, more than %v", what, share.of, share.all, share.most)
				}
			}
		})
	}
}
