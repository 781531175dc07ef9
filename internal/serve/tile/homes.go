package tile

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/gevel/gevel"
)

const (
	// minHomeZoom is the first zoom level with homes: on lower ones their points would overlap.
	minHomeZoom = 16
	// mostHomes limits the work per tile: a tower has hundreds.
	mostHomes = 5_000
)

// homes draws the tile's homes that existed in the year of a day.
func (m *Maker) homes(f *frame, day gevel.Date) *layer {
	l := newLayer("homes")
	if f.Z < minHomeZoom {
		return l
	}
	for row := range m.homesAt().within(f.bounds) {
		home := m.edition.RegisteredHome(int(row))
		at := f.of(home.At)
		if !holdsPoint(at) || home.BuildYear.Known && home.BuildYear.V > day.Year() {
			continue
		}
		l.say("bagId", string(home.ID))
		if label := m.label(home.ID); label != "" {
			l.say("label", label)
		}
		l.add(int(row)+1, at)
		if l.features == mostHomes {
			break
		}
	}
	return l
}

// label returns a home's street and number, "" when its address is not known.
func (m *Maker) label(home gevel.BAGID) string {
	a, ok := m.edition.MainAddress(home)
	if !ok {
		return ""
	}
	label := a.Street + " " + strconv.Itoa(a.HouseNumber) + a.HouseLetter
	if a.HouseNumberExt != "" {
		label += "-" + a.HouseNumberExt
	}
	return label
}

const (
	// minSaleZoom is the first zoom level with sales.
	minSaleZoom = 12
	// saleLabelZoom is the first zoom level at which sales have their address.
	saleLabelZoom = 15
	// mostSales limits a tile: of more, the newest are drawn.
	mostSales = 4_000
)

// saleYears is how many years back sales are drawn, by zoom; at higher levels all are.
var saleYears = map[int]int{12: 1, 13: 2, 14: 5}

// sales draws the tile's sales known before a day, the newest last and so on top.
func (m *Maker) sales(f *frame, day gevel.Date) *layer {
	l := newLayer("sales")
	if f.Z < minSaleZoom {
		return l
	}
	s := m.edition.Sales()
	first := gevel.NoDate
	if years, few := saleYears[f.Z]; few {
		first = day.AddMonths(-12 * years)
	}
	var rows []int32
	for row := range m.salesAt().within(f.bounds) {
		if s.KnownBefore(row, day) && s.Date[row] >= first && holdsPoint(f.of(s.At[row])) {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b int32) int { return cmp.Or(cmp.Compare(s.Date[a], s.Date[b]), cmp.Compare(a, b)) })
	for _, row := range rows[max(0, len(rows)-mostSales):] {
		l.say("price", int(s.Price[row]))
		l.say("date", s.Date[row].String())
		if group := s.BuildType(int(row)).Group(); group > 0 {
			l.say("type", group.String())
		}
		if f.Z >= saleLabelZoom {
			if home := s.Characteristics(int(row)); home.UseSurface.Known {
				l.say("surface", home.UseSurface.V)
			}
			if label := m.label(gevel.BAGID(s.DwellingID(int(row)))); label != "" {
				l.say("label", label)
			}
		}
		l.add(noID, f.of(s.At[row]))
	}
	return l
}
