package demo

import (
	"fmt"
	"math"
	"slices"
	"strings"

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

// special defines a case, which the first fitting object shows.
type special struct {
	name  string
	fits  func(*object) bool
	alter func(*town, *object)         // unless nil, changes the object
	add   func(*town, *object) *object // unless nil, adds another near it, which shows the case
}

// specials returns the cases in the order of picking. The truth about a home, on which prices depend, does
// not change where only the register lacks it.
func specials() []special {
	return []special{
		{CaseAmbiguous, half("B"), nil, nil},
		{CaseLowerCase, half("A"), func(_ *town, o *object) { o.main.letter = strings.ToLower(o.main.letter) }, nil},
		{CaseGroundFloor, extended("HS"), nil, nil},
		{CaseRoman, extended("II"), nil, nil},
		{CaseSecondary, ofType(gevel.Hoekwoning), addSecondary, nil},
		{CaseTwin, ofType(gevel.Portiekwoning), addTwin, nil},
		{CaseTwoBuildings, inForm(facade.Farm), takeBarn, nil},
		{CaseUnknownSurface, ofType(gevel.Eindwoning), func(_ *town, o *object) { o.surface = unknownSurface }, nil},
		{CaseUnknownYear, villa, func(_ *town, o *object) { o.buildings[0].year = unknownYear }, nil},
		{CaseOutsideModel, inForm(facade.Farm), enlarge, nil},
		{CaseThisYear, villa, func(t *town, o *object) { o.builtIn(t.Date.Year()) }, nil},
		{CaseNextYear, villa, planned, nil},
		{CaseRemote, func(o *object) bool { return o.main.street.district.remote }, nil, nil},
		{CaseNoPostalCode, inForm(facade.Farm), nil, addPumpingStation},
		{CaseShop, usedAs(useShop), nil, nil},
		{CaseShopHome, usedAs(useHome, useShop), nil, nil},
		{CaseOffice, usedAs(useOffice), nil, nil},
		{CaseBerth, inForm(facade.CanalHouse), nil, berths},
		{CasePitch, inForm(facade.CanalHouse), nil, pitches},
	}
}

// addCases makes some homes special and adds objects that are no homes.
func (t *town) addCases() error {
	for _, c := range specials() {
		i := slices.IndexFunc(t.objects, func(o *object) bool { return o.shows == "" && c.fits(o) })
		if i < 0 {
			return fmt.Errorf("the town has no object that could show %s", c.name)
		}
		o := t.objects[i]
		if c.alter != nil {
			c.alter(t, o)
		}
		if c.add != nil {
			o = c.add(t, o)
		}
		t.show(c.name, o)
	}
	return nil
}

func (t *town) show(name string, o *object) {
	o.shows = name
	t.cases = append(t.cases, Case{Name: name, Address: o.address()})
}

func inForm(f facade.Form) func(*object) bool {
	return func(o *object) bool { return len(o.buildings) > 0 && o.buildings[0].form == f }
}

// half fits a home with a letter in a divided house.
func half(letter string) func(*object) bool {
	detached := inForm(facade.Detached)
	return func(o *object) bool { return detached(o) && o.main.letter == letter }
}

func extended(ext string) func(*object) bool {
	return func(o *object) bool { return o.main.ext == ext }
}

// ofType fits a home of a type in a district with sales.
func ofType(b gevel.BuildType) func(*object) bool {
	return func(o *object) bool { return o.home.BuildType == b && !o.main.street.district.quiet }
}

func usedAs(uses ...string) func(*object) bool {
	return func(o *object) bool { return slices.Equal(o.uses, uses) }
}

var villa = ofType(gevel.VrijstaandeWoning)

func enlarge(_ *town, o *object) { o.surface, o.home.UseSurface = oversized, gevel.Some(oversized) }

func planned(t *town, o *object) {
	o.builtIn(t.Date.Year() + 1)
	o.status, o.buildings[0].status = objectPlanned, buildingStarted
}

func (o *object) builtIn(year int) {
	o.buildings[0].year = year
	o.home.BuildYear = gevel.Some(year)
}

func addSecondary(t *town, o *object) {
	second := *o.main
	second.id, second.letter = t.newID(gevel.CodeNummeraanduiding), "Z"
	o.secondary = append(o.secondary, &second)
}

// addTwin adds an office at the address of a home, and gives it the home's former ids. These are lower, which
// exposes code that prefers the lower id.
func addTwin(t *town, o *object) {
	same := *o.main
	t.objects = append(t.objects, &object{
		id: o.id, kind: gevel.OtherUse, uses: []string{useOffice}, surface: 40, status: objectPlanned,
		at: o.at, main: &same, buildings: o.buildings, shows: CaseTwin,
	})
	o.id, o.main.id = t.newID(gevel.CodeVerblijfsobject), t.newID(gevel.CodeNummeraanduiding)
}

// takeBarn makes the building behind the farmhouse a part of the farm.
func takeBarn(t *town, o *object) {
	o.buildings = append(o.buildings, t.buildings[slices.Index(t.buildings, o.buildings[0])+1])
}

// addPumpingStation adds a building in the polder without an address.
func addPumpingStation(t *town, farm *object) *object {
	at := gevel.Point{X: farm.at.X - 300, Y: farm.at.Y - 300}
	b := &building{id: t.newID(gevel.CodePand), status: buildingInUse, year: 1968, ring: square(at, 9)}
	t.buildings = append(t.buildings, b)
	o := &object{
		id: t.newID(gevel.CodeVerblijfsobject), kind: gevel.OtherUse, uses: []string{useWorks}, surface: 290,
		status: objectInUse, at: at, buildings: []*building{b},
		main: &address{id: t.newID(gevel.CodeNummeraanduiding), street: farm.main.street, number: 99},
	}
	t.objects = append(t.objects, o)
	return o
}

// The harbour inside the first canal: berths for houseboats along one street and pitches for mobile homes
// along the other.
const (
	harbourRadius = 70.0 // metres
	quayRadius    = 96.0
	placesAlong   = 4
)

func berths(t *town, near *object) *object {
	return t.addHarbour(near, "Schippershaven", harbourRadius, gevel.CodeLigplaats)
}

func pitches(t *town, near *object) *object {
	return t.addHarbour(near, "Wagenmakersplein", quayRadius, gevel.CodeStandplaats)
}

// addHarbour lays a street inside the innermost canal with berths or pitches, and returns the last of them.
func (t *town) addHarbour(near *object, name string, radius float64, code gevel.ObjectCode) (o *object) {
	in := near.main.street.district
	s := t.addStreet(in, name, arc{centre: in.centre, radius: radius, length: radius * math.Pi})
	kind, postal := gevel.Berth, in.nextPostalCode()
	if code == gevel.CodeStandplaats {
		kind = gevel.Pitch
	}
	for i := range placesAlong {
		from := 20 + 24*float64(i)
		o = &object{
			id: t.newID(code), kind: kind, status: placeAssigned,
			ring: s.line.ring(corner{from, 4}, corner{from + 18, 4}, corner{from + 18, 9}, corner{from, 9}),
			main: &address{id: t.newID(gevel.CodeNummeraanduiding), street: s, number: i + 1, postalCode: postal},
		}
		t.objects = append(t.objects, o)
	}
	return o
}
