package impute

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// typicalShare is the share of homes that must have a characteristic observed for the
// typical home to have it.
const typicalShare = 0.5

// TypicalHome returns a home with the median of each number over the homes of the sales in
// rows, and the most frequent of each name. It stands nowhere.
func TypicalHome(s *market.Sales, rows []int32) market.Home {
	h := market.Home{Dwelling: -1, Street: -1, Zip: -1} // no home that was sold
	for k := range s.Attributes {
		a := &s.Attributes[k]
		if a.IsNamed() || a.Kind == gevel.YesNo {
			a.Set(&h.Characteristics, mostFrequent(s, k, rows, typicalShare))
		} else {
			a.Set(&h.Characteristics, medianOf(s, k, rows, typicalShare))
		}
	}
	return h
}
