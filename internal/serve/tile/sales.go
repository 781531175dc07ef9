package tile

import (
	"cmp"
	"slices"

	"github.com/gevel/gevel"
)

// The layer of sales.

const (
	// minSaleZoom is from where on sales are drawn.
	minSaleZoom = 12
	// saleLabelZoom is from where on they bear their address.
	saleLabelZoom = 15
	// mostSales bounds a tile: beyond it the newest are drawn.
	mostSales = 4_000
)

// saleYears is for how many years before the valuation date sales are drawn, by zoom; farther in all are.
var saleYears = map[int]int{12: 1, 13: 2, 14: 5}

const (
	salePrice = iota
	saleDate
	saleType
	saleName
)

// sales draws the sales of a tile that were known before a day, the newest last and so on top.
func (m *Maker) sales(f *frame, day gevel.Date) *layer {
	l := newLayer("sales", "price", "date", "type", "label")
	if f.Z < minSaleZoom {
		return l
	}
	s := m.edition.Sales()
	first := gevel.NoDate
	if years, few := saleYears[f.Z]; few {
		first = day.AddMonths(-12 * years)
	}
	var rows []int32
	for row := range m.salePlaces().within(f.bounds) {
		if s.Known[row] < day && s.Date[row] >= first && f.of(s.At[row]).holds() {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b int32) int { return cmp.Or(cmp.Compare(s.Date[a], s.Date[b]), cmp.Compare(a, b)) })
	for _, row := range rows[max(0, len(rows)-mostSales):] {
		l.point(f.of(s.At[row]))
		l.say(salePrice, whole(int(s.Price[row])))
		l.say(saleDate, textOf(s.Date[row].String()))
		if group := s.BuildType(int(row)).Group(); group > 0 {
			l.say(saleType, textOf(group.String()))
		}
		if f.Z >= saleLabelZoom {
			if label := m.label(gevel.BAGID(s.DwellingID(int(row)))); label != "" {
				l.say(saleName, textOf(label))
			}
		}
		l.add(noID, typePoint)
	}
	return l
}
