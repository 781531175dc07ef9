package valuer

import (
	"math"
	"testing"

	"github.com/gevel/gevel/internal/edition"
)

func TestTheSpreadLearnsFromWhatValuationsHave(t *testing.T) {
	m := newMarket(9, townStreets)
	s := edition.NewSales(marketSchema, m.sales)
	tr := newTrainer(s, TrainOptions{})
	vintages, err := Train(t.Context(), s, townDates, TrainOptions{Progress: func(int, int) {}})
	if err != nil {
		t.Fatal(err)
	}
	v, d, moved := vintages[1], newDesk(tr.ground), 0
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
