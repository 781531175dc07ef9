package build

import (
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

func TestTheSummaryNamesDeals(t *testing.T) {
	b := builder{summary: &Summary{}}
	b.contents.Sales = market.NewSales(gevel.Standard(), []gevel.Sale{
		{ID: "first", Date: 20_000, Price: 300_000}, {ID: "next", Date: 20_000, Price: 300_000, Deal: "first"},
	})
	b.warnOfDeals([]string{"3 homes of Dreef", "2 homes of Laan"}, 5)
	want := []string{
		"5 sales of 2 deals are rejected as deal_total, since their price is of several homes: 3 homes of Dreef; 2 homes of Laan",
		"2 sales were sold together, with one day and price in one street, postal code or building: they count as 1 sale",
	}
	if got := b.summary.Warnings; !slices.Equal(got, want) {
		t.Errorf("warnings %q, want %q", got, want)
	}
	b.summary.Warnings, b.contents.Sales = nil, market.NewSales(gevel.Standard(), nil)
	if b.warnOfDeals(nil, 0); len(b.summary.Warnings) > 0 {
		t.Errorf("without deals it warns %q", b.summary.Warnings)
	}
}
