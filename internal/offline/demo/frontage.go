package demo

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo/facade"
)

// frontage is one side of a street that is being built up from its beginning to its end.
type frontage struct {
	dice
	town     *town
	street   *street
	district *district
	postal   gevel.PostalCode
	side     float64 // -1 towards the centre, with odd numbers, 1 outwards, with even ones
	s        float64 // metres of the centre line built up so far
	year     int     // approximate build year of the street
	number   int     // last house number
}

// fill builds up one side of a street with the next clusters of the district's deck until it is full or the
// district has its homes. A cluster that no longer fits is kept for the next street.
func (t *town) fill(s *street, side float64, year, quota int, d dice) {
	in := s.district
	f := &frontage{
		dice: d, town: t, street: s, district: in, side: side, year: year,
		postal: in.nextPostalCode(), number: int(min(0, side)),
	}
	for in.homes < quota && in.deck[in.dealt%len(in.deck)](f) {
		in.dealt++
	}
}

// span converts metres along the fronts to metres along the centre line.
func (f *frontage) span(width float64) float64 {
	return width * f.street.line.radius / (f.street.line.radius + f.side*f.district.setback)
}

// room returns the metres of front that are left.
func (f *frontage) room() float64 { return (f.street.line.length - f.s) / f.span(1) }

// fits returns how many units of a width fit into the rest of the frontage after an open space, at most n.
func (f *frontage) fits(n int, width, open float64) int {
	return max(0, min(n, int((f.room()-open)/width)))
}

// skip leaves metres of the front open.
func (f *frontage) skip(metres float64) { f.s += f.span(metres) }

// row lays up to most units of a width and of about the same build year beside each other, with open space on both
// sides. It returns false when fewer than least fit. lay builds the i-th of n.
func (f *frontage) row(most int, width float64, least int, beside float64, lay func(i, n, year int)) bool {
	n := f.fits(most, width, 2*beside)
	if n < least {
		return false
	}
	year := f.buildYear()
	f.skip(beside)
	for i := range n {
		lay(i, n, year)
	}
	f.skip(beside)
	return true
}

// youngest is the least age of a home in years, except in special cases: so each may have been sold since.
const youngest = 2

// buildYear returns a year near the street's and within the district's range.
func (f *frontage) buildYear() int {
	year := f.year + f.between(-3, 3)
	return max(f.district.years[0], min(f.district.years[1], year, f.town.Date.Year()-youngest))
}

// footprint is the plan of a building, in metres.
type footprint struct {
	width, depth float64
	recess       float64 // distance of its front behind the building line
	garage       float64 // width of a garage built to its far side, 0 without one
}

// plan draws a footprint.
func (f *frontage) plan(narrow, wide, shallow, deep float64) footprint {
	return footprint{width: f.uniform(narrow, wide), depth: f.uniform(shallow, deep)}
}

// floors returns the usable area of a house, m2: part of its plan on each full storey, and less under the roof.
func (p footprint) floors(storeys int, attic float64) int {
	return int(math.Round(p.width * p.depth * (0.86*float64(storeys) + attic)))
}

// garageRecess is the distance of a garage behind the front of its house, metres.
const garageRecess = 3.0

// build places a building at the next free position of the frontage.
func (f *frontage) build(p footprint, b building) *building {
	near := f.side * (f.district.setback + p.recess)
	far := near + f.side*p.depth
	s0, s1 := f.s, f.s+f.span(p.width)
	end := s1 + f.span(p.garage)
	corners := []corner{{s0, near}, {s1, near}}
	if p.garage > 0 {
		set := near + f.side*garageRecess
		corners = append(corners, corner{s1, set}, corner{end, set})
	}
	f.s = end
	b.ID, b.status = f.town.newID(gevel.CodePand), buildingInUse
	b.Ring = f.street.line.ring(append(corners, corner{end, far}, corner{s0, far})...)
	f.town.buildings = append(f.town.buildings, &b)
	return &b
}

// shed places a building without an address, such as a garage between two homes.
func (f *frontage) shed(p footprint, year int) { f.build(p, building{Year: year, style: facade.Shed}) }

// unit is one verblijfsobject in a building. Its address has no street yet.
type unit struct {
	address
	uses      []string // none is a home
	surface   int      // m2
	parcel    int      // m2; 0 for a flat
	buildType gevel.BuildType
	slot      int // from the beginning of the building
}

// Uses of a verblijfsobject, in the register's words.
const (
	useHome   = "woonfunctie"
	useShop   = "winkelfunctie"
	useOffice = "kantoorfunctie"
	useWorks  = "industriefunctie"
)

// add puts a unit into a building of this frontage.
func (f *frontage) add(b *building, u unit) {
	if u.uses == nil {
		u.uses = []string{useHome}
	}
	o := &object{
		ID: f.town.newID(gevel.CodeVerblijfsobject), kind: gevel.OtherUse, Uses: u.uses, Surface: u.surface,
		status: objectInUse, At: b.inside(u.slot), Buildings: []*building{b}, Main: &u.address,
	}
	u.ID, u.Street, u.PostalCode = f.town.newID(gevel.CodeNummeraanduiding), f.street, f.postal
	if u.uses[0] == useHome {
		o.kind = gevel.Home
		o.home = f.furnish(b, u)
		f.district.homes++
	}
	f.town.objects = append(f.town.objects, o)
}

// inside returns a point in the building, or in the slot if a floor holds several homes.
func (b *building) inside(slot int) gevel.Point {
	last := len(b.Ring) - 2 // the far corner above the first one
	across := (float64(slot) + 0.5) / float64(max(1, b.across))
	along := func(p, q gevel.Point) gevel.Point {
		return gevel.Point{X: p.X + across*(q.X-p.X), Y: p.Y + across*(q.Y-p.Y)}
	}
	near, far := along(b.Ring[0], b.Ring[1]), along(b.Ring[last], b.Ring[last-1])
	return gevel.Point{X: millimetre((near.X + far.X) / 2), Y: millimetre((near.Y + far.Y) / 2)}
}

// monumentBefore is the year before which an old building may be listed.
const monumentBefore = 1900

// furnish draws the characteristics that neither plan nor register determine.
func (f *frontage) furnish(b *building, u unit) dwelling {
	surface := float64(u.surface)
	height := f.uniform(2.55, 2.85) // of a storey with its floor, metres
	if b.Year < 1945 {
		height = f.uniform(3.0, 3.5)
	}
	rooms := math.Round(surface/surfacePerRoom + f.normal(0.6, 0.5))
	return dwelling{
		Characteristics: gevel.Characteristics{
			BuildType:     u.buildType,
			BuildYear:     gevel.Some(b.Year),
			UseSurface:    gevel.Some(u.surface),
			ParcelSurface: gevel.Some(u.parcel),
			Volume:        gevel.Some(int(math.Round(surface * height * 1.12))), // walls and roof
			Rooms:         gevel.Some(max(1, min(12, int(rooms)))),
			EnergyLabel:   f.label(b.Year),
			Monument:      gevel.Some(b.Year < monumentBefore && f.chance(0.35)),
		},
		maintenance: max(1, min(9, int(math.Round(f.normal(6.4, 1.2))))),
		effect:      f.normal(0, dwellingEffectSD),
	}
}

// label draws an energy label: better for younger homes, and for those insulated later.
func (f *frontage) label(year int) gevel.EnergyLabel {
	steps := 1.9 + max(0, float64(year-1925)/17)
	if f.chance(0.3) {
		steps += f.uniform(1, 3)
	}
	best := gevel.LabelAPlus4
	if year < 2000 {
		best = gevel.LabelA
	}
	return max(gevel.LabelG, min(best, gevel.EnergyLabel(math.Round(steps+f.normal(0, 0.8)))))
}
