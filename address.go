package gevel

import (
	"fmt"
	"strings"
)

// PostalCode is a Dutch postal code in its stored form, 1234AB.
type PostalCode string

// ParsePostalCode reads 1234AB or 1234 AB, in either case, with white space around it.
func ParsePostalCode(s string) (PostalCode, error) {
	code := s
	if len(s) != 6 {
		switch words := strings.Fields(s); {
		case len(words) == 1:
			code = words[0]
		case len(words) == 2 && len(words[0]) == 4:
			code = words[0] + words[1]
		}
	}
	code = strings.ToUpper(code)
	if len(code) != 6 || !allDigits(code[:4]) || code[0] == '0' || !isLetter(code[4]) || !isLetter(code[5]) {
		return "", fmt.Errorf("%q is no postal code of the form 1234AB", s)
	}
	return PostalCode(code), nil
}

// PC4 returns the postal-code area, the four digits.
func (p PostalCode) PC4() string { return string(p[:min(4, len(p))]) }

func isLetter(c byte) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }

// ObjectKind is the kind of object at an address.
type ObjectKind uint8

// The kinds of object. Only a Home can be valued.
const (
	Home     ObjectKind = 1 + iota // a verblijfsobject with a residential use
	OtherUse                       // a verblijfsobject without one
	Berth                          // a ligplaats, for a houseboat
	Pitch                          // a standplaats, for a mobile home
)

// Address is an address of the register: one nummeraanduiding of one object. An
// object has one main address and may have secondary ones.
type Address struct {
	NumberID       BAGID
	ObjectID       BAGID
	PostalCode     PostalCode // "" when the register has none
	HouseNumber    int
	HouseLetter    string
	HouseNumberExt string
	Street         string
	City           string
	Municipality   string
	Province       string
	Kind           ObjectKind
	Main           bool
	InUse          bool // the object is in use on the day that a register was asked about, not only planned or closed
	// From and Until are the days on which the object bears it, as each day saw that: from the one, and no more on the
	// other; 0 is none.
	From, Until Date
}

// BorneOn reports whether the object bears the address on a day.
func (a *Address) BorneOn(day Date) bool {
	return (a.From == 0 || a.From <= day) && (a.Until == 0 || day < a.Until)
}

// BorneOn keeps of addresses those that objects bear on a day, by the status of each, and notes which objects are in use.
func BorneOn(addresses []Address, day Date, status func(object BAGID) Status) []Address {
	borne := addresses[:0]
	for _, a := range addresses {
		if is := status(a.ObjectID); a.BorneOn(day) && is != Gone {
			a.InUse = is.Used()
			borne = append(borne, a)
		}
	}
	return borne
}

// Extension returns the letter and extension as the answers of the service show them: A, 2, A-2 or "".
func (a Address) Extension() string {
	if a.HouseLetter != "" && a.HouseNumberExt != "" {
		return a.HouseLetter + "-" + a.HouseNumberExt
	}
	return a.HouseLetter + a.HouseNumberExt
}

// String returns the address on one line, as it is written on an envelope.
func (a Address) String() string {
	number := fmt.Sprintf("%d%s", a.HouseNumber, a.HouseLetter)
	if a.HouseNumberExt != "" {
		number += "-" + a.HouseNumberExt
	}
	return fmt.Sprintf("%s %s, %s %s", a.Street, number, a.PostalCode, a.City)
}

// Bounds of house numbers: five digits in the register.
const (
	MinHouseNumber = 1
	MaxHouseNumber = 99_999
)

// AddressQuery is an address as a caller spells it. Letter and extension may stand in either field.
type AddressQuery struct {
	PostalCode     PostalCode `json:"postalCode,omitempty"`
	HouseNumber    int        `json:"houseNumber,omitempty"`
	HouseLetter    string     `json:"houseLetter,omitempty"`
	HouseNumberExt string     `json:"houseNumberExt,omitempty"`
	// ObjectID, if not empty, selects one of several objects with the same address.
	ObjectID BAGID `json:"bagId,omitempty" doc:"of the dwelling"`
}

// Query returns the query that means the address and no other.
func (a *Address) Query() AddressQuery {
	return AddressQuery{
		PostalCode: a.PostalCode, HouseNumber: a.HouseNumber,
		HouseLetter: a.HouseLetter, HouseNumberExt: a.HouseNumberExt, ObjectID: a.ObjectID,
	}
}
