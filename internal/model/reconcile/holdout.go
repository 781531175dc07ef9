package reconcile

// Holdouts: the errors on unseen sales, from which weights are learned.

import (
	"slices"

	"github.com/gevel/gevel/internal/num/stats"
)

// Holdout is a sale valued by a model that had not seen it.
type Holdout struct {
	Month  int    // of the sale, counted from any origin
	Errors Values // log price less each indication; NaN without one
	Basis  Basis  // its gap does not count: see BasisUnder
}

// BasisUnder returns the basis of a holdout, with the gap of the own sale under a model.
func (h *Holdout) BasisUnder(m *Model) Basis {
	b := h.Basis
	if b.HasOwnSale {
		b.Gap = -m.Gap(h.Errors, b) // errors are prices less values
	}
	return b
}

// DemeanPrior is the pseudo-count of zero-error holdouts per month.
const DemeanPrior = 20.0

// Demean returns the holdouts less the common error of their month: the median, over the
// holdouts of that month, of the mean error of the approaches that every home has. An error that
// all approaches share in a month is an error of the market's level, which the next
// index corrects; it does not measure how well each approach knows
// homes.
func Demean(holdouts []Holdout) []Holdout {
	missed := map[int][]float64{}
	for i := range holdouts {
		month := holdouts[i].Month
		missed[month] = append(missed[month], holdouts[i].commonError())
	}
	level := map[int]float64{}
	for month, errors := range missed {
		median, _ := stats.Median(errors)
		level[month] = median * float64(len(errors)) / (float64(len(errors)) + DemeanPrior)
	}
	demeaned := slices.Clone(holdouts)
	for i := range demeaned {
		for a := range demeaned[i].Errors {
			demeaned[i].Errors[a] -= level[demeaned[i].Month]
		}
	}
	return demeaned
}

// commonError returns the mean error of the approaches, the own sale excluded.
func (h *Holdout) commonError() float64 {
	sum := 0.0
	for _, err := range h.Errors[:OwnSale] {
		sum += err
	}
	return sum / float64(OwnSale)
}
