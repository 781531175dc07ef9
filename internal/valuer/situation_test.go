package valuer

import (
	"math"
	"testing"

	"github.com/gevel/gevel/internal/market"
)

func TestTheSpreadLearnsFromWhatValuationsHave(t *testing.T) {
	m := newSmallMarket(9, townStreets)
	s := market.NewSales(marketSchema, m.sales)
	tr := newTrainer(s, TrainOptions{})
	v, d, moved := trained(t, s, 0, townDates...)[1], newDesk(tr.ground), 0
	for row := range s.Date {
		if s.Date[row] < v.AsOf {
			continue
		}
		h := s.Home(row, nil, nil)
		o, ok := tr.outcome(d, v, int32(row), &h)
		if !ok {
			continue
		}
		learned := v.score(&o).features
		d.near(tr.asked(v, int32(row), &h))
		in := d.indicate(v, tr.asked(v, int32(row), &h))
		at := in.situation(v, &h)
		for f, want := range at.features {
			if math.Abs(learned[f]-want) > 1e-9 {
				t.Fatalf("row %d: the spread learns %v of feature %d, a valuation has %v", row, learned[f], f, want)
			}
		}
		if at.features[ownApart] > 0.01 {
			moved++
		}
	}
	if moved < 10 {
		t.Errorf("own sales moved only %d values", moved)
	}
}

func TestADoubtedOwnSaleCountsForMoreThanItMoves(t *testing.T) {
	var r Reconciliation
	for k := range r.WithOwn {
		r.WithOwn[k][byOwnSale] = 0.5
		r.Agreement[k] = Agreement{Strange: 0.2, Narrow: 0.1, Middle: -0.3, Wide: 0.4}
	}
	for _, gap := range []float64{0.01, 0.1, 0.2, 0.3, 3} {
		e := basis{own: true, years: 2, gap: gap}
		var s situation
		s.weighOwn(e, &r)
		moves, whole := (1-s.features[noOwnSale])*gap, 0.5*gap
		switch apart := s.features[ownApart]; {
		case apart < moves || apart > whole:
			t.Errorf("gap %v: pulls %v apart, outside the move %v and what it would be if believed, %v", gap, apart, moves, whole)
		case gap == 0.2 && apart < 1.1*moves:
			t.Errorf("gap %v: pulls %v apart, hardly more than it moves, %v", gap, apart, moves)
		case gap == 3 && apart > 1e-6:
			t.Errorf("gap %v: pulls %v apart, though nobody believes it", gap, apart)
		}
	}
}
