package valuer

// What all approaches missed alike in a month is a matter of the market's level, which the
// next index answers for, or the drift where none follows, and not of how well each of them
// knows homes.

import (
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/stats"
)

// levelPrior is for how many outcomes of a month it counts that its level was right.
const levelPrior = 20.0

// levelled returns the outcomes with the level of their month taken off all errors: the
// median, over the outcomes of that month, of the mean error of the approaches that each
// home has.
func levelled(outcomes []outcome) []outcome {
	missed := map[gevel.Month][]float64{}
	for i := range outcomes {
		month := outcomes[i].day.Month()
		missed[month] = append(missed[month], outcomes[i].commonError())
	}
	level := map[gevel.Month]float64{}
	for month, errors := range missed {
		median, _ := stats.Median(errors)
		level[month] = median * float64(len(errors)) / (float64(len(errors)) + levelPrior)
	}
	flat := slices.Clone(outcomes)
	for i := range flat {
		for a := range flat[i].err {
			flat[i].err[a] -= level[flat[i].day.Month()]
		}
	}
	return flat
}

// commonError returns the mean error of the approaches but the own sale's.
func (o *outcome) commonError() float64 {
	sum := 0.0
	for _, err := range o.err[:byOwnSale] {
		sum += err
	}
	return sum / float64(byOwnSale)
}
