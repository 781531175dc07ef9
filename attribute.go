package gevel

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Attribute is one characteristic of a home: how it is called, read, bounded and shown, and what the market makes
// of it. The rows of Standard have a field of Characteristics; those that sources bring live in its Extra.
//
// The manifest of an edition has the others as JSON, in this order.
type Attribute struct {
	Column    string `json:"column"`          // in sales files and editions, and as a flag of the command line
	Name      string `json:"name"`            // in answers and explanations: useSurface, num_storey
	Label     string `json:"label"`           // in a sentence: use surface
	Dutch     string `json:"dutch,omitempty"` // the label in Dutch, where it differs
	Kind      Kind   `json:"kind"`
	Doc       string `json:"doc,omitempty"`       // for callers, without the full stop: Usable area in m2
	Unit      string `json:"unit,omitempty"`      // m2, m3 or ""
	Parameter string `json:"parameter,omitempty"` // of the service; "" where callers may not give it
	// Least and Most bound what a home can be valued with, and so what callers may give.
	// The most recent build year moves with the valuation date; see Bounds.
	Least    int  `json:"least,omitempty"`
	Most     int  `json:"most,omitempty"`
	Middling int  `json:"middling,omitempty"` // a typical number, the zero point of the linear model
	Rising   bool `json:"rising,omitempty"`   // more of it, or a better grade, is never worth less
	// Values are the names of a Grade, or of a Category of the contract, numbered from 1. Names
	// number the values of a Category that a file brings, from 0.
	Values []string `json:"values,omitempty"`
	Names  *Names   `json:"-"`
	Phrase string   `json:"-"` // in a list of what a home has, %s for the value: lot %s
	// Readable bounds are wider: what a sales file may hold. They separate typing errors and fillers from
	// real homes; whether a home can be valued is for Least and Most.
	Readable [2]float64 `json:"-"`
	Fillers  []int      `json:"-"` // numbers that registers and files write for unknown
	Required bool       `json:"-"` // without it a home is not valued

	get  func(*Characteristics) float64
	set  func(*Characteristics, float64)
	slot int // index in Characteristics.Extra of an attribute without get
}

// IsExtra reports whether the attribute lives in Characteristics.Extra.
func (a *Attribute) IsExtra() bool { return a.get == nil }

// Get returns what a home has: a number, the number of a name, 1 for yes; NaN is unknown.
func (a *Attribute) Get(c *Characteristics) float64 {
	if a.get != nil {
		return a.get(c)
	}
	if a.slot >= len(c.Extra) {
		return math.NaN()
	}
	return float64(c.Extra[a.slot])
}

// Set sets what Get returns.
func (a *Attribute) Set(c *Characteristics, v float64) {
	if a.set != nil {
		a.set(c, v)
		return
	}
	for len(c.Extra) <= a.slot {
		c.Extra = append(c.Extra, float32(math.NaN()))
	}
	c.Extra[a.slot] = float32(v)
}

// Known reports whether the home's value is known.
func (a *Attribute) Known(c *Characteristics) bool { v := a.Get(c); return v == v }

// Bounds returns the least and the most with which a home can be valued in a year.
func (a *Attribute) Bounds(year int) (least, most int) {
	if a.Kind == Year {
		return a.Least, year + a.Most
	}
	return a.Least, a.Most
}

// Allows reports whether a home with a value can be valued in a year. Names always can, and
// numbers without bounds; an unknown value can't.
func (a *Attribute) Allows(v float64, year int) bool {
	least, most := a.Bounds(year)
	return !math.IsNaN(v) && (a.IsNamed() || least == 0 && most == 0 || float64(least) <= v && v <= float64(most))
}

// IsNamed reports whether the values are names.
func (a *Attribute) IsNamed() bool { return a.Kind == Category || a.Kind == Grade }

// IsOpen reports whether it is a category whose names a file brings.
func (a *Attribute) IsOpen() bool { return a.Names != nil }

// IsFiller reports whether a number stands for unknown.
func (a *Attribute) IsFiller(v float64) bool {
	return slices.ContainsFunc(a.Fillers, func(n int) bool { return float64(n) == v })
}

// Named returns the number of a name, as Get does, NaN where it is none.
func (a *Attribute) Named(name string) float64 {
	if a.Names != nil {
		if code := a.Names.Code(name); code >= 0 {
			return float64(code)
		}
		return math.NaN()
	}
	if i := slices.Index(a.Values, name); i >= 0 {
		return float64(i + 1)
	}
	return math.NaN()
}

// Enter returns the number of a name of an open category and adds the name if it is new; NaN for an empty name.
func (a *Attribute) Enter(name string) float64 {
	if name == "" {
		return math.NaN()
	}
	return float64(a.Names.Add(name))
}

// NameOf returns the name of a number, "" where it is unknown.
func (a *Attribute) NameOf(v float64) string {
	switch {
	case math.IsNaN(v):
		return ""
	case a.Names != nil:
		return a.Names.Name(int32(v))
	}
	return a.Values[int(v)-1]
}

// Plain returns a known value as programs read it: a number, a name, true or false.
func (a *Attribute) Plain(v float64) any {
	switch {
	case a.IsNamed():
		return a.NameOf(v)
	case a.Kind == YesNo:
		return v == 1
	}
	return v
}

// Text returns a value as people read it: 105 m2, A++, yes; "" where it is unknown.
func (a *Attribute) Text(v float64) string {
	switch {
	case math.IsNaN(v):
		return ""
	case a.IsNamed():
		return a.NameOf(v)
	case a.Kind == YesNo && v == 1:
		return "yes"
	case a.Kind == YesNo:
		return "no"
	}
	return strings.TrimSpace(a.Bare(v) + " " + a.Unit)
}

// Bare returns a known number as text, without its unit.
func (a *Attribute) Bare(v float64) string {
	if a.Kind == Number {
		return strconv.FormatFloat(v, 'g', 6, 32)
	}
	return strconv.Itoa(int(v))
}

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
