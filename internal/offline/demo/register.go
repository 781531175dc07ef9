package demo

import (
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

// version is a voorkomen: a state of an object from a day on, as bag.tmpl writes it.
type version struct {
	kind
	Of       any // *city, *street, *numbered, *object or *building
	Number   int
	Begin    gevel.Date
	Until    string // the day of the next version, or empty
	Mistaken bool   // registered by mistake, corrected afterwards
	Status   string
}

// numbered is an address with the type of the object that has it.
type numbered struct {
	*address
	Object string
}

// Document returns the number of the decision behind a version, of its year.
func (v version) Document() int { return int(v.Begin) % 1000 }

// first returns the first version of an object.
func first(of any, begin gevel.Date, status string) version {
	return version{Of: of, Number: 1, Begin: begin, Status: status}
}

// ends returns the version as valid up to a day, and the one that follows it from then on.
func (v version) ends(on gevel.Date) (before, after version) {
	before, after = v, v
	before.Until, after.Number, after.Begin = on.String(), v.Number+1, on
	return before, after
}

// kind is a type of object in the register. Its versions have an inner zip of their own in a delivery.
type kind struct {
	code, Short, Type string // the name of its template is Type
	versions          func(r *register, add func(version))
}

// mistakes is the inner zip of the versions that were registered by mistake.
const mistakes = "IAVBO"

// kinds are the types of object, in the order of a delivery.
var kinds = []kind{
	{"WPL", "WPL", "Woonplaats", (*register).cities},
	{"OPR", "OPR", "OpenbareRuimte", (*register).streets},
	{"NUM", "NUM", "Nummeraanduiding", (*register).addresses},
	{"LIG", "LIG", "Ligplaats", func(r *register, add func(version)) { r.places(gevel.CodeLigplaats, add) }},
	{"STA", "STA", "Standplaats", func(r *register, add func(version)) { r.places(gevel.CodeStandplaats, add) }},
	{"VBO", "VBO", "Verblijfsobject", (*register).objects},
	{"PND", "PND", "Pand", (*register).buildings},
	{mistakes, "VBO", "Verblijfsobject", (*register).mistaken},
}

// register is the town as the register has it on a day.
type register struct {
	*town
	asOf gevel.Date
}

// begin returns the day on which an object of a build year was registered.
func (r *register) begin(year int) gevel.Date {
	if year == unknownYear {
		return registerBegin
	}
	const afterNewYear, settled = 14, 30 // days; settled before the delivery
	return min(max(registerBegin, gevel.NewDate(year, time.January, 1)+afterNewYear), r.asOf-settled)
}

func (r *register) cities(add func(version)) {
	for _, c := range r.town.cities {
		add(first(c, registerBegin, placeDesignated))
	}
}

func (r *register) streets(add func(version)) {
	for _, s := range r.town.streets {
		add(first(s, registerBegin, nameIssued))
	}
}

func (r *register) addresses(add func(version)) {
	types := map[gevel.ObjectCode]string{
		gevel.CodeVerblijfsobject: "Verblijfsobject", gevel.CodeLigplaats: "Ligplaats", gevel.CodeStandplaats: "Standplaats",
	}
	for _, o := range r.town.objects {
		for _, a := range append([]*address{o.Main}, o.Secondary...) {
			add(first(&numbered{a, types[o.ID.Code()]}, registerBegin, nameIssued))
		}
	}
}

// places adds the berths or the pitches.
func (r *register) places(code gevel.ObjectCode, add func(version)) {
	for _, o := range r.town.objects {
		if o.ID.Code() == code {
			add(first(o, registerBegin, o.status))
		}
	}
}

// objects adds each verblijfsobject, its current version last, and a withdrawn one at the address of another.
func (r *register) objects(add func(version)) {
	for _, o := range r.town.objects {
		if o.ID.Code() != gevel.CodeVerblijfsobject {
			continue
		}
		now := first(o, r.begin(o.Buildings[0].Year), o.status)
		if c := o.changed; c != nil {
			before, after := now.ends(c.on)
			before.Of, after.Of = o.sized(c.from), o.sized(c.to)
			if c.on > r.asOf {
				before, after = after, before
			}
			add(before)
			now = after
		}
		add(now)
	}
	gone := *r.town.objects[0]
	gone.ID, gone.Secondary = r.newID(gevel.CodeVerblijfsobject), nil
	add(first(&gone, registerBegin, objectWithdrawn))
}

// sized returns the object with another surface.
func (o object) sized(m2 int) *object {
	o.Surface = m2
	return &o
}

// mistaken adds a version that was registered by mistake.
func (r *register) mistaken(add func(version)) {
	o := r.town.objects[1]
	add(version{Of: o.sized(1), Number: 9, Begin: registerBegin, Mistaken: true, Status: o.status})
}

// correctedEvery: one of this many buildings had no known year when the register began, as real ones had.
const correctedEvery = 12

func (r *register) buildings(add func(version)) {
	for i, b := range r.town.buildings {
		now := first(b, r.begin(b.Year), b.status)
		if i%correctedEvery == 0 && now.Begin == registerBegin {
			before, after := now.ends(registerBegin.AddMonths(7))
			before.Of = b.from(unknownYear)
			add(before)
			now = after
		}
		add(now)
	}
	gone := r.town.buildings[0].from(1890)
	gone.ID = r.newID(gevel.CodePand)
	add(first(gone, registerBegin, buildingNoLonger))
}

// from returns the building with another build year.
func (b building) from(year int) *building {
	b.Year = year
	return &b
}
