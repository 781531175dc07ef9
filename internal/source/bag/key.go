package bag

import (
	"fmt"
	"strings"

	"github.com/gevel/gevel"
)

// key is a BAG id packed into a number, so that 30 million of them can be sorted and searched without a pointer
// each. Sixteen digits fit in 54 bits, and keys sort as their texts do. Keys never leave this package.
type key uint64

const (
	idDigits   = 16
	codeDigits = 4 // of a woonplaats or gemeente
)

// parseKey reads an id of 16 digits whose object code is given.
func parseKey(text []byte, code gevel.ObjectCode) (key, error) {
	k, ok := digits(text)
	if !ok || len(text) != idDigits || string(text[4:6]) != string(code) {
		return 0, fmt.Errorf("%.40q is no BAG id of kind %s", text, code)
	}
	return key(k), nil
}

// parseCode reads the code of a woonplaats or gemeente.
func parseCode(text []byte) (key, error) {
	k, ok := digits(text)
	if !ok || len(text) != codeDigits {
		return 0, fmt.Errorf("%.40q is no code of 4 digits", text)
	}
	return key(k), nil
}

// ids are the ids of a table's rows as text, leading zeros included. They share one string, so an id costs
// only its digits.
type ids string

func idsOf[T interface{ self() version }](rows []T) ids {
	var b strings.Builder
	b.Grow(idDigits * len(rows))
	for i := range rows {
		id := rows[i].self().key.digits()
		b.Write(id[:])
	}
	return ids(b.String())
}

// of returns the id of row i.
func (t ids) of(i uint32) gevel.BAGID {
	start := idDigits * int(i)
	return gevel.BAGID(t[start : start+idDigits])
}

func (k key) text(width int) string {
	b := k.digits()
	return string(b[idDigits-width:])
}

func (k key) digits() (b [idDigits]byte) {
	for i := idDigits - 1; i >= 0; i-- {
		b[i] = '0' + byte(k%10)
		k /= 10
	}
	return b
}

// digits reads a text of 1 to 18 decimal digits.
func digits(text []byte) (uint64, bool) {
	const most = 18 // fits in a uint64
	if len(text) == 0 || len(text) > most {
		return 0, false
	}
	var n uint64
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + uint64(c-'0')
	}
	return n, true
}
