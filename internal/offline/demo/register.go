package demo

import (
	"strconv"
	"strings"
	"time"

	"github.com/gevel/gevel"
)

// Statuses, in the register's words.
const (
	placeDesignated  = "Woonplaats aangewezen"
	nameIssued       = "Naamgeving uitgegeven"
	objectInUse      = "Verblijfsobject in gebruik"
	objectPlanned    = "Verblijfsobject gevormd"
	objectWithdrawn  = "Verblijfsobject ingetrokken"
	placeAssigned    = "Plaats aangewezen"
	buildingInUse    = "Pand in gebruik"
	buildingStarted  = "Bouw gestart"
	buildingNoLonger = "Pand gesloopt"
)

// registerBegin is the day on which the municipality joined the register.
var registerBegin = gevel.NewDate(2010, time.December, 20)

// entry is a voorkomen: one version of an object, as bag.tmpl writes it.
type entry struct {
	Type, Short string // of object, in the register's words
	ID          gevel.BAGID
	Version     int
	Begin       gevel.Date
	Until       string // the day of the next version, or empty
	Mistaken    bool   // registered by mistake, corrected afterwards
	Status      string
	Name        string        // of a city or street; of an address the type of its object
	Part        gevel.BAGID   // the street's city, the address's street, the object's main address
	Ring        []gevel.Point // or the one point of a verblijfsobject

	HouseNumber int
	Letter, Ext string
	PostalCode  gevel.PostalCode
	Secondary   []gevel.BAGID // addresses
	Uses        []string
	Surface     int
	Buildings   []gevel.BAGID
	Year        int
}

// Positions returns the coordinates of the ring in two or three dimensions; the third one is always 0.
func (e entry) Positions(dims int) string {
	var text []byte
	for i, p := range e.Ring {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(strconv.AppendFloat(text, p.X, 'f', 3, 64), ' ')
		text = strconv.AppendFloat(text, p.Y, 'f', 3, 64)
		if dims == 3 {
			text = append(text, " 0.0"...)
		}
	}
	return string(text)
}

// Document returns the number of the decision behind a version, of its year.
func (e entry) Document() int { return int(e.Begin) % 1000 }

// ends returns the entry as valid up to a day, and the one that follows it from then on.
func (e entry) ends(on gevel.Date) (before, after entry) {
	before, after = e, e
	before.Until, after.Version, after.Begin = on.String(), e.Version+1, on
	return before, after
}

// mistakes is the inner zip of the versions that were registered by mistake.
const mistakes = "IAVBO"

// kinds are the inner zips of a delivery, in its order.
var kinds = []struct {
	name, short string // short is the type of the objects
	entries     func(r *register, yield func(entry))
}{
	{"WPL", "WPL", (*register).cities},
	{"OPR", "OPR", (*register).streets},
	{"NUM", "NUM", (*register).addresses},
	{"LIG", "LIG", func(r *register, yield func(entry)) { r.places(gevel.CodeLigplaats, yield) }},
	{"STA", "STA", func(r *register, yield func(entry)) { r.places(gevel.CodeStandplaats, yield) }},
	{"VBO", "VBO", (*register).objects},
	{"PND", "PND", (*register).buildings},
	{mistakes, "VBO", (*register).mistaken},
}

// register is the town as the register has it on a day.
type register struct {
	*town
	asOf gevel.Date
}

// deliveryDay returns the last day of a delivery on or before d: the 8th of a month.
func deliveryDay(d gevel.Date) gevel.Date {
	const day = 8
	eighth := d.Month().First() + day - 1
	if eighth > d {
		eighth = (d.Month() - 1).First() + day - 1
	}
	return eighth
}

// begin returns the day on which an object of a build year was registered.
func (r *register) begin(year int) gevel.Date {
	if year == unknownYear {
		return registerBegin
	}
	const afterNewYear, settled = 14, 30 // days; settled before the delivery
	return min(max(registerBegin, gevel.NewDate(year, time.January, 1)+afterNewYear), r.asOf-settled)
}

func (r *register) cities(yield func(entry)) {
	for _, c := range r.town.cities {
		yield(entry{
			Type: "Woonplaats", Short: "WPL", ID: c.id, Version: 1, Begin: registerBegin, Status: placeDesignated,
			Name: c.name, Part: gevel.BAGID(r.site.municipality()), Ring: c.ring,
		})
	}
}

func (r *register) streets(yield func(entry)) {
	for _, s := range r.town.streets {
		yield(entry{
			Type: "OpenbareRuimte", ID: s.id, Version: 1, Begin: registerBegin, Status: nameIssued,
			Name: s.name, Part: s.district.in.id,
		})
	}
}

// objectTypes are the types of addressable object.
var objectTypes = map[gevel.ObjectCode]string{
	gevel.CodeVerblijfsobject: "Verblijfsobject", gevel.CodeLigplaats: "Ligplaats", gevel.CodeStandplaats: "Standplaats",
}

func (r *register) addresses(yield func(entry)) {
	for _, o := range r.town.objects {
		for _, a := range append([]*address{o.main}, o.secondary...) {
			yield(entry{
				Type: "Nummeraanduiding", ID: a.id, Version: 1, Begin: registerBegin, Status: nameIssued,
				Name: objectTypes[o.id.Code()], Part: a.street.id,
				HouseNumber: a.number, Letter: a.letter, Ext: a.ext, PostalCode: a.postalCode,
			})
		}
	}
}

// places yields the berths or the pitches.
func (r *register) places(code gevel.ObjectCode, yield func(entry)) {
	for _, o := range r.town.objects {
		if o.id.Code() == code {
			e := o.entry(registerBegin)
			e.Short, e.Ring = strings.ToUpper(e.Type[:3]), o.ring
			yield(e)
		}
	}
}

// objects yields the past, announced and current versions of each verblijfsobject, and a withdrawn one at the
// address of another.
func (r *register) objects(yield func(entry)) {
	for _, o := range r.town.objects {
		if o.id.Code() != gevel.CodeVerblijfsobject {
			continue
		}
		now := o.entry(r.begin(o.buildings[0].year))
		if o.earlier != nil {
			before, after := now.ends(o.earlier.on)
			before.Surface, now = o.earlier.surface, after
			yield(before)
		}
		if o.later != nil {
			before, after := now.ends(o.later.on)
			after.Surface, now = o.later.surface, before
			yield(after)
		}
		yield(now)
	}
	gone := r.town.objects[0].entry(registerBegin)
	gone.ID, gone.Status, gone.Secondary = r.newID(gevel.CodeVerblijfsobject), objectWithdrawn, nil
	yield(gone)
}

// entry returns the first version of an addressable object.
func (o *object) entry(begin gevel.Date) entry {
	e := entry{
		Type: objectTypes[o.id.Code()], ID: o.id, Version: 1, Begin: begin, Status: o.status, Part: o.main.id,
		Ring: []gevel.Point{o.at}, Uses: o.uses, Surface: o.surface,
	}
	for _, a := range o.secondary {
		e.Secondary = append(e.Secondary, a.id)
	}
	for _, b := range o.buildings {
		e.Buildings = append(e.Buildings, b.id)
	}
	return e
}

// mistaken yields a version that was registered by mistake.
func (r *register) mistaken(yield func(entry)) {
	e := r.town.objects[1].entry(registerBegin)
	e.Version, e.Surface, e.Mistaken = 9, 1, true
	yield(e)
}

// correctedEvery: one of this many buildings had no known year when the register began, as real ones had.
const correctedEvery = 12

func (r *register) buildings(yield func(entry)) {
	for i, b := range r.town.buildings {
		e := b.entry(r.begin(b.year))
		if i%correctedEvery == 0 && e.Begin == registerBegin {
			before, after := e.ends(registerBegin.AddMonths(7))
			before.Year, e = unknownYear, after
			yield(before)
		}
		yield(e)
	}
	gone := r.town.buildings[0].entry(registerBegin)
	gone.ID, gone.Status, gone.Year = r.newID(gevel.CodePand), buildingNoLonger, 1890
	yield(gone)
}

func (b *building) entry(begin gevel.Date) entry {
	return entry{Type: "Pand", ID: b.id, Version: 1, Begin: begin, Status: b.status, Ring: b.ring, Year: b.year}
}
