package portfolio

import (
	"math"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/valuation"
)

func TestLoansAreHeldAgainstTheLastTurnOfTheMarket(t *testing.T) {
	known := gevel.NewDate(2023, time.August, 1).Month()
	p := &Portfolio{totals: newTotals(&Options{})}
	row := &result{loan: loan{amount: 90_000}, homeType: "Appartement"}
	row.value.Weighted = 100_000
	p.totals.add(row)
	if s := p.Summary(); s.Turned != nil || s.TurnAfter != nil {
		t.Errorf("a market that never fell turned after %v", s.TurnAfter)
	}
	row.turned = gevel.Some(valuation.Turned{Known: known, Peak: known - 13, Change: -0.1})
	p.totals = newTotals(&Options{})
	p.totals.add(row)
	s := p.Summary()
	if s.Turned == nil || *s.MarketKnown != known || *s.TurnAfter != known-13 || math.Abs(*s.Turned.Whole-1) > 1e-9 {
		t.Errorf("had the market turned as after %v, loans would be %+v", s.TurnAfter, s.Turned)
	}
	if views := s.Views(); views[len(views)-1].Name != "turned in 2023-08 as after 2022-07" {
		t.Errorf("the views are %+v", views)
	}
}
