package sales

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/stats"
)

// position returns where the row's home stands, in metres when the file has them, else in degrees: longitude as X,
// latitude as Y, until place is called. Zeros are the filler of files that know no position, off the coast of Africa.
func (r *row) position() gevel.Point {
	across, up, acrossBounds, upBounds := lon, lat, lonBounds, latBounds
	if r.Has(planeX) {
		across, up, acrossBounds, upBounds = planeX, planeY, planeBounds, planeBounds
	}
	x, y := r.Number(across, acrossBounds), r.Number(up, upBounds)
	if x.Known != y.Known {
		r.Bad(up, fmt.Errorf("%s without %s, or the other way round", schema.Names[up], schema.Names[across]))
	}
	return gevel.Point{X: x.V, Y: y.V}
}

// centreSales is how many of the sales known first set the centre of a file's plane: enough that one bad position can't
// move it far, and fewer than any model learns from. Sales known later thus never move those that a value is made from.
const centreSales = 59

// place orders the entries by the day they were known, and turns positions in degrees into metres.
func (im *importer) place() {
	im.firsts = nil
	slices.SortFunc(im.entries, im.compareEntries)
	if !im.inDegrees() {
		return
	}
	var lats, lons []float64
	judge := newJudge(im.Screening) // what will be rejected moves no plane
	for _, e := range im.entries {
		if len(lats) == centreSales {
			break
		}
		if reason, _, _ := judge.verdict(e); reason == "" && e.At.Known() {
			lats, lons = append(lats, e.At.Y), append(lons, e.At.X)
		}
	}
	lat0, _ := stats.Median(lats)
	lon0, _ := stats.Median(lons)
	if inNetherlands(lat0, lon0) {
		im.placeInNetherlands()
		return
	}
	plane := geo.NewLocalPlane(lat0, lon0)
	for _, e := range im.entries {
		if at := &e.At; at.Known() {
			*at = plane.Project(at.Y, at.X)
		}
	}
}

// inDegrees reports whether the entries have positions in degrees.
func (im *importer) inDegrees() bool { return im.Register == nil && !im.Has(planeX) && im.Has(lat) }

// placeInNetherlands rejects positions abroad: among Dutch ones they are slips.
func (im *importer) placeInNetherlands() {
	im.entries = slices.DeleteFunc(im.entries, func(e *entry) bool {
		abroad := e.At.Known() && !inNetherlands(e.At.Y, e.At.X)
		if abroad {
			im.drop(e, ReasonAbroad, fmt.Sprintf("%g, %g lies outside the Netherlands", e.At.Y, e.At.X))
		}
		return abroad
	})
	for _, e := range im.entries {
		if at := &e.At; at.Known() {
			*at = geo.FromWGS84(at.Y, at.X)
		}
	}
}

// inNetherlands reports whether a position in degrees can be turned into RD New: far away its polynomials say anything.
func inNetherlands(lat, lon float64) bool {
	return lat > 50 && lat < 54.5 && lon > 2.5 && lon < 8 &&
		geo.InNetherlands(geo.FromWGS84(lat, lon))
}

// home gives the sale its dwelling and place. An error is the register's own.
func (r *row) home(s *gevel.Sale) error {
	if r.im.Register == nil {
		r.ownHome(s)
		return nil
	}
	dwelling, address, err := r.Home(flatfile.On(r.im.Register, s.Date))
	if err != nil || r.Reason != "" {
		return err
	}
	s.DwellingID = string(dwelling.ID)
	s.PC4, r.zip = r.Texts.Of(address.PostalCode.PC4()), r.Texts.Of(string(address.PostalCode))
	s.Street, s.City = address.Street, address.City
	if s.KnownDate = max(s.KnownDate, dwelling.Entered); !address.BorneOn(s.Date) {
		s.KnownDate = max(s.KnownDate, address.From-1) // the address was not known before
	}
	own := s.Characteristics
	then := dwelling.Seen(gevel.Moment{Before: s.KnownDate + 1, Valid: s.Date}, r.Table)
	s.At, s.Place = then.At, then.Place
	s.Characteristics = r.Table.Over(own, then.Characteristics)
	for _, f := range dwelling.Facts {
		if f.Since.Known && f.Known > s.KnownDate {
			r.revisedOn = append(r.revisedOn, f.Known)
		}
	}
	slices.Sort(r.revisedOn)
	for _, day := range slices.Compact(r.revisedOn) {
		then := dwelling.Seen(gevel.Moment{Before: day + 1, Valid: s.Date}, r.Table)
		revised := r.Table.Over(own, then.Characteristics)
		r.revisions = append(r.revisions, gevel.Revision{Known: day, Characteristics: revised})
	}
	return nil
}

// enterRevisions numbers the names of the row in its revisions, and drops those that say nothing new of the sale.
func (r *row) enterRevisions(s *gevel.Sale) {
	is := &s.Characteristics
	for i := range r.revisions {
		revised := &r.revisions[i]
		r.EnterNames(&revised.Characteristics)
		if !r.Table.Equal(is, &revised.Characteristics) {
			r.im.revisions[s.ID] = append(r.im.revisions[s.ID], *revised)
			is = &revised.Characteristics
		}
	}
}

// ownHome takes the dwelling from the row alone.
func (r *row) ownHome(s *gevel.Sale) {
	s.DwellingID = strings.Clone(r.text(flatfile.DwellingID))
	if err := gevel.CheckDigits(s.DwellingID); err != nil {
		r.Bad(flatfile.DwellingID, err)
	}
	area := r.text(flatfile.PostalCode)
	s.PC4 = r.im.areaOf(area)
	if code, err := gevel.ParsePostalCode(area); err == nil {
		r.zip = r.Texts.Of(string(code))
	}
	s.Street = r.Texts.Of(r.text(street))
	s.At = r.position()
	if s.DwellingID == "" && area != "" && r.Value(flatfile.HouseNumber) != "" {
		s.DwellingID = fmt.Sprintf("%s %s %s", gevel.JoinSuffix(area, ""),
			r.text(flatfile.HouseNumber), gevel.JoinSuffix(r.text(flatfile.HouseLetter), r.text(flatfile.HouseNumberExt)))
	}
}

// areaOf returns the postal-code area of a code: PC4 in the Netherlands, and the code itself elsewhere.
func (im *importer) areaOf(code string) string {
	if area, ok := im.areas[code]; ok {
		return area
	}
	area := strings.Clone(code)
	if dutch, err := gevel.ParsePostalCode(code); err == nil {
		area = im.Texts.Of(dutch.PC4())
	}
	im.areas[strings.Clone(code)] = area
	return area
}
