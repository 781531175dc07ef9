package market

import (
	"cmp"
	"slices"

	"github.com/gevel/gevel"
)

// Deals as evidence. The sale of a deal that was known first stands for all of them, on every later day.

// setEvident sets Evident, and lists the other sales of each deal.
func (s *Sales) setEvident() {
	s.Evident = slices.Clone(s.Known)
	for row, deal := range s.Deal {
		if deal >= 0 {
			s.Evident[row] = Never
		}
	}
	s.byDeal = newPostings(s.Deals.Len(), s.Deal)
	for deal := range s.Deals.Len() {
		slices.SortFunc(s.byDeal.of(int32(deal)), func(a, b int32) int {
			return cmp.Or(cmp.Compare(s.Known[a], s.Known[b]), cmp.Compare(s.Date[a], s.Date[b]), cmp.Compare(a, b))
		})
	}
}

// Repeated counts the sales for which the first of their deal stands.
func (s *Sales) Repeated() int { return len(s.byDeal.rows) }

// StandsIn returns the sale that stands for a deal before a day where a home is valued whose own sale was the deal's
// first: that of its next home. -1 if there is none.
func (s *Sales) StandsIn(dwelling int32, before gevel.Date) int32 {
	if s.Deals.Len() == 0 || dwelling < 0 {
		return -1
	}
	for _, own := range slices.Backward(s.OfDwelling(dwelling)) {
		for _, row := range s.byDeal.of(s.Deals.Code(s.ID(int(own)))) {
			if s.Dwelling[row] != dwelling && s.Known[row] < before {
				return row
			}
		}
	}
	return -1
}
