package demo

import (
	"fmt"

	"github.com/gevel/gevel"
)

// The sites of a country's towns. Each town is invented like the single one, and then moved to its own square
// of the map, with its own postal codes and municipality.

const (
	siteSide    = 8_200 // metres between the centres of towns
	siteColumns = 32
	siteRows    = 38
	maxTowns    = siteColumns * siteRows
	// The first square, RD New in metres, and codes that no register has issued.
	westernmost       = 14_000
	southernmost      = 306_000
	firstMunicipality = 3_000
	firstCity         = 5_000
	firstPostalArea   = 1_000
)

// hamletAt is the hamlet's position relative to the town's centre, nearer than in the single town, where it
// would reach into another town's square.
var hamletAt = gevel.Point{X: 3_000, Y: -3_000}

// site is the position of a town in a country.
type site struct{ n int }

func (s site) municipality() string     { return fmt.Sprint(firstMunicipality + s.n) }
func (s site) municipalityName() string { return fmt.Sprintf("%s %d", municipalityName, s.n+1) }

func (s site) centre() gevel.Point {
	return gevel.Point{
		X: westernmost + siteSide*float64(s.n%siteColumns), Y: southernmost + siteSide*float64(s.n/siteColumns),
	}
}

// cityID returns the id of the i-th city of a town that has perTown of them.
func (s site) cityID(perTown, i int) string { return fmt.Sprint(firstCity + perTown*s.n + i) }

// move moves a town to the site. Anything that depends on its old position, such as prices, must be drawn
// before.
func (s site) move(t *town) {
	t.municipality = s.municipality()
	ids := func(id gevel.BAGID) gevel.BAGID { return gevel.BAGID(t.municipality) + id[len(municipalityCode):] }
	areas := map[string]string{}
	for i, p := range t.cities {
		p.id = s.cityID(len(t.cities), i)
		p.name = fmt.Sprintf("%s %d", p.name, s.n+1)
		s.movePoints(p.ring)
	}
	for _, st := range t.streets {
		st.id = ids(st.id)
		if pc4 := st.district.pc4; areas[pc4] == "" {
			areas[pc4] = fmt.Sprint(firstPostalArea + postalAreas*s.n + len(areas))
		}
	}
	for _, b := range t.buildings {
		b.id = ids(b.id)
		s.movePoints(b.ring)
		s.movePoints(b.parcel)
	}
	for _, o := range t.objects {
		o.id, o.at = ids(o.id), s.moved(o.at)
		s.movePoints(o.ring)
		for _, a := range append([]*address{o.main}, o.secondary...) {
			a.id = ids(a.id)
			if a.postalCode != "" {
				a.postalCode = gevel.PostalCode(areas[string(a.postalCode[:4])]) + a.postalCode[4:]
			}
		}
	}
}

// postalAreas is the number of postal-code areas of a town.
const postalAreas = 7

func (s site) movePoints(points []gevel.Point) {
	for i, p := range points {
		points[i] = s.moved(p)
	}
}

func (s site) moved(p gevel.Point) gevel.Point {
	if p == (gevel.Point{}) {
		return p
	}
	from, to := townCentre, s.centre()
	if p.Y > hamletBegins {
		from, to = hamletCentre, gevel.Point{X: to.X + hamletAt.X, Y: to.Y + hamletAt.Y}
	}
	return gevel.Point{X: millimetre(p.X - from.X + to.X), Y: millimetre(p.Y - from.Y + to.Y)}
}

// hamletBegins separates the hamlet, to its north, from everything else, metres.
const hamletBegins = 530_000
