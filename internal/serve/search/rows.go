package search

import (
	"cmp"
	"slices"
	"sort"

	"github.com/gevel/gevel"
)

// The rows of addresses at places.

// homes adds the first homes of a place. Objects that are no homes are found only by their number.
func (f *finder) homes(h hit, code int) {
	const looked = 20 // looked at for each home asked for
	f.isListed = true
	n := 0
	for _, row := range f.within(f.rowsBetween(h.place, 0, gevel.MaxHouseNumber+1, looked*f.each), code) {
		f.looks--
		if n < f.each && f.addresses.At(int(row)).Kind != gevel.OtherUse {
			f.add(h, min(n, 1), row)
			n++
		}
	}
}

// rowsBetween returns up to most rows of a place with numbers in a range, ascending by number.
func (x *Index) rowsBetween(place int32, from, to, most int) []int32 {
	var rows []int32
	for _, run := range x.runs[x.runsOf[place]:x.runsOf[place+1]] {
		row := run.first + int32(sort.Search(int(run.end-run.first), func(i int) bool {
			return x.addresses.Number(int(run.first)+i) >= from
		}))
		for n := 0; n < most && row < run.end && x.addresses.Number(int(row)) < to; n, row = n+1, row+1 {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b int32) int {
		return cmp.Compare(x.addresses.Number(int(a)), x.addresses.Number(int(b)))
	})
	return rows[:min(most, len(rows))]
}

// within returns the rows with a code.
func (f *finder) within(rows []int32, code int) []int32 {
	first, end := f.rows[code][0], f.rows[code][1]
	return slices.DeleteFunc(slices.Clone(rows), func(row int32) bool { return int(row) < first || int(row) >= end })
}
