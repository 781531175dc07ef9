package edition

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

const idDigits = 16

// idList holds BAG ids end to end in one text, so that a million of them cost 16
// bytes each and an id is read without allocation.
type idList struct{ digits strings.Builder }

// fill adds n ids. Error: one is not of 16 digits.
func (l *idList) fill(n int, at func(int) gevel.BAGID) error {
	l.grow(n)
	for i := range n {
		if err := l.add([]byte(at(i))); err != nil {
			return err
		}
	}
	return nil
}

// grow makes room for n more ids.
func (l *idList) grow(n int) { l.digits.Grow(n * idDigits) }

func (l *idList) add(id []byte) error {
	digits := 0
	for _, c := range id {
		if c >= '0' && c <= '9' {
			digits++
		}
	}
	if digits != len(id) || digits != idDigits {
		return fmt.Errorf("%q is no BAG id of %d digits", id, idDigits)
	}
	l.digits.Write(id)
	return nil
}

func (l *idList) len() int { return l.digits.Len() / idDigits }

func (l *idList) at(i int) gevel.BAGID {
	return gevel.BAGID(l.digits.String()[i*idDigits : (i+1)*idDigits])
}

// sort sorts rows by their id, and by row where that is the same.
func (l *idList) sort(rows []int32) {
	// Ids as numbers are many times faster to compare than as text.
	type numbered struct {
		id  uint64
		row int32
	}
	order := make([]numbered, len(rows))
	for i, row := range rows {
		// All are digits, and 16 of them fit.
		id, _ := strconv.ParseUint(string(l.at(int(row))), 10, 64)
		order[i] = numbered{id, row}
	}
	slices.SortFunc(order, func(a, b numbered) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.row, b.row))
	})
	for i, o := range order {
		rows[i] = o.row
	}
}

// find finds the first row with an id among rows that sort has sorted.
func (l *idList) find(rows []int32, id gevel.BAGID) (row int, ok bool) {
	i := sort.Search(len(rows), func(i int) bool { return l.at(int(rows[i])) >= id })
	if i == len(rows) || l.at(int(rows[i])) != id {
		return 0, false
	}
	return int(rows[i]), true
}

// textList holds texts end to end in one: those that seldom occur twice.
type textList struct {
	text strings.Builder
	ends []int
}

func (l *textList) add(s []byte) {
	l.text.Write(s)
	l.ends = append(l.ends, l.text.Len())
}

func (l *textList) at(i int) string {
	start := 0
	if i > 0 {
		start = l.ends[i-1]
	}
	return l.text.String()[start:l.ends[i]]
}
