package worksheet

import (
	"fmt"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Result is the value of a home by a judgement.
type Result struct {
	Judgement
	// Chosen are the comparables that count, with their weights among each other; none where all were rejected or
	// nothing was judged about comparables. Then the value is the model's.
	Chosen []comps.Comparable
	// Indication is what the chosen ones say, unknown without any, and Weight its share in the value.
	Indication gevel.Opt[gevel.Euro]
	Weight     float64
	Value      gevel.Euro
	Interval   gevel.Interval // 80 %
	FSD        float64
	// Learned is the number of errors of chosen comparables, out of time, behind weight and interval: 0 where the
	// edition has none, and cautious ones are taken.
	Learned int

	sales *market.Sales
}

// ShareOf returns the weight of a sale among the chosen ones, 0 if it does not count.
func (s *Result) ShareOf(sale string) float64 {
	for _, c := range s.Chosen {
		if s.sales.ID(int(c.Row)) == sale {
			return c.Weight
		}
	}
	return 0
}

// New values the home of a trace by a judgement, whose corrections are in the trace. Error: gevel.Invalid for a sale
// that is none of its comparables.
func New(t *valuation.Trace, j Judgement) (Result, error) {
	table := &t.Vintage.Handpicked
	chosen, err := choose(t, j)
	if err != nil {
		return Result{}, err
	}
	s := Result{
		Judgement: j, Chosen: chosen, Learned: table.Learned, sales: t.Vintage.Sales().Sales,
		Value: valuation.Euros(t.Value), Interval: t.Interval(share), FSD: t.FSD(),
	}
	if len(chosen) == 0 {
		return s, nil
	}
	said := comps.Weigh(s.Chosen).Value
	row := table.Of(len(chosen))
	moved := *t
	moved.Value, moved.Size = row.Value(t.Value, said), row.Size(t.Size, t.Value, said)
	s.Indication, s.Weight = gevel.Some(valuation.Euros(said)), row.Weight
	s.Value, s.Interval, s.FSD = valuation.Euros(moved.Value), moved.Interval(share), moved.FSD()
	return s, nil
}

// share is the share of prices in the interval.
const share = 0.8

// choose returns the comparables that count.
func choose(t *valuation.Trace, j Judgement) ([]comps.Comparable, error) {
	sales := t.Vintage.Sales()
	pick := map[int32]bool{}
	picked := false
	var faults []gevel.Detail
	for i, v := range j.Comparables {
		at := slices.IndexFunc(t.Comparables.Sales, func(c comps.Comparable) bool { return sales.ID(int(c.Row)) == v.Sale })
		if at < 0 {
			reason := fmt.Sprintf("comparables[%d].sale", i)
			message := fmt.Sprintf("%s is none of the home's %d comparables on that day", reason, len(t.Comparables.Sales))
			faults = append(faults, gevel.Detail{Reason: reason, Message: message})
			continue
		}
		pick[t.Comparables.Sales[at].Row] = v.Pick
		picked = picked || v.Pick
	}
	if len(pick) == 0 || len(faults) > 0 {
		return nil, invalid(faults)
	}
	var chosen []comps.Comparable
	for _, c := range t.Comparables.Sales {
		yes, judged := pick[c.Row]
		if yes || !judged && !picked {
			chosen = append(chosen, c)
		}
	}
	return chosen, nil
}

// Verdict returns the verdict about a sale, and whether there is one.
func (j *Judgement) Verdict(sale string) (Verdict, bool) {
	i := slices.IndexFunc(j.Comparables, func(v Verdict) bool { return v.Sale == sale })
	if i < 0 {
		return Verdict{}, false
	}
	return j.Comparables[i], true
}
