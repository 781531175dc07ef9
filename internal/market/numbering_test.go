package market_test

import (
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

func TestSalesLieBySquaresOfAKilometreAndWithinThemOf125Metres(t *testing.T) {
	at := func(id string, day gevel.Date, x, y float64) gevel.Sale {
		return gevel.Sale{ID: id, Date: gevel.NewDate(2020, 1, 1) + day, Price: 1, At: gevel.Point{X: x, Y: y}}
	}
	s := market.NewSales(gevel.Standard(), []gevel.Sale{
		at("kilometre to the east", 0, 81_010, 455_010),
		at("square to the north", 1, 80_010, 455_200),
		at("later", 3, 80_020, 455_010),
		at("earlier", 2, 80_030, 455_110),
		at("square to the east", 0, 80_200, 455_010),
	})
	var ids []string
	for row := range s.Len() {
		ids = append(ids, s.ID(row))
	}
	want := []string{"earlier", "later", "square to the east", "square to the north", "kilometre to the east"}
	if !slices.Equal(ids, want) {
		t.Errorf("sales lie in the order %q, want %q", ids, want)
	}
}

// TestASaleThatWasRejectedLeavesNoRowForItsRevisions lays one of two sales whose homes were known otherwise later.
func TestASaleThatWasRejectedLeavesNoRowForItsRevisions(t *testing.T) {
	of := gevel.Revisions{"kept": {{Known: 9}}, "rejected": {{Known: 9}, {Known: 10}}}
	s := market.LaySales(t.Context(), gevel.Standard(), []*gevel.Sale{{ID: "kept", Price: 1, Date: 5}}, of)
	if s.Len() != 2 || s.Count() != 1 || s.ID(0) != "kept" || s.ID(1) != "kept" {
		t.Errorf("%d rows", s.Len())
	}
}
