package edition

import (
	"cmp"
	"fmt"
	"slices"
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

// number returns an id of 16 digits as a number; ok is false for any other.
func number(id gevel.BAGID) (n uint64, ok bool) {
	n, err := strconv.ParseUint(string(id), 10, 64)
	return n, err == nil && len(id) == idDigits
}

// idNumbers are ids as numbers, ascending and contiguous: many times faster to search than
// text.
type idNumbers []uint64

// numbers returns the ids of an ascending list.
func (l *idList) numbers() idNumbers {
	ids := make(idNumbers, l.len())
	for i := range ids {
		ids[i], _ = number(l.at(i))
	}
	return ids
}

// find returns the first index of an id.
func (ids idNumbers) find(id gevel.BAGID) (at int, ok bool) {
	n, ok := number(id)
	if !ok {
		return 0, false
	}
	return slices.BinarySearch(ids, n)
}

// idIndex finds rows by an id.
type idIndex struct {
	ids  idNumbers
	rows []int32 // of each; repeated ids ascending
}

// index makes the index of some rows by their ids.
func (l *idList) index(rows []int32) idIndex {
	type numbered struct {
		id  uint64
		row int32
	}
	order := make([]numbered, len(rows))
	for i, row := range rows {
		id, _ := number(l.at(int(row)))
		order[i] = numbered{id, row}
	}
	slices.SortFunc(order, func(a, b numbered) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.row, b.row))
	})
	x := idIndex{make(idNumbers, len(rows)), make([]int32, len(rows))}
	for i, o := range order {
		x.ids[i], x.rows[i] = o.id, o.row
	}
	return x
}

// row returns the first row with an id.
func (x *idIndex) row(id gevel.BAGID) (row int, ok bool) {
	at, ok := x.ids.find(id)
	if !ok {
		return 0, false
	}
	return int(x.rows[at]), true
}
