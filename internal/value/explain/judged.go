package explain

import (
	"math"

	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Sold is a sale that an appraiser may judge: one of the edition, or one's own.
type Sold struct {
	valuation.Judged           // as it counts; the row of one's own is negative
	Own              *Evidence // of one's own, nil for a sale of the edition
	Home             market.Home
	ByHand           bool // its adjustment was set
	// ModelWeight is its share in the model's own indication of the comparables, 0 for a sale that is none of them.
	ModelWeight float64
}

// ByHand is the name of the one difference of a sale whose adjustment was set by hand.
const ByHand = "byHand"

// Judged explains sales beside the home of a trace, which stays as it is: in their order, each with its differences.
func (x *Explainer) Judged(t *valuation.Trace, sold []Sold) ([]Comparable, error) {
	one := x.explainer(t)
	list := make([]Comparable, len(sold))
	for i := range sold {
		s, to := &sold[i], &list[i]
		to.Equality, to.Weight = s.Equality, s.ModelWeight
		if s.Own == nil {
			to.AdjustedSale = one.adjustedSale(s.Row, s.Adjusted)
			to.Characteristics, to.Share = s.Home.Characteristics, t.ShareOf(s.Row, s.ModelWeight)
		} else {
			to.Evidence, to.Adjusted = *s.Own, valuation.Euros(s.Adjusted)
			to.Adjustment = math.Exp(s.Adjusted - math.Log(float64(s.Own.Price)*s.Own.IndexFactor))
		}
		if s.ByHand {
			to.Differences = []Difference{{Name: ByHand, Log: math.Log(to.Adjustment)}}
			continue
		}
		if err := one.setDifferences(&to.AdjustedSale, &s.Home, t.Beside(&s.Home)); err != nil {
			return nil, err
		}
	}
	return list, nil
}
