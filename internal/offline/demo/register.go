package demo

import (
	"fmt"
	"strconv"
	"time"

	"github.com/gevel/gevel"
)

// registerBegin is the day on which the municipality joined the register.
var registerBegin = gevel.NewDate(2010, time.December, 20)

// fromBegin is the version of an object unchanged since then.
var fromBegin = occurrence{number: 1, begin: registerBegin, end: gevel.NoDate}

// register writes the town as XML objects, type by type.
type register struct {
	town *town
	asOf gevel.Date // the delivery's day
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
	const afterNewYear = 14 // days
	built := gevel.NewDate(year, time.January, 1) + afterNewYear
	const settled = 30 // days before the delivery
	return min(max(registerBegin, built), r.asOf-settled)
}

func (r *register) cityObjects() []string {
	objects := make([]string, 0, len(r.town.cities))
	for _, p := range r.town.cities {
		objects = append(objects, newObjectXML("Woonplaats", func(w *objectXML) {
			w.identity(domainCity, p.id)
			w.element("naam", p.name)
			w.WriteString("<Objecten:geometrie><Objecten:vlak>")
			w.polygon("WPL_"+p.id, p.ring, 2)
			w.WriteString("</Objecten:vlak></Objecten:geometrie>")
			w.standing(placeDesignated, registerBegin)
			w.valid(fromBegin)
		}))
	}
	return objects
}

func (r *register) streetObjects() []string {
	objects := make([]string, 0, len(r.town.streets))
	for _, s := range r.town.streets {
		objects = append(objects, newObjectXML("OpenbareRuimte", func(w *objectXML) {
			w.identity(domainStreet, string(s.id))
			w.element("naam", s.name)
			w.element("type", "Weg")
			w.standing(nameIssued, registerBegin)
			w.reference("ligtIn", "Woonplaats", domainCity, gevel.BAGID(s.district.in.id))
			w.valid(fromBegin)
		}))
	}
	return objects
}

// objectNames names the types of addressable object.
var objectNames = map[gevel.ObjectCode]struct{ element, short string }{
	gevel.CodeVerblijfsobject: {"Verblijfsobject", "VBO"},
	gevel.CodeLigplaats:       {"Ligplaats", "LIG"},
	gevel.CodeStandplaats:     {"Standplaats", "STA"},
}

func (r *register) numberObjects() []string {
	objects := make([]string, 0, len(r.town.objects))
	for _, o := range r.town.objects {
		for _, a := range append([]*address{o.main}, o.secondary...) {
			objects = append(objects, r.number(a, objectNames[o.id.Code()].element))
		}
	}
	return objects
}

func (r *register) number(a *address, kind string) string {
	return newObjectXML("Nummeraanduiding", func(w *objectXML) {
		w.identity(domainNumber, string(a.id))
		w.element("huisnummer", strconv.Itoa(a.number))
		w.optional("huisletter", a.letter)
		w.optional("huisnummertoevoeging", a.ext)
		w.optional("postcode", string(a.postalCode))
		w.element("typeAdresseerbaarObject", kind)
		w.standing(nameIssued, registerBegin)
		w.valid(fromBegin)
		w.reference("ligtAan", "OpenbareRuimte", domainStreet, a.street.id)
	})
}

// objectsOf returns the objects of one type as XML.
func (r *register) objectsOf(code gevel.ObjectCode) []string {
	objects := make([]string, 0, len(r.town.objects))
	for _, o := range r.town.objects {
		switch {
		case o.id.Code() != code:
		case code == gevel.CodeVerblijfsobject:
			objects = append(objects, r.versions(o)...)
		default:
			objects = append(objects, r.plot(o))
		}
	}
	if code == gevel.CodeVerblijfsobject {
		objects = append(objects, r.withdrawn())
	}
	return objects
}

// versions returns an object's past, current and announced versions.
func (r *register) versions(o *object) []string {
	now := occurrence{number: 1, begin: r.begin(o.buildings[0].year), end: gevel.NoDate}
	var objects []string
	if e := o.earlier; e != nil {
		before := occurrence{number: 1, begin: now.begin, end: e.on}
		now.number, now.begin = 2, e.on
		objects = append(objects, r.object(o, before, e.surface))
	}
	if e := o.later; e != nil {
		now.end = e.on
		after := occurrence{number: now.number + 1, begin: e.on, end: gevel.NoDate}
		objects = append(objects, r.object(o, after, e.surface))
	}
	return append(objects, r.object(o, now, o.surface))
}

func (r *register) object(o *object, version occurrence, surface int) string {
	return newObjectXML("Verblijfsobject", func(w *objectXML) {
		w.addresses(o)
		w.valid(version)
		w.identity("NL.IMBAG.Verblijfsobject", string(o.id))
		fmt.Fprintf(w, `<Objecten:geometrie><Objecten:punt><gml:Point srsName="%s" srsDimension="3" gml:id="VBO_%s_%d"><gml:pos>`,
			rijksdriehoek, o.id, version.number)
		w.position(o.at, 3)
		w.WriteString("</gml:pos></gml:Point></Objecten:punt></Objecten:geometrie>")
		for _, use := range o.uses {
			w.element("gebruiksdoel", use)
		}
		w.element("oppervlakte", strconv.Itoa(surface))
		w.standing(o.status, version.begin)
		ids := make([]gevel.BAGID, 0, len(o.buildings))
		for _, b := range o.buildings {
			ids = append(ids, b.id)
		}
		w.reference("maaktDeelUitVan", "Pand", domainBuilding, ids...)
	})
}

func (r *objectXML) addresses(o *object) {
	r.reference("heeftAlsHoofdadres", "Nummeraanduiding", domainNumber, o.main.id)
	var ids []gevel.BAGID
	for _, a := range o.secondary {
		ids = append(ids, a.id)
	}
	r.reference("heeftAlsNevenadres", "Nummeraanduiding", domainNumber, ids...)
}

// plot returns a berth or a pitch as XML.
func (r *register) plot(o *object) string {
	name := objectNames[o.id.Code()]
	return newObjectXML(name.element, func(w *objectXML) {
		w.addresses(o)
		w.valid(fromBegin)
		w.identity("NL.IMBAG."+name.element, string(o.id))
		w.element("status", o.status)
		w.WriteString("<Objecten:geometrie>")
		w.polygon(fmt.Sprintf("%s_%s", name.short, o.id), o.ring, 2)
		w.WriteString("</Objecten:geometrie>")
		w.element("geconstateerd", "N")
		w.element("documentdatum", registerBegin.String())
		w.element("documentnummer", "GVR/2010/7")
	})
}

// correctedEvery: one of this many buildings had no known year when the register began, as real ones had.
const correctedEvery = 12

func (r *register) buildingObjects() []string {
	objects := make([]string, 0, len(r.town.buildings))
	for i, b := range r.town.buildings {
		version := occurrence{number: 1, begin: r.begin(b.year), end: gevel.NoDate}
		if i%correctedEvery == 0 && version.begin == registerBegin {
			corrected := registerBegin.AddMonths(7)
			objects = append(objects, r.building(b, occurrence{number: 1, begin: registerBegin, end: corrected}, unknownYear))
			version.number, version.begin = 2, corrected
		}
		objects = append(objects, r.building(b, version, b.year))
	}
	gone := *r.town.buildings[0]
	gone.id, gone.status = r.town.newID(gevel.CodePand), buildingNoLonger
	return append(objects, r.building(&gone, fromBegin, 1890))
}

func (r *register) building(b *building, version occurrence, year int) string {
	return newObjectXML("Pand", func(w *objectXML) {
		w.identity(domainBuilding, string(b.id))
		w.WriteString("<Objecten:geometrie>")
		w.polygon(fmt.Sprintf("PND_%s_%d", b.id, version.number), b.ring, 3)
		w.WriteString("</Objecten:geometrie>")
		w.element("oorspronkelijkBouwjaar", strconv.Itoa(year))
		w.standing(b.status, version.begin)
		w.valid(version)
	})
}

// withdrawn returns a withdrawn object at the address of another.
func (r *register) withdrawn() string {
	gone := *r.town.objects[0]
	gone.id, gone.status, gone.secondary = r.town.newID(gevel.CodeVerblijfsobject), objectWithdrawn, nil
	return r.object(&gone, fromBegin, gone.surface)
}

// mistaken returns a version registered by mistake. Deliveries keep those apart from the valid ones.
func (r *register) mistaken() string {
	o := r.town.objects[1]
	return r.object(o, occurrence{number: 9, begin: registerBegin, end: gevel.NoDate, inactive: true}, 1)
}
