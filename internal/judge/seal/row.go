// Package seal fixes values before the sales are known. A seal is the root of a tree of hashes over the values of all
// homes on a day. It shows none of them. A proof shows one, and that the home has no other in the seal. Seals follow each
// other in a chain, each with the hash of the one before, so that none can be changed once somebody has a later one.
package seal

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Row is what a seal says of a home. Amounts are whole or broken euros; 0 is not said.
type Row struct {
	Home                 string // its id in the register
	Value, Low80, High80 float64
	FSD                  float64 // relative to the value, in the unit of the file
	Class                string
}

// mostHome, mostClass and mostRow are the longest texts, bytes: they keep proofs short.
const (
	mostHome  = 32
	mostClass = 8
	mostRow   = 96
)

// mostEuros is more than any home.
const mostEuros = 1e13

// Text is the row as it is sealed: home;value;low80;high80;fsd;class.
func (r *Row) Text() string {
	number := func(v float64) string {
		if v == 0 {
			return ""
		}
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strings.Join([]string{r.Home, number(r.Value), number(r.Low80), number(r.High80), number(r.FSD), r.Class}, ";")
}

// check returns the text of a row. Error: it can't be sealed.
func (r *Row) check() (text string, err error) {
	for _, v := range []float64{r.Value, r.Low80, r.High80, r.FSD} {
		if !(v >= 0 && v < mostEuros) { // NaN is neither
			return "", fmt.Errorf("%q has the number %v", r.Home, v)
		}
	}
	text = r.Text()
	switch {
	case r.Home == "" || len(r.Home) > mostHome || !isPlain(r.Home):
		return "", fmt.Errorf("%q is no id of at most %d letters and digits", r.Home, mostHome)
	case len(r.Class) > mostClass || !isPlain(r.Class):
		return "", fmt.Errorf("%q is no class of at most %d letters and digits", r.Class, mostClass)
	case !(r.Value > 0):
		return "", fmt.Errorf("%s has no value", r.Home)
	case len(text) > mostRow:
		return "", fmt.Errorf("%s has numbers of too many digits", r.Home)
	}
	return text, nil
}

func isPlain(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(c rune) bool { return c == ';' || unicode.IsSpace(c) || !unicode.IsPrint(c) })
}

// ParseRow reads a row as Text writes it, and nothing else.
func ParseRow(text string) (Row, error) {
	cells := strings.Split(text, ";")
	if len(cells) != 6 {
		return Row{}, fmt.Errorf("a sealed row has six parts, this one %d", len(cells))
	}
	r := Row{Home: cells[0], Class: cells[5]}
	for i, v := range []*float64{&r.Value, &r.Low80, &r.High80, &r.FSD} {
		*v, _ = strconv.ParseFloat(cells[1+i], 64) // what is no number is written otherwise
	}
	written, err := r.check()
	if err != nil {
		return Row{}, err
	}
	if written != text {
		return Row{}, fmt.Errorf("the row of %s is not written as a seal writes it", r.Home)
	}
	return r, nil
}
