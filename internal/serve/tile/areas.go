package tile

import (
	"math"
	"slices"

	"github.com/paulmach/orb"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/num/geo"
)

// The layer of areas: the undivided areas of the price index. They are unbounded rectangles of a k-d tree, and are drawn
// where their homes are.

const (
	// maxAreaZoom is the last zoom level with areas; higher levels have buildings.
	maxAreaZoom = 13
	yearMonths  = 12
	yearDays    = 365
	// named is about how many of an area's homes are sampled for its name.
	named = 100
)

// area is an area to draw.
type area struct {
	number int32 // of the index
	name   string
	city   string
	homes  int
	middle gevel.Point        // of its homes
	shapes []orb.MultiPolygon // for cells of each width, the narrowest first
}

// areas draws the areas of a tile. It gives each the change of its price level in the year up to day, by the
// newest index known on that day; no change where no sale became known in that year.
func (m *Maker) areas(f *frame, day gevel.Date) *layer {
	l := newLayer("areas")
	if f.Z > maxAreaZoom {
		return l
	}
	areas, change := m.areasOf(m.valuer.VintageOn(day).Areas()), m.changeOn(day)
	least, most := math.Inf(1), math.Inf(-1)
	for _, a := range areas {
		if share := change(a.number, 1); share != nil {
			least, most = min(least, *share), max(most, *share)
		}
	}
	for _, a := range areas {
		var rings orb.Polygon // the outlines of all grounds, each before its gaps
		for _, ground := range a.shapes[max(0, shapeZoom-f.Z)] {
			if !f.meets(ground.Bound()) {
				continue
			}
			for i, outline := range ground {
				ring := make(orb.Ring, len(outline)-1)
				for j := range ring {
					ring[j] = f.of(gevel.Point{X: outline[j][0], Y: outline[j][1]})
				}
				if ring = ringOf(slices.Compact(ring), false, i > 0); ring != nil {
					rings = append(rings, ring)
				} else if i == 0 {
					break
				}
			}
		}
		if rings == nil {
			continue
		}
		l.say("name", a.name)
		if share := change(a.number, 1); share != nil {
			l.say("change", *share)
			l.say("least", least)
			l.say("most", most)
		}
		l.add(int(a.number)+1, rings)
	}
	return l
}

// meets reports whether a rectangle in RD New may have something in the tile.
func (f *frame) meets(b orb.Bound) bool {
	return f.bounds.Meets(footprint.BoundsOf(gevel.Point{X: b.Min[0], Y: b.Min[1]}, gevel.Point{X: b.Max[0], Y: b.Max[1]}))
}

// changeOn returns what gives the change of an area's price level in the years up to day, a fraction; nil where no sale
// became known in the last year, or the index begins later.
func (m *Maker) changeOn(day gevel.Date) func(area int32, years int) *float64 {
	v := m.valuer.VintageOn(day)
	ix := v.IndexOn(day).Index
	until := index.MonthsSince(0, day)
	isKnown := m.edition.Sales().LastKnownDay(day) > day-yearDays
	return func(area int32, years int) *float64 {
		from := until - float64(years)*yearMonths
		if !isKnown || from < float64(ix.First) {
			return nil
		}
		return new(math.Round(1e4*math.Expm1(ix.Level(area, 0, until)-ix.Level(area, 0, from))) / 1e4)
	}
}

// ChangeYears are over how many years an Area has its change.
var ChangeYears = []int{1, 3, 5}

// Area is an area of the price index.
type Area struct {
	Number     int
	Name, City string
	Homes      int
	Shape      orb.MultiPolygon // where its homes are, RD New
	// Change is the change of the index over a number of years up to the day, a fraction; nil where it is not known.
	Change map[int]*float64
}

// Areas returns the areas by the newest index known on a day.
func (m *Maker) Areas(day gevel.Date) []Area {
	change := m.changeOn(day)
	drawn := m.areasOf(m.valuer.VintageOn(day).Areas())
	list := make([]Area, len(drawn))
	for i, a := range drawn {
		list[i] = Area{int(a.number), a.name, a.city, a.homes, a.shapes[0], map[int]*float64{}}
		for _, years := range ChangeYears {
			list[i].Change[years] = change(a.number, years)
		}
	}
	return list
}

// Index returns the price level of an area in the middle of each month up to the month of a day, by the newest index
// known on the day; 1 on the day.
func (m *Maker) Index(area int, day gevel.Date) (first gevel.Month, levels []float64) {
	ix := m.valuer.VintageOn(day).IndexOn(day).Index
	now := ix.Level(int32(area), 0, index.MonthsSince(0, day))
	levels = ix.Series(int32(area), ix.First, day.Month()+1)
	for i, level := range levels {
		levels[i] = math.Round(1e4*math.Exp(level-now)) / 1e4
	}
	return ix.First, levels
}

// findAreas computes the areas to draw.
func (m *Maker) findAreas(of *index.Areas) (list []area) {
	at := m.edition.HomePositions()
	rows, cells := make([][]int32, of.Len()), map[areaCell]int{}
	for row, p := range at {
		if geo.InNetherlands(p) && m.edition.IsHome(row) {
			number := of.Of(p)
			rows[number] = append(rows[number], int32(row))
			cells[areaCell{cellAt(p), number}]++
		}
	}
	shapes := shapesOf(len(rows), cells)
	for number, homes := range rows {
		if len(homes) == 0 {
			continue
		}
		points := make([]gevel.Point, len(homes))
		for i, row := range homes {
			points[i] = at[row]
		}
		name, city := m.nameOf(homes)
		list = append(list, area{int32(number), name, city, len(homes), geo.Middle(points), shapes[number]})
	}
	return list
}

// nameOf names an area after the city and the postal-code area of most of its sampled homes: Utrecht 3511.
func (m *Maker) nameOf(homes []int32) (name, city string) {
	type place struct{ city, code string }
	counts := map[place]int{}
	for i := 0; i < len(homes); i += 1 + len(homes)/named {
		if a, ok := m.edition.MainAddress(m.edition.RegisteredHome(int(homes[i])).ID); ok {
			p := place{city: a.City}
			if a.PostalCode != "" {
				p.code = " " + a.PostalCode.PC4()
			}
			counts[p]++
		}
	}
	best := place{}
	for p, n := range counts {
		if n > counts[best] || n == counts[best] && p.city+p.code < best.city+best.code {
			best = p
		}
	}
	return best.city + best.code, best.city
}
