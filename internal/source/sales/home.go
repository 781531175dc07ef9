package sales

import (
	"fmt"
	"strings"

	"github.com/gevel/gevel"
)

// home gives the sale its dwelling and place. An error is the register's own.
func (r *row) home(s *gevel.Sale) error {
	if r.im.Register == nil {
		r.ownHome(s)
		return nil
	}
	dwelling, address, err := r.Home(r.im.Register)
	if err != nil || r.Reason != "" {
		return err
	}
	s.DwellingID = string(dwelling.ID)
	s.At, s.Place = dwelling.At, dwelling.Place
	s.PC4, r.zip = r.Texts.Of(address.PostalCode.PC4()), r.Texts.Of(string(address.PostalCode))
	s.Street, s.City = address.Street, address.City
	then := dwelling.On(s.Date, r.Table)
	s.Characteristics = r.Table.Over(s.Characteristics, then.Characteristics)
	return nil
}

// ownHome takes the dwelling from the row alone.
func (r *row) ownHome(s *gevel.Sale) {
	s.DwellingID = strings.Clone(r.text(dwellingID))
	area := r.text(postalCode)
	s.PC4 = r.im.areaOf(area)
	if code, err := gevel.ParsePostalCode(area); err == nil {
		r.zip = r.Texts.Of(string(code))
	}
	s.Street = r.Texts.Of(r.text(street))
	s.At = r.position()
	if s.DwellingID == "" && area != "" && r.value(houseNumber) != "" {
		s.DwellingID = fmt.Sprintf("%s %s %s", gevel.JoinSuffix(area, ""),
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
		area = im.Texts.Of(dutch.PC4())
	}
	im.areas[strings.Clone(code)] = area
	return area
}
