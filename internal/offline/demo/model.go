package demo

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo/facade"
)

// town is the invented town in the program's own model, before it is written in any format. bag.tmpl prints the
// exported fields.
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
	ID           gevel.BAGID
	Name         string
	Municipality string // its code
	Ring         []gevel.Point
}

// street is an openbare ruimte, a part of an arc with homes on both sides.
type street struct {
	ID       gevel.BAGID
	Name     string
	City     *city
	district *district
	line     arc
	rented   bool // all homes belong to a housing association that sells none
}

// building is a pand. Its units refer to it.
type building struct {
	ID      gevel.BAGID
	Ring    []gevel.Point
	Year    int
	parcel  []gevel.Point // outline of its parcel; nil is the building's own
	status  string
	form    facade.Form
	storeys int
	across  int // homes beside each other on a floor, or bays of one home
	joinedL bool
	joinedR bool
}

// address is a nummeraanduiding.
type address struct {
	ID          gevel.BAGID
	Street      *street
	Number      int
	Letter, Ext string
	PostalCode  gevel.PostalCode
}

// object is an addressable object: a verblijfsobject, a berth or a pitch.
type object struct {
	ID        gevel.BAGID
	Uses      []string // gebruiksdoelen of a verblijfsobject
	Surface   int      // m2 in the register; may be a placeholder
	At        gevel.Point
	Ring      []gevel.Point // of a berth or pitch
	Main      *address
	Secondary []*address
	Buildings []*building
	kind      gevel.ObjectKind
	status    string
	changed   *change
	shows     string // the case that it stands for
	home      dwelling
}

// change is a change of a home's surface, m2, that has been or is announced.
type change struct {
	on       gevel.Date
	from, to int
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

// housed returns the homes of each building that has any, ordered by building.
func (t *town) housed() [][]*object {
	var groups [][]*object
	place := map[*building]int{}
	for _, o := range t.homes() {
		i, known := place[o.Buildings[0]]
		if !known {
			i = len(groups)
			place[o.Buildings[0]], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], o)
	}
	return groups
}

// district returns the district of the object's street.
func (o *object) district() *district { return o.Main.Street.district }

// address returns the object's address in the service's terms.
func (o *object) address() gevel.Address {
	a := o.Main
	return gevel.Address{
		NumberID: a.ID, ObjectID: o.ID,
		PostalCode: a.PostalCode, HouseNumber: a.Number, HouseLetter: a.Letter, HouseNumberExt: a.Ext,
		Street: a.Street.Name, City: a.Street.City.Name, Municipality: municipalityName, Province: provinceName,
		Kind: o.kind, Main: true, InUse: o.status != objectPlanned,
	}
}
