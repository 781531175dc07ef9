package market

// Deals as evidence. The sale of a deal that was known first stands for all of them, on every later day.

import (
	"cmp"
	"slices"

	"github.com/gevel/gevel"
)

// setEvident sets Evident, and lists the other sales of each deal.
func (s *Sales) setEvident() {
	s.Evident = make([]gevel.Date, s.Len())
	for row, deal := range s.Deal {
		if s.Evident[row] = s.seenFrom(int32(row)); deal >= 0 {
			s.Evident[row] = gevel.Never
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

// StandsIn returns the sale that stands for a deal before a day when the valued home's own sale was the first of the
// deal: the sale of the deal's next home, -1 if there is none.
func (s *Sales) StandsIn(dwelling int32, before gevel.Date) int32 {
	if s.Deals.Len() == 0 || dwelling < 0 {
		return -1
	}
	for _, own := range slices.Backward(s.OfDwelling(dwelling)) {
		for _, row := range s.byDeal.of(s.Deals.Code(s.ID(int(own)))) {
			if s.Dwelling[row] != dwelling && s.KnownBefore(row, before) {
				return row
			}
		}
	}
	return -1
}

// postings lists the rows of each code.
type postings struct {
	start []int32
	rows  []int32
}

// newPostings gathers the rows of each code in 0..codes-1, in row order.
func newPostings(codes int, codeOf []int32) postings {
	p := postings{start: make([]int32, codes+1)}
	for _, c := range codeOf {
		if c >= 0 {
			p.start[c+1]++
		}
	}
	for c := range codes {
		p.start[c+1] += p.start[c]
	}
	p.rows = make([]int32, p.start[codes])
	next := append([]int32(nil), p.start...)
	for row, c := range codeOf {
		if c >= 0 {
			p.rows[next[c]] = int32(row)
			next[c]++
		}
	}
	return p
}

func (p postings) of(code int32) []int32 {
	if code < 0 || int(code)+1 >= len(p.start) {
		return nil
	}
	return p.rows[p.start[code]:p.start[code+1]]
}
