package sales

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/list"
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
	for _, day := range list.InOrder(r.revisedOn) {
		then := dwelling.Seen(gevel.Moment{Before: day + 1, Valid: s.Date}, r.Table)
		revised := r.Table.Over(own, then.Characteristics)
		r.revisions = append(r.revisions, gevel.Revision{Known: day, Characteristics: revised})
	}
	return nil
}

// enterRevisions numbers the names of the row in its revisions, and returns those that say something new of the sale.
func (r *row) enterRevisions(s *gevel.Sale) (news []gevel.Revision) {
	is := &s.Characteristics
	for i := range r.revisions {
		revised := &r.revisions[i]
		r.EnterNames(&revised.Characteristics)
		if !r.Table.Equal(is, &revised.Characteristics) {
			revised.Price = s.Price
			news = append(news, *revised)
			is = &revised.Characteristics
		}
	}
	return news
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

// priceRules judges prices by themselves and by those known before in their area: the rules MinPrice and AreaFactor.
type priceRules struct {
	Screening
	areas map[string]*areaPrices // by PC4, by its first digits, and "" for all
}

func (p *priceRules) tooLow(price gevel.Euro) (reason, what string) {
	if price >= p.MinPrice {
		return "", ""
	}
	return ReasonPriceTooLow, fmt.Sprintf("%d is less than %d", price, p.MinPrice)
}

func (p *priceRules) offArea(s *gevel.Sale) (reason, what string) {
	if p.AreaFactor == 0 || s.PC4 == "" || !s.UseSurface.Known {
		return "", ""
	}
	perM2, factor := float64(s.Price)/float64(s.UseSurface.V), p.AreaFactor
	if perM2 > mostPerM2 {
		return ReasonPriceOffArea, fmt.Sprintf("%d for %d m2 is more than any home costs: are these cents?",
			s.Price, s.UseSurface.V)
	}
	var judge string
	var median float64
	judged := false
	for i, name := range []string{s.PC4, s.PC4[:min(len(s.PC4), wideDigits)], ""} {
		area := p.areas[name]
		if area == nil {
			area = &areaPrices{}
			p.areas[name] = area
		}
		if !judged {
			if median, judged = area.medianBefore(s.KnownDate); judged && i > 0 {
				factor *= p.AreaFactor // areas differ, too, and less than units do
			}
			judge = name
		}
		area.sales = append(area.sales, areaPrice{s.KnownDate, perM2})
	}
	times := perM2 / median
	if !judged || times <= factor && times >= 1/factor {
		return "", ""
	}
	if judge == "" {
		judge = "all sales"
	}
	return ReasonPriceOffArea, fmt.Sprintf("%d for %d m2 is %.2g times the median of %s",
		s.Price, s.UseSurface.V, times, judge)
}

const (
	// mostPerM2 is more euros than any home of the Netherlands costs per m2.
	mostPerM2 = 100_000
	// wideDigits is how many digits of a postal code name the wider area, where its own has too few sales.
	wideDigits = 2
)

// The sales of an area with which a price is compared.
const (
	areaMonths = 24  // as the area's statistics; a market seldom moves by half in it
	areaLeast  = 20  // sales; a median of fewer is moved by a few outliers
	areaMost   = 500 // sales, the newest; more would not steady the median, only cost time
)

// areaPrices are the prices per m2 of an area, in the order in which they were
// known, and the sorted ones among which the median is sought: sales[first:next].
type areaPrices struct {
	sales       []areaPrice
	first, next int
	sorted      []float64
}

type areaPrice struct {
	known gevel.Date
	perM2 float64
}

// medianBefore returns the median price per m2 of the newest sales known before the
// day, and whether there are enough of them; days never go back.
func (a *areaPrices) medianBefore(day gevel.Date) (median float64, ok bool) {
	for ; a.next < len(a.sales) && a.sales[a.next].known < day; a.next++ {
		v := a.sales[a.next].perM2
		at, _ := slices.BinarySearch(a.sorted, v)
		a.sorted = slices.Insert(a.sorted, at, v)
	}
	oldest := day.AddMonths(-areaMonths)
	for ; a.first < a.next && (a.sales[a.first].known < oldest || a.next-a.first > areaMost); a.first++ {
		at, _ := slices.BinarySearch(a.sorted, a.sales[a.first].perM2)
		a.sorted = slices.Delete(a.sorted, at, at+1)
	}
	if len(a.sorted) < areaLeast {
		return 0, false
	}
	half := len(a.sorted) / 2
	return (a.sorted[half] + a.sorted[len(a.sorted)-1-half]) / 2, true
}
