package market

import (
	"cmp"
	"slices"

	"github.com/gevel/gevel"
)

// NumberNames numbers names in the order in which they became known, so that later sales
// renumber no name that a model has learned.
func (s *Sales) NumberNames() {
	order := make([]int32, s.Len())
	for row := range order {
		order[row] = int32(row)
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(
			cmp.Compare(s.seenFrom(a), s.seenFrom(b)), cmp.Compare(s.Date[a], s.Date[b]), cmp.Compare(s.ID(int(a)), s.ID(int(b))),
			cmp.Compare(a, b),
		)
	})
	renumber(s.Zips, Codes(s.Zip), order)
	renumber(s.Streets, Codes(s.Street), order)
	renumber(s.DwellingNames, Codes(s.Dwelling), order)
	for k := range s.Attributes {
		if a := &s.Attributes[k]; a.IsOpen() {
			renumber(a.Names, &s.Whole[k], order)
		}
	}
}

// AdoptNames takes the names of categories from another table of the same characteristics, which has more names, if it
// numbers the names of the sales alike. It reports whether it does.
func (s *Sales) AdoptNames(others gevel.Attributes) bool {
	for k := range s.Attributes {
		if own := s.Attributes[k].Names; own != nil && !others[k].Names.BeginWith(own) {
			return false
		}
	}
	s.Attributes = others
	return true
}

// renumber numbers names, and their codes, in the order in which the rows of order have them. Names without a
// row come last.
func renumber(names *gevel.Names, codes Column, order []int32) {
	old := make([]int32, 0, names.Len())             // by new code
	fresh := slices.Repeat([]int32{-1}, names.Len()) // by old code
	add := func(code int32) {
		if code >= 0 && fresh[code] < 0 {
			fresh[code] = int32(len(old))
			old = append(old, code)
		}
	}
	for _, row := range order {
		add(codes.At(int(row)))
	}
	for code := range fresh {
		add(int32(code))
	}
	names.Reorder(old)
	for row := range codes.Len() {
		if code := codes.At(row); code >= 0 {
			codes.Set(row, fresh[code])
		}
	}
}

// OrderOf returns the indexes of items in their sorted order. It moves indexes, as the items are large.
func OrderOf[T any](items []T, compare func(a, b *T) int) []int32 {
	order := make([]int32, len(items))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(compare(&items[a], &items[b]), cmp.Compare(a, b))
	})
	return order
}
