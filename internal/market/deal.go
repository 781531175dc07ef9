package market

import (
	"cmp"
	"maps"
	"slices"

	"github.com/gevel/gevel"
)

// Deals as evidence. The sale of a deal that was known first stands for all of them, on every later day.

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

// Select returns the sales in some rows, each known from the day in known. Names and their codes are shared.
func (s *Sales) Select(rows []int, known func(row int) gevel.Date) *Sales {
	some := MakeSales(s.Attributes, len(rows))
	some.Zips, some.Streets, some.DwellingNames, some.Deals = s.Zips, s.Streets, s.DwellingNames, s.Deals
	for i, row := range rows {
		some.IDs.Add([]byte(s.ID(row)))
		some.Date[i], some.Known[i], some.Price[i] = s.Date[row], known(row), s.Price[row]
		some.Revised[i], some.Replaced[i] = s.Revised[row], s.Replaced[row]
		some.At[i], some.Place[i] = s.At[row], s.Place[row]
		some.Zip[i], some.Street[i], some.Dwelling[i] = s.Zip[row], s.Street[row], s.Dwelling[row]
		some.Deal[i] = s.Deal[row]
		for k := range s.Attributes {
			some.SetValue(k, i, s.Value(k, row))
		}
	}
	some.Index()
	return some
}

// How fresh the sales are: the days on which sales became known, each once.

// daysOf returns the distinct days among many, ascending.
func daysOf(dates []gevel.Date) []gevel.Date {
	seen := make(map[gevel.Date]struct{})
	for _, day := range dates {
		seen[day] = struct{}{}
	}
	return slices.Sorted(maps.Keys(seen))
}

// LastKnownDay returns the last day before a day on which a sale became known, and
// gevel.NoDate when none was known by then.
func (s *Sales) LastKnownDay(before gevel.Date) gevel.Date {
	i, _ := slices.BinarySearch(s.knownDays, before)
	if i == 0 {
		return gevel.NoDate
	}
	return s.knownDays[i-1]
}
