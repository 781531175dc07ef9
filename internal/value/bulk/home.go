// How a caller names a home, and how errors about it are worded.

package bulk

import (
	"errors"
	"math"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/file/crs"
	"github.com/gevel/gevel/internal/num/geo"
)

// Reword words an error of the valuation, which speaks of the service's parameters, for
// the user: name spells a parameter as the caller knows it, "" where it can't be given.
func Reword(err error, name func(parameter string) string) error {
	var e *gevel.Error
	if !errors.As(err, &e) {
		return err
	}
	if len(e.Candidates) > 0 {
		possible := strings.Join(suffixes(e.Candidates), ", ")
		return gevel.Failure(e.Code, "it may be one of "+possible, "%s", e.Message)
	}
	var given []string
	for _, parameter := range e.Missing {
		if spelled := name(parameter); spelled != "" {
			given = append(given, spelled)
		}
	}
	if len(given) > 0 {
		return gevel.Failure(e.Code, "give it as "+strings.Join(given, " and "), "%s", e.Message)
	}
	return err
}

// suffixes returns letters and extensions as a user would type them; of an address without any, the words that say so.
func suffixes(candidates []gevel.Address) []string {
	list := make([]string, len(candidates))
	for i, a := range candidates {
		if list[i] = a.Extension(); list[i] == "" {
			list[i] = "the number alone"
		}
	}
	return list
}

// Invalid makes one error of faults in what a caller gave, nil when there are none; name
// spells the reason of a fault, a column, as the caller knows it.
func Invalid(faults []gevel.Detail, name func(column string) string) error {
	if len(faults) == 0 {
		return nil
	}
	list := make([]string, len(faults))
	for i, f := range faults {
		list[i] = name(f.Reason) + ": " + f.Message
	}
	return &gevel.Error{Code: gevel.Invalid, Message: strings.Join(list, "; "), Details: faults}
}

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
		home = p.find(r.inquiry)
	}
	return p.project(home)
}

func (p positions) find(q gevel.Inquiry) (none gevel.Point) {
	address, err := p.edition.FindOn(q.AddressQuery, q.Date)
	if err != nil {
		return none
	}
	return p.edition.PositionOn(address.ObjectID, q.Date)
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
