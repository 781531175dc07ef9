package studysales

import (
	"fmt"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/market"
)

// thousand returns a thousand sales, each known a week after it.
func thousand() *Sales {
	var list []gevel.Sale
	for i := range 1000 {
		day := gevel.Date(18_000 + i)
		list = append(list, gevel.Sale{ID: fmt.Sprintf("2010..%d", i), Date: day, KnownDate: day + 7, Price: 100_000})
	}
	return &Sales{Market: comparison.Market{Sales: market.NewSales(gevel.Standard(), list)}}
}

func TestASampleIsAShareOfTheSalesAndTheSameForTheSameSeed(t *testing.T) {
	ids := func(seed uint64) string {
		s := thousand()
		if err := s.Restrict(0.2, seed, 0); err != nil {
			t.Fatal(err)
		}
		if n := s.Len(); n < 150 || n > 250 || s.Source.Sales != n {
			t.Fatalf("a fifth of a thousand sales are %d, and %d are said", n, s.Source.Sales)
		}
		all := ""
		for row := range s.Len() {
			all += s.ID(row) + " "
		}
		return all
	}
	first, again, other := ids(1), ids(1), ids(2)
	if first != again || first == other {
		t.Error("a sample does not follow its seed")
	}
}

func TestADelayedSaleIsKnownLaterAndNeverSooner(t *testing.T) {
	for delay, want := range map[int]gevel.Date{0: 7, 3: 7, 60: 60} {
		s := thousand()
		if err := s.Restrict(1, 1, delay); err != nil {
			t.Fatal(err)
		}
		for row := range s.Len() {
			if got := s.Known[row] - s.Date[row]; got != want {
				t.Fatalf("delayed by %d days a sale is known after %d, want %d", delay, got, want)
			}
		}
	}
}

func TestSharesAndDelaysThatCantBeAreRefused(t *testing.T) {
	for _, bad := range []struct {
		share float64
		delay int
	}{{0, 0}, {-1, 0}, {1.5, 0}, {1, -1}} {
		if err := thousand().Restrict(bad.share, 1, bad.delay); err == nil {
			t.Errorf("a share of %v and a delay of %d days are taken", bad.share, bad.delay)
		}
	}
}
