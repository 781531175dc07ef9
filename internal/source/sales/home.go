package sales

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

// home gives the sale its dwelling and place. An error is one of the register's
// that says nothing about the row.
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
	s.At = dwelling.At
	s.PC4 = r.texts.of(address.PostalCode.PC4())
	s.Street, s.City = address.Street, address.City
	s.Characteristics = s.Over(dwelling.Characteristics)
	return nil
}

// ownHome takes the dwelling from the row alone.
func (r *row) ownHome(s *gevel.Sale) {
	s.DwellingID = strings.Clone(r.text(dwellingID))
	s.PC4 = r.areaOf(r.text(postalCode))
	s.Street = r.texts.of(r.text(street))
	s.At = r.position()
	if s.DwellingID == "" && r.value(postalCode) != "" && r.value(houseNumber) != "" {
		s.DwellingID = strings.Join([]string{
			r.value(postalCode), r.value(houseNumber), r.value(houseLetter), r.value(houseNumberExt),
		}, " ")
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

// registered finds the row's home in the register, by id and else by address.
func (r *row) registered() (gevel.Dwelling, gevel.Address, error) {
	var none gevel.Dwelling
	byAddress := r.value(postalCode) != "" && r.value(houseNumber) != ""
	if s := r.value(dwellingID); s != "" {
		id, err := gevel.ParseBAGID(s)
		if dwelling, address, ok := r.Register.Dwelling(id); ok && err == nil {
			return dwelling, address, nil
		}
		if err != nil && !byAddress {
			r.bad(dwellingID, fmt.Errorf("%s is no BAG id", quote(s)))
		}
	}
	if !byAddress {
		r.fail("unknown_dwelling", "dwelling_id %s is not in the register, and there is no address",
			quote(r.value(dwellingID)))
		return none, gevel.Address{}, nil
	}
	q := r.address()
	if r.reason != "" {
		return none, gevel.Address{}, nil
	}
	dwelling, address, err := r.Register.Find(q)
	switch code := gevel.CodeOf(err); code {
	case "":
		return dwelling, address, nil
	case gevel.AddressNotFound:
		r.fail("unknown_address", "%v", err)
	case gevel.AmbiguousAddress, gevel.NotResidential:
		r.fail(string(code), "%v", err)
	default:
		return none, gevel.Address{}, err
	}
	return none, gevel.Address{}, nil
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
	if err != nil || number < 1 || number > lastHouseNumber {
		r.bad(houseNumber, fmt.Errorf("%s is no house number", quote(written)))
	}
	return gevel.AddressQuery{
		PostalCode:     code,
		HouseNumber:    number,
		HouseLetter:    r.value(houseLetter),
		HouseNumberExt: strings.TrimSpace(written[end:]) + r.value(houseNumberExt),
	}
}

// lastHouseNumber is the highest one that the BAG can hold.
const lastHouseNumber = 99_999
