package edition

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strconv"

	"github.com/gevel/gevel"
)

const idDigits = 16

// idList holds BAG ids as numbers: a million of them cost 8 bytes each, and are searched many times faster than text.
type idList []uint64

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
func (l *idList) grow(n int) { *l = slices.Grow(*l, n) }

func (l *idList) add(id []byte) error {
	n, ok := number(gevel.BAGID(id))
	if !ok {
		return fmt.Errorf("%q is no BAG id of %d digits", id, idDigits)
	}
	*l = append(*l, n)
	return nil
}

func (l idList) len() int { return len(l) }

func (l idList) at(i int) gevel.BAGID { return digitsOf(l[i]) }

// digitsOf returns one or two ids as one text, end to end.
func digitsOf(ids ...uint64) gevel.BAGID {
	var room [2 * idDigits]byte
	digits := room[:len(ids)*idDigits]
	for i, n := range ids {
		for k := range idDigits {
			digits[(i+1)*idDigits-1-k], n = '0'+byte(n%10), n/10
		}
	}
	return gevel.BAGID(digits)
}

// number returns an id of 16 digits as a number; ok is false for any other.
func number(id gevel.BAGID) (n uint64, ok bool) {
	n, err := strconv.ParseUint(string(id), 10, 64)
	return n, err == nil && len(id) == idDigits
}

// find returns the first index of an id in an ascending list.
func (l idList) find(id gevel.BAGID) (at int, ok bool) {
	n, ok := number(id)
	if !ok {
		return 0, false
	}
	return slices.BinarySearch(l, n)
}

// idIndex finds rows by an id: the rows in the order of their ids, and of rows with the same id ascending.
type idIndex []int32

// index makes the index of some rows by their ids.
func (l idList) index(rows []int32) idIndex {
	x := idIndex(slices.Clone(rows))
	slices.SortFunc(x, func(a, b int32) int { return cmp.Or(cmp.Compare(l[a], l[b]), cmp.Compare(a, b)) })
	return x
}

// rows returns the rows with an id in the list that the index is of.
func (x idIndex) rows(l idList, id gevel.BAGID) []int32 {
	n, ok := number(id)
	if !ok {
		return nil
	}
	at := sort.Search(len(x), func(i int) bool { return l[x[i]] >= n })
	end := at
	for end < len(x) && l[x[end]] == n {
		end++
	}
	return x[at:end]
}
