// Where homes are, for outputs on a map.

package bulk

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/file/crs"
	"github.com/gevel/gevel/internal/num/geo"
)

// positions finds and projects homes.
type positions struct {
	edition *edition.Edition
	system  crs.System
}

func (o Options) positions() positions {
	p := positions{o.Valuer.Edition(), o.System}
	if p.system.EPSG == 0 {
		p.system = crs.RDNew
	}
	return p
}

// of returns where the home of a row is, in the system of the output; false where that is not known.
func (p positions) of(r *Row) (at gevel.Point, known bool) {
	home := r.valuation.Dwelling.At
	if r.reason != "" {
		home = p.find(r.inquiry.AddressQuery)
	}
	return p.project(home)
}

func (p positions) find(q gevel.AddressQuery) (none gevel.Point) {
	address, err := p.edition.Find(q)
	if err != nil {
		return none
	}
	d, _ := p.edition.Dwelling(address.ObjectID)
	return d.At
}

// degreeDecimals of a coordinate are a decimetre, as precise as the projection.
const degreeDecimals = 1e6

func (p positions) project(at gevel.Point) (_ gevel.Point, known bool) {
	if !geo.InNetherlands(at) {
		return gevel.Point{}, false
	}
	if p.system.EPSG == crs.RDNew.EPSG {
		return at, true
	}
	return degrees(at), true
}

// degrees returns a position of RD New as longitude and latitude.
func degrees(at gevel.Point) gevel.Point {
	lat, lon := geo.ToWGS84(at)
	return gevel.Point{X: math.Round(degreeDecimals*lon) / degreeDecimals, Y: math.Round(degreeDecimals*lat) / degreeDecimals}
}
