package flatfile

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

// Register knows the homes that rows are about.
type Register interface {
	// Dwelling returns the home with an id, and its main address.
	Dwelling(id gevel.BAGID) (gevel.Dwelling, gevel.Address, bool)
	// Find returns the home at an address. Errors: gevel.AddressNotFound,
	// gevel.AmbiguousAddress, gevel.NotResidential.
	Find(q gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error)
}

// Home finds the row's home in the register, by id and else by address. An
// error is the register's own, and says nothing about the row.
func (r *Row) Home(register Register) (gevel.Dwelling, gevel.Address, error) {
	written := r.Value(DwellingID)
	written = written[strings.LastIndexByte(written, '/')+1:] // linked data writes ids as addresses of the web
	id, err := gevel.ParseBAGID(written)
	if err == nil {
		if dwelling, address, ok := register.Dwelling(id); ok {
			return dwelling, address, nil
		}
	}
	switch {
	case err != nil && isNumber(written):
		r.Bad(DwellingID, fmt.Errorf("%s is no BAG id, of 16 digits", Quote(written)))
	case r.Value(PostalCode) != "" && r.Value(HouseNumber) != "":
		return r.find(register, r.address())
	case written == "":
		r.Fail("unknown_dwelling", "neither dwelling_id nor postal_code and house_number")
	case err != nil:
		r.Bad(DwellingID, fmt.Errorf("%s is no BAG id", Quote(written)))
	default:
		r.Fail("unknown_dwelling", "dwelling_id %s is not in the register, and there is no address", id)
	}
	return gevel.Dwelling{}, gevel.Address{}, nil
}

// isNumber reports whether a text is digits only. A text that is not may say that there is no id; a
// number is one, and a broken id names another home than the address, or none.
func isNumber(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool { return c < '0' || c > '9' })
}

func (r *Row) find(register Register, q gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error) {
	if r.Reason != "" {
		return gevel.Dwelling{}, gevel.Address{}, nil
	}
	dwelling, address, err := register.Find(q)
	switch code := gevel.CodeOf(err); code {
	case gevel.AddressNotFound:
		r.Fail("unknown_address", "%v", err)
	case gevel.AmbiguousAddress, gevel.NotResidential:
		r.Fail(string(code), "%v", err)
	default:
		return dwelling, address, err
	}
	return gevel.Dwelling{}, gevel.Address{}, nil
}

// address returns the row's address. Some files write letter and extension behind
// the number, in one column.
func (r *Row) address() gevel.AddressQuery {
	code, err := gevel.ParsePostalCode(r.Value(PostalCode))
	if err != nil {
		r.Bad(PostalCode, fmt.Errorf("%s is no postal code", Quote(r.Value(PostalCode))))
	}
	written := r.Value(HouseNumber)
	end := strings.IndexFunc(written, func(c rune) bool { return c < '0' || c > '9' })
	if end < 0 {
		end = len(written)
	}
	number, err := strconv.Atoi(written[:end])
	if err != nil || number < gevel.MinHouseNumber || number > gevel.MaxHouseNumber {
		r.Bad(HouseNumber, fmt.Errorf("%s is no house number", Quote(written)))
	}
	return gevel.AddressQuery{
		PostalCode:     code,
		HouseNumber:    number,
		HouseLetter:    r.Value(HouseLetter),
		HouseNumberExt: strings.TrimSpace(written[end:]) + r.Value(HouseNumberExt),
	}
}
