package spelling

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

// HouseNumber reads a house number, and what letter and extension are written behind it in one field: 265, 265A-1,
// 265 A 1, and 265.0 as programs write it where another row of the column is empty. The error says what would be right.
func HouseNumber(s string) (number int, suffix string, err error) {
	s = strings.TrimSpace(s)
	suffix = strings.TrimLeft(s, "0123456789")
	digits := s[:len(s)-len(suffix)]
	if fraction := strings.TrimLeft(suffix, ".,"); len(fraction) == len(suffix)-1 && fraction != "" && strings.Trim(fraction, "0") == "" {
		suffix = ""
	}
	number, err = strconv.Atoi(digits)
	switch {
	case digits == "":
		return 0, "", fmt.Errorf("%s is no house number", Quote(s))
	case err != nil || number < gevel.MinHouseNumber || number > gevel.MaxHouseNumber:
		return 0, "", fmt.Errorf("%s is no house number from %d to %d", Quote(s), gevel.MinHouseNumber, gevel.MaxHouseNumber)
	}
	return number, strings.Trim(suffix, " -/.,"), nil
}

// SplitSuffix splits what is written behind a house number into the house letter and the extension: A-2, A2 and 2.
func SplitSuffix(suffix string) (letter, ext string) {
	rest := strings.TrimLeft(suffix[min(1, len(suffix)):], " -/.")
	if suffix == "" || digits(suffix[:1]) || len(rest) > 0 && len(rest) == len(suffix)-1 && !digits(rest[:1]) {
		return "", suffix
	}
	return suffix[:1], rest
}

// Address is an address in the fields of a row.
type Address struct{ PostalCode, HouseNumber, HouseLetter, HouseNumberExt string }

// Query reads the address. The reason of a fault is the name of a column: postal_code, house_number.
func (a Address) Query() (q gevel.AddressQuery, faults []gevel.Detail) {
	code, err := gevel.ParsePostalCode(a.PostalCode)
	if err != nil {
		faults = append(faults, gevel.Detail{Reason: "postal_code", Message: Quote(a.PostalCode) + " is no postal code of the form 1234AB"})
	}
	number, suffix, err := HouseNumber(a.HouseNumber)
	if err != nil {
		faults = append(faults, gevel.Detail{Reason: "house_number", Message: err.Error()})
	}
	q = gevel.AddressQuery{
		PostalCode: code, HouseNumber: number,
		HouseLetter: strings.TrimSpace(a.HouseLetter), HouseNumberExt: strings.TrimSpace(a.HouseNumberExt),
	}
	own := gevel.JoinSuffix(q.HouseLetter, q.HouseNumberExt)
	letter, _ := SplitSuffix(suffix)
	switch written := gevel.JoinSuffix("", suffix); {
	case written == "" || written == own: // in both places
	case own == "", q.HouseNumberExt == "" && strings.EqualFold(letter, q.HouseLetter): // the letter may be in both places
		q.HouseLetter, q.HouseNumberExt = "", suffix
	case q.HouseLetter != "" && letter != "" && !strings.EqualFold(letter, q.HouseLetter):
		faults = append(faults, gevel.Detail{
			Reason:  "house_number",
			Message: fmt.Sprintf("%s has another letter than house_letter, %s", Quote(a.HouseNumber), Quote(a.HouseLetter)),
		})
	default: // a part in each
		q.HouseLetter, q.HouseNumberExt = suffix, q.HouseLetter+q.HouseNumberExt
	}
	return q, faults
}
