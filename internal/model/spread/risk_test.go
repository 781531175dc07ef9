package spread_test

import (
	"testing"

	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/model/spread"
)

func TestADoubtedOwnSaleCountsForMoreThanItMoves(t *testing.T) {
	var m reconcile.Model
	m.Own[reconcile.OwnSale] = 0.5
	m.Agrees = reconcile.Agreement{Strange: 0.2, Narrow: 0.1, Middle: -0.3, Wide: 0.4}
	for _, gap := range []float64{0.01, 0.1, 0.2, 0.3, 3} {
		b := reconcile.Basis{HasOwnSale: true, Gap: gap}
		var r spread.Risk
		r.SetOwnSale(m.Weights(b)[reconcile.OwnSale], gap, m.Credibility(b))
		moves, whole := (1-r.Features[spread.NoOwnSale])*gap, 0.5*gap
		switch apart := r.Features[spread.OwnSaleGap]; {
		case apart < moves || apart > whole:
			t.Errorf("gap %v: pulls %v apart, outside the move %v and what it would be if believed, %v", gap, apart, moves, whole)
		case gap == 0.2 && apart < 1.1*moves:
			t.Errorf("gap %v: pulls %v apart, hardly more than it moves, %v", gap, apart, moves)
		case gap == 3 && apart > 1e-6:
			t.Errorf("gap %v: pulls %v apart, though nobody believes it", gap, apart)
		}
	}
}
