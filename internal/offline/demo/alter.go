package demo

import (
	"math"
	"strings"

	"github.com/gevel/gevel"
)

func lowerCase(_ *town, o *object) *object {
	o.main.letter = strings.ToLower(o.main.letter)
	return o
}

func addSecondary(t *town, o *object) *object {
	second := *o.main
	second.id, second.letter = t.newID(gevel.CodeNummeraanduiding), "Z"
	o.secondary = append(o.secondary, &second)
	return o
}

// addTwin adds an office at the address of a home, and gives it the home's former ids. These are lower, which
// exposes code that prefers the lower id.
func addTwin(t *town, o *object) *object {
	same := *o.main
	t.objects = append(t.objects, &object{
		id: o.id, kind: gevel.OtherUse, uses: []string{useOffice}, surface: 40, status: objectPlanned,
		at: o.at, main: &same, buildings: o.buildings, shows: CaseTwin,
	})
	o.id, o.main.id = t.newID(gevel.CodeVerblijfsobject), t.newID(gevel.CodeNummeraanduiding)
	return o
}

// takeBarn makes the building behind the farmhouse a part of the farm.
func takeBarn(t *town, o *object) *object {
	for i, b := range t.buildings {
		if b == o.buildings[0] {
			o.buildings = append(o.buildings, t.buildings[i+1])
		}
	}
	return o
}

func forgetSurface(_ *town, o *object) *object {
	o.surface = unknownSurface
	return o
}

func forgetYear(_ *town, o *object) *object {
	o.buildings[0].year = unknownYear
	return o
}

func enlarge(_ *town, o *object) *object {
	o.surface, o.home.UseSurface = oversized, gevel.Some(oversized)
	return o
}

func finishThisYear(t *town, o *object) *object {
	o.builtIn(t.Date.Year())
	return o
}

func finishNextYear(t *town, o *object) *object {
	o.builtIn(t.Date.Year() + 1)
	o.status, o.buildings[0].status = objectPlanned, buildingStarted
	return o
}

func (o *object) builtIn(year int) {
	o.buildings[0].year = year
	o.home.BuildYear = gevel.Some(year)
}

// addPumpingStation adds a building in the polder without an address.
func addPumpingStation(t *town, farm *object) *object {
	at := gevel.Point{X: farm.at.X - 300, Y: farm.at.Y - 300}
	b := &building{id: t.newID(gevel.CodePand), status: buildingInUse, year: 1968, ring: square(at, 9), across: 1}
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

func addBerths(t *town, o *object) *object {
	return t.addHarbour("Schippershaven", harbourRadius, func() *object {
		return &object{id: t.newID(gevel.CodeLigplaats), kind: gevel.Berth}
	}, o.main.street.district)
}

func addPitches(t *town, o *object) *object {
	return t.addHarbour("Wagenmakersplein", quayRadius, func() *object {
		return &object{id: t.newID(gevel.CodeStandplaats), kind: gevel.Pitch}
	}, o.main.street.district)
}

// addHarbour lays a street inside the innermost canal with berths or pitches, and
// returns the last of them.
func (t *town) addHarbour(name string, radius float64, berth func() *object, in *district) (o *object) {
	s := &street{
		id: t.newID(gevel.CodeOpenbareRuimte), name: name, district: in,
		line: arc{centre: in.centre, radius: radius, length: radius * math.Pi},
	}
	t.streets = append(t.streets, s)
	postal := in.nextPostalCode()
	for i := range placesAlong {
		o = berth()
		from := 20 + 24*float64(i)
		o.status = placeAssigned
		o.ring = s.line.ring(corner{from, 4}, corner{from + 18, 4}, corner{from + 18, 9}, corner{from, 9})
		o.main = &address{id: t.newID(gevel.CodeNummeraanduiding), street: s, number: i + 1, postalCode: postal}
		t.objects = append(t.objects, o)
	}
	return o
}
