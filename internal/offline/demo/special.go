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
	villa, farm, canalHouse := ofType(gevel.VrijstaandeWoning), inStyle(facade.Farm), inStyle(facade.CanalHouse)
	return []special{
		{name: CaseAmbiguous, fits: half("B")},
		{CaseLowerCase, half("A"), func(_ *town, o *object) { o.Main.Letter = strings.ToLower(o.Main.Letter) }, nil},
		{name: CaseGroundFloor, fits: extended("HS")},
		{name: CaseRoman, fits: extended("II")},
		{CaseSecondary, ofType(gevel.Hoekwoning), addSecondary, nil},
		{CaseTwin, ofType(gevel.Portiekwoning), addTwin, nil},
		{CaseTwoBuildings, farm, takeBarn, nil},
		{CaseUnknownSurface, ofType(gevel.Eindwoning), func(_ *town, o *object) { o.Surface = unknownSurface }, nil},
		{CaseUnknownYear, villa, func(_ *town, o *object) { o.Buildings[0].Year = unknownYear }, nil},
		{CaseOutsideModel, farm, enlarge, nil},
		{CaseThisYear, villa, func(t *town, o *object) { o.builtIn(t.Date.Year()) }, nil},
		{CaseNextYear, villa, planned, nil},
		{name: CaseRemote, fits: func(o *object) bool { return o.district().remote }},
		{CaseNoPostalCode, farm, nil, addPumpingStation},
		{name: CaseShop, fits: usedAs(useShop)},
		{name: CaseShopHome, fits: usedAs(useHome, useShop)},
		{name: CaseOffice, fits: usedAs(useOffice)},
		{CaseBerth, canalHouse, nil, harbour("Schippershaven", 70, gevel.CodeLigplaats, gevel.Berth)},
		{CasePitch, canalHouse, nil, harbour("Wagenmakersplein", 96, gevel.CodeStandplaats, gevel.Pitch)},
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

// show makes an object the one that shows a case.
func (t *town) show(name string, o *object) {
	o.shows = name
	t.cases = append(t.cases, Case{Name: name, Address: o.address()})
}

func inStyle(f facade.Style) func(*object) bool {
	return func(o *object) bool { return len(o.Buildings) > 0 && o.Buildings[0].style == f }
}

// half fits a home with a letter in a divided house.
func half(letter string) func(*object) bool {
	detached := inStyle(facade.Detached)
	return func(o *object) bool { return detached(o) && o.Main.Letter == letter }
}

func extended(ext string) func(*object) bool {
	return func(o *object) bool { return o.Main.Ext == ext }
}

// ofType fits a home of a type in a district with sales.
func ofType(b gevel.BuildType) func(*object) bool {
	return func(o *object) bool { return o.home.BuildType == b && !o.district().quiet }
}

func usedAs(uses ...string) func(*object) bool {
	return func(o *object) bool { return slices.Equal(o.Uses, uses) }
}

func enlarge(_ *town, o *object) { o.Surface, o.home.UseSurface = oversized, gevel.Some(oversized) }

func planned(t *town, o *object) {
	o.builtIn(t.Date.Year() + 1)
	o.status, o.Buildings[0].status = objectPlanned, buildingStarted
}

func (o *object) builtIn(year int) {
	o.Buildings[0].Year = year
	o.home.BuildYear = gevel.Some(year)
}

func addSecondary(t *town, o *object) {
	second := *o.Main
	second.ID, second.Letter = t.newID(gevel.CodeNummeraanduiding), "Z"
	o.Secondary = append(o.Secondary, &second)
}

// addTwin adds an office at the address of a home, and gives it the home's former ids. These are lower, which
// exposes code that prefers the lower id.
func addTwin(t *town, o *object) {
	same := *o.Main
	t.objects = append(t.objects, &object{
		ID: o.ID, kind: gevel.OtherUse, Uses: []string{useOffice}, Surface: 40, status: objectPlanned,
		At: o.At, Main: &same, Buildings: o.Buildings, shows: CaseTwin,
	})
	o.ID, o.Main.ID = t.newID(gevel.CodeVerblijfsobject), t.newID(gevel.CodeNummeraanduiding)
}

// takeBarn makes the building behind the farmhouse a part of the farm.
func takeBarn(t *town, o *object) {
	o.Buildings = append(o.Buildings, t.buildings[slices.Index(t.buildings, o.Buildings[0])+1])
}

// addPumpingStation adds a building in the polder without an address.
func addPumpingStation(t *town, farm *object) *object {
	at := gevel.Point{X: farm.At.X - 300, Y: farm.At.Y - 300}
	b := &building{ID: t.newID(gevel.CodePand), status: buildingInUse, Year: 1968, Ring: square(at, 9)}
	t.buildings = append(t.buildings, b)
	o := &object{
		ID: t.newID(gevel.CodeVerblijfsobject), kind: gevel.OtherUse, Uses: []string{useWorks}, Surface: 290,
		status: objectInUse, At: at, Buildings: []*building{b},
		Main: &address{ID: t.newID(gevel.CodeNummeraanduiding), Street: farm.Main.Street, Number: 99},
	}
	t.objects = append(t.objects, o)
	return o
}

// harbour returns what lays a street inside the first canal with berths for houseboats or pitches for mobile homes
// along it. The last of them shows the case.
func harbour(name string, radius float64, code gevel.ObjectCode, kind gevel.ObjectKind) func(*town, *object) *object {
	const places = 4
	return func(t *town, near *object) (o *object) {
		in := near.district()
		s := t.addStreet(in, name, arc{centre: in.centre, radius: radius, length: radius * math.Pi})
		postal := in.nextPostalCode()
		for i := range places {
			from := 20 + 24*float64(i)
			o = &object{
				ID: t.newID(code), kind: kind, status: placeAssigned,
				Ring: s.line.ring(corner{from, 4}, corner{from + 18, 4}, corner{from + 18, 9}, corner{from, 9}),
				Main: &address{ID: t.newID(gevel.CodeNummeraanduiding), Street: s, Number: i + 1, PostalCode: postal},
			}
			t.objects = append(t.objects, o)
		}
		return o
	}
}
