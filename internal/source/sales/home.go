package sales

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

// home gives the sale its dwelling and place. An error is the register's own.
func (r *row) home(s *gevel.Sale) error {
	if r.Register == nil {
		r.ownHome(s)
		return nil
	}
	dwelling, address, err := r.registered()
	if err != nil || r.reason != "" {
		return err
	}
	s.DwellingID = string(dwelling.ID)
	s.At, s.Place = dwelling.At, dwelling.Place
	s.PC4 = r.texts.of(address.PostalCode.PC4())
	s.Street, s.City = address.Street, address.City
	then := dwelling.On(s.Date, r.table)
	s.Characteristics = r.table.Over(s.Characteristics, then.Characteristics)
	return nil
}

// ownHome takes the dwelling from the row alone.
func (r *row) ownHome(s *gevel.Sale) {
	s.DwellingID = strings.Clone(r.text(dwellingID))
	s.PC4 = r.areaOf(r.text(postalCode))
	s.Street = r.texts.of(r.text(street))
	s.At = r.position()
	if s.DwellingID == "" && r.value(postalCode) != "" && r.value(houseNumber) != "" {
		s.DwellingID = fmt.Sprintf("%s %s %s", gevel.JoinSuffix(r.text(postalCode), ""),
			r.text(houseNumber), gevel.JoinSuffix(r.text(houseLetter), r.text(houseNumberExt)))
	}
}

// areaOf returns the postal-code area of a code: PC4 in the Netherlands, and the
// code itself elsewhere.
func (im *importer) areaOf(code string) string {
	if area, ok := im.areas[code]; ok {
		return area
	}
	area := strings.Clone(code)
	if dutch, err := gevel.ParsePostalCode(code); err == nil {
		area = im.texts.of(dutch.PC4())
	}
	im.areas[strings.Clone(code)] = area
	return area
}

// registered finds the row's home in the register, by id and else by address. An
// error is the register's own, and says nothing about the row.
func (r *row) registered() (gevel.Dwelling, gevel.Address, error) {
	written := r.value(dwellingID)
	id, err := gevel.ParseBAGID(written)
	if err == nil {
		if dwelling, address, ok := r.Register.Dwelling(id); ok {
			return dwelling, address, nil
		}
	}
	switch {
	case err != nil && isNumber(written):
		r.bad(dwellingID, fmt.Errorf("%s is no BAG id, of 16 digits", quote(written)))
	case r.value(postalCode) != "" && r.value(houseNumber) != "":
		return r.find(r.address())
	case written == "":
		r.fail("unknown_dwelling", "neither dwelling_id nor postal_code and house_number")
	case err != nil:
		r.bad(dwellingID, fmt.Errorf("%s is no BAG id", quote(written)))
	default:
		r.fail("unknown_dwelling", "dwelling_id %s is not in the register, and there is no address", id)
	}
	return gevel.Dwelling{}, gevel.Address{}, nil
}

// isNumber reports whether a text is digits only. A text that is not may say that there is no id; a
// number is one, and a broken id names another home than the address, or none.
func isNumber(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool { return c < '0' || c > '9' })
}

func (r *row) find(q gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error) {
	if r.reason != "" {
		return gevel.Dwelling{}, gevel.Address{}, nil
	}
	dwelling, address, err := r.Register.Find(q)
	switch code := gevel.CodeOf(err); code {
	case gevel.AddressNotFound:
		r.fail("unknown_address", "%v", err)
	case gevel.AmbiguousAddress, gevel.NotResidential:
		r.fail(string(code), "%v", err)
	default:
		return dwelling, address, err
	}
	return gevel.Dwelling{}, gevel.Address{}, nil
}

// address returns the row's address. Some files write letter and extension behind
// the number, in one column.
func (r *row) address() gevel.AddressQuery {
	code, err := gevel.ParsePostalCode(r.value(postalCode))
	if err != nil {
		r.bad(postalCode, fmt.Errorf("%s is no postal code", quote(r.value(postalCode))))
	}
	written := r.value(houseNumber)
	end := strings.IndexFunc(written, func(c rune) bool { return c < '0' || c > '9' })
	if end < 0 {
		end = len(written)
	}
	number, err := strconv.Atoi(written[:end])
	if err != nil || number < gevel.MinHouseNumber || number > gevel.MaxHouseNumber {
		r.bad(houseNumber, fmt.Errorf("%s is no house number", quote(written)))
	}
	return gevel.AddressQuery{
		PostalCode:     code,
		HouseNumber:    number,
		HouseLetter:    r.value(houseLetter),
		HouseNumberExt: strings.TrimSpace(written[end:]) + r.value(houseNumberExt),
	}
}
