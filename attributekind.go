package gevel

import (
	"fmt"
	"slices"
	"strings"
)

// Kind says what an attribute measures, and so how models and readers treat it.
type Kind uint8

// The kinds.
const (
	Category Kind = 1 + iota // one of several names, in no order
	Grade                    // one of several names, from the worst to the best
	Year                     // a calendar year
	Area                     // m2 or m3: ratios count, not differences
	Count                    // a whole number of something
	YesNo                    // 0 or 1
	Number                   // any number
)

var kindNames = [...]string{
	Category: "category", Grade: "grade", Year: "year", Area: "area", Count: "count", YesNo: "yes/no", Number: "number",
}

// String returns the name of the kind.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// MarshalText writes the name of the kind.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the name of a kind.
func (k *Kind) UnmarshalText(text []byte) error {
	i := slices.Index(kindNames[:], string(text))
	if i < 1 {
		return fmt.Errorf("%q is no kind of characteristic; there are %s", text, strings.Join(kindNames[1:], ", "))
	}
	*k = Kind(i)
	return nil
}
