package demo

import (
	"fmt"

	"github.com/gevel/gevel"
)

// site is the place of a town in a country, from 0, or alone. Each town of a country has its own square of the
// map, municipality and postal codes.
type site int

// alone is the site of the single town.
const alone site = -1

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

// The municipality is invented and lies in water: the Markerwaard is a polder that was planned for a century
// and never made. Its code, cities and postal codes are in no official list.
const (
	municipalityCode = "0099"
	municipalityName = "Gevelrade"
	provinceName     = "Flevoland"
)

// The centres of the street plan of the single town, RD New in metres. The hamlet is more than 25 km from every
// other home.
var (
	townCentre    = gevel.Point{X: 139_000, Y: 511_000}
	villageCentre = gevel.Point{X: 143_500, Y: 513_200}
	polderCentre  = gevel.Point{X: 137_000, Y: 515_500}
	hamletCentre  = gevel.Point{X: 155_500, Y: 537_500}
)

// hamletAt is the hamlet's position relative to the town's centre in a country. It is nearer than the single town's
// hamlet, which would reach into another town's square.
var hamletAt = gevel.Point{X: 3_000, Y: -3_000}

func (s site) municipality() string {
	if s == alone {
		return municipalityCode
	}
	return fmt.Sprint(firstMunicipality + s)
}

// name returns the name of a municipality or city: numbered in a country.
func (s site) name(name string) string {
	if s == alone {
		return name
	}
	return fmt.Sprintf("%s %d", name, s+1)
}

// code returns the id of the i-th city or postal-code area, of so many in a town: counted from first in a country.
func (s site) code(single string, first, perTown, i int) string {
	if s == alone {
		return single
	}
	return fmt.Sprint(first + perTown*int(s) + i)
}

// at returns where a point of the single town lies.
func (s site) at(p gevel.Point) gevel.Point {
	if s == alone {
		return p
	}
	to := gevel.Point{
		X: westernmost + siteSide*float64(s%siteColumns), Y: southernmost + siteSide*float64(s/siteColumns),
	}
	from := townCentre
	if p == hamletCentre {
		from, to.X, to.Y = hamletCentre, to.X+hamletAt.X, to.Y+hamletAt.Y
	}
	return gevel.Point{X: p.X - from.X + to.X, Y: p.Y - from.Y + to.Y}
}
