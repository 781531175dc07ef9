package demo

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo/facade"
)

// town is the invented town in the program's own model, before it is written in any format.
type town struct {
	Options
	cities    []*city
	streets   []*street
	buildings []*building
	objects   []*object
	cases     []Case
	sold      []sale                   // regular and irregular, by day
	issued    map[gevel.ObjectCode]int // number of ids issued
	site      site
}

// city is a woonplaats.
type city struct {
	id   gevel.BAGID
	name string
	ring []gevel.Point
}

// street is an openbare ruimte, a part of an arc with homes on both sides.
type street struct {
	id       gevel.BAGID
	name     string
	district *district
	line     arc
	rented   bool // all homes belong to a housing association that sells none
}

// building is a pand. Its units refer to it.
type building struct {
	id      gevel.BAGID
	ring    []gevel.Point
	parcel  []gevel.Point // outline of its parcel; nil is the building's own
	year    int
	status  string
	form    facade.Form
	storeys int
	across  int // homes beside each other on a floor, or bays of one home
	joinedL bool
	joinedR bool
}

// address is a nummeraanduiding.
type address struct {
	id          gevel.BAGID
	street      *street
	number      int
	letter, ext string
	postalCode  gevel.PostalCode
}

// object is an addressable object: a verblijfsobject, a berth or a pitch.
type object struct {
	id        gevel.BAGID
	kind      gevel.ObjectKind
	uses      []string // gebruiksdoelen of a verblijfsobject
	surface   int      // m2 in the register; may be a placeholder
	status    string
	at        gevel.Point
	ring      []gevel.Point // of a berth or pitch
	main      *address
	secondary []*address
	buildings []*building
	earlier   *extension // an earlier state
	later     *extension // an announced state
	shows     string     // the case that it stands for
	home      dwelling
}

// extension is a change of a home's surface on a day.
type extension struct {
	surface int // m2, before the day or from it
	on      gevel.Date
}

// dwelling is the truth about a home; register and sales file may differ.
type dwelling struct {
	gevel.Characteristics
	maintenance int     // 1 (bad) to 9 (excellent)
	effect      float64 // visible to buyers, in no file; log euros
}

func (t *town) newID(code gevel.ObjectCode) gevel.BAGID {
	t.issued[code]++
	return gevel.BAGID(fmt.Sprintf("%s%s%010d", t.site.municipality(), code, t.issued[code]))
}

// homes returns the habitable objects, in the order of building.
func (t *town) homes() []*object {
	homes := make([]*object, 0, len(t.objects))
	for _, o := range t.objects {
		if o.kind == gevel.Home {
			homes = append(homes, o)
		}
	}
	return homes
}

// address returns the object's address in the service's terms.
func (o *object) address() gevel.Address {
	a := o.main
	return gevel.Address{
		NumberID: a.id, ObjectID: o.id,
		PostalCode: a.postalCode, HouseNumber: a.number, HouseLetter: a.letter, HouseNumberExt: a.ext,
		Street: a.street.name, City: a.street.district.in.name,
		Municipality: municipalityName, Province: provinceName,
		Kind: o.kind, Main: true, InUse: o.status != objectPlanned,
	}
}
