package demo

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo/facade"
)

// Placeholders in the register for unknown values.
const (
	unknownSurface = 999_999 // m2
	unknownYear    = 9999
)

// oversized is a usable area beyond the service's limit, m2.
const oversized = 3000

// Case is an address of a special case.
type Case struct {
	Name    string // one of the Case constants
	Address gevel.Address
}

// The cases. Every town has at least one of each.
const (
	CaseOrdinary       = "an ordinary home, sold before and with a photo"
	CaseAmbiguous      = "two homes, and none at the bare number"
	CaseLowerCase      = "a house letter in lower case"
	CaseGroundFloor    = "a ground floor, HS"
	CaseRoman          = "an upper floor in Roman numerals"
	CaseSecondary      = "a home with a secondary address"
	CaseTwin           = "two objects at the very same address, one not yet in use"
	CaseTwoBuildings   = "a home in two buildings"
	CaseUnknownSurface = "a home whose surface is not known"
	CaseUnknownYear    = "a home whose build year is not known"
	CaseOutsideModel   = "a home too large to be valued"
	CaseThisYear       = "a home built this year"
	CaseNextYear       = "a home that will be ready next year"
	CaseRemote         = "a home without sales within 25 km"
	CaseNoPostalCode   = "an address without postal code"
	CaseShop           = "a shop"
	CaseShopHome       = "a shop with a dwelling"
	CaseOffice         = "an office"
	CaseBerth          = "a berth"
	CasePitch          = "a pitch"
)

// special defines a case: it picks a fitting object and, if alter is set, changes it. alter returns the
// object that shows the case.
type special struct {
	name  string
	fits  func(*object) bool
	alter func(*town, *object) *object
}

// specials returns the cases in the order of picking. The truth about a home, on which prices depend, does
// not change where only the register lacks it.
func specials() []special {
	return []special{
		{CaseAmbiguous, both(inForm(facade.Detached), lettered("B")), nil},
		{CaseLowerCase, both(inForm(facade.Detached), lettered("A")), lowerCase},
		{CaseGroundFloor, extended("HS"), nil},
		{CaseRoman, extended("II"), nil},
		{CaseSecondary, ofType(gevel.Hoekwoning), addSecondary},
		{CaseTwin, ofType(gevel.Portiekwoning), addTwin},
		{CaseTwoBuildings, inForm(facade.Farm), takeBarn},
		{CaseUnknownSurface, ofType(gevel.Eindwoning), forgetSurface},
		{CaseUnknownYear, ofType(gevel.VrijstaandeWoning), forgetYear},
		{CaseOutsideModel, inForm(facade.Farm), enlarge},
		{CaseThisYear, ofType(gevel.VrijstaandeWoning), finishThisYear},
		{CaseNextYear, ofType(gevel.VrijstaandeWoning), finishNextYear},
		{CaseRemote, remote, nil},
		{CaseNoPostalCode, inForm(facade.Farm), addPumpingStation},
		{CaseShop, usedAs(useShop), nil},
		{CaseShopHome, usedAs(useHome, useShop), nil},
		{CaseOffice, usedAs(useOffice), nil},
		{CaseBerth, inForm(facade.CanalHouse), addBerths},
		{CasePitch, inForm(facade.CanalHouse), addPitches},
	}
}

// addCases makes some homes special and adds objects that are no homes.
func (t *town) addCases() error {
	for _, c := range specials() {
		o, ok := t.find(c.fits)
		if !ok {
			return fmt.Errorf("the town has no object that could show %s", c.name)
		}
		if c.alter != nil {
			o = c.alter(t, o)
		}
		t.show(c.name, o)
	}
	return nil
}

func (t *town) show(name string, o *object) {
	o.shows = name
	t.cases = append(t.cases, Case{Name: name, Address: o.address()})
}

// find returns the first fitting object without a case.
func (t *town) find(fits func(*object) bool) (*object, bool) {
	for _, o := range t.objects {
		if o.shows == "" && fits(o) {
			return o, true
		}
	}
	return nil, false
}

func both(a, b func(*object) bool) func(*object) bool {
	return func(o *object) bool { return a(o) && b(o) }
}

func inForm(f facade.Form) func(*object) bool {
	return func(o *object) bool { return o.form() == f }
}

func lettered(letter string) func(*object) bool {
	return func(o *object) bool { return o.main.letter == letter }
}

func extended(ext string) func(*object) bool {
	return func(o *object) bool { return o.main.ext == ext }
}

// ofType fits a home of a type in a district with sales.
func ofType(b gevel.BuildType) func(*object) bool {
	return func(o *object) bool { return o.home.BuildType == b && !o.main.street.district.quiet }
}

func usedAs(uses ...string) func(*object) bool {
	return func(o *object) bool { return fmt.Sprint(o.uses) == fmt.Sprint(uses) }
}

func remote(o *object) bool { return o.main.street.district.centre == hamletCentre }

// form returns the form of the object's building.
func (o *object) form() facade.Form {
	if len(o.buildings) == 0 {
		return facade.Shed
	}
	return o.buildings[0].form
}
