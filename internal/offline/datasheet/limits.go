package datasheet

import (
	"fmt"
	"strings"

	"github.com/gevel/gevel/internal/value/accuracy"
)

// fewKnown is below which share of the homes, percent, a characteristic is one that is mostly
// imputed.
const fewKnown = 50.0

// limitsOf says what the model can't do, with the numbers of the edition.
func limitsOf(s *Sheet) []string {
	list := []string{
		"A value is an estimate by statistics and no appraisal: nobody has seen the home. " +
			"What no source records, such as the state of its kitchen, is not in it.",
		fmt.Sprintf("%d of %d homes (%.1f %%) have the house type, build year and use surface that a value needs; "+
			"of the others the caller must give what is missing.",
			s.Homes.Valued, s.Homes.N, percent(s.Homes.Valued, s.Homes.N)),
	}
	var imputed []string
	for _, rate := range s.Homes.FillRates {
		if rate.Percent < fewKnown {
			imputed = append(imputed, fmt.Sprintf("%s (%.1f %%)", rate.Label, rate.Percent))
		}
	}
	if len(imputed) > 0 {
		list = append(list, "Known of fewer than half of the homes: "+strings.Join(imputed, ", ")+
			". Where the last sale recorded none and the caller gives none, a typical value is taken "+
			"where sales give one, and the interval is wider for it.")
	}
	list = append(list, fmt.Sprintf(
		"It learned from sales until %s, and its index from those known before %s. What the market did since is forecast.",
		s.Model.Last, s.Model.IndexDay))
	return append(list, testedLimits(s.Model.Tested)...)
}

// testedLimits are those of what is known of its errors.
func testedLimits(t *accuracy.Accuracy) []string {
	if t == nil {
		return []string{"This edition does not hold the errors that training made: nothing is said of its accuracy here. " +
			"gevel evaluate measures it."}
	}
	list := []string{
		"Accuracy is that of homes that were sold, as their sales recorded them, after screening: of homes that are never " +
			"sold, and of prices that screening takes for no evidence, it says nothing.",
	}
	for _, m := range t.Models {
		if m.Learned == 0 {
			list = append(list, fmt.Sprintf("The model of %s had no earlier errors to learn its intervals from: "+
				"its %d sales count for accuracy and not for the intervals.", m.Date, m.Sales))
		}
	}
	for _, p := range t.Pooled {
		list = append(list, fmt.Sprintf("%d parts by %s have fewer than %d tested sales each: their %d sales are pooled.",
			p.Parts, p.Dimension, p.Least, p.Sales))
	}
	return list
}
