package accuracy

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/stats"
)

// parting splits sales along one dimension.
type parting struct {
	dimension string
	of        []ratio.Segment // by sale
}

// Pooled counts the parts that are shown together, because each has too few sales by itself.
type Pooled struct {
	Dimension string `json:"dimension"`
	Parts     int    `json:"parts"`
	Sales     int    `json:"sales"`
	Least     int    `json:"least"` // sales that a part needs to be shown by itself
}

// others is the end of the name of parts that are taken together.
const others = " others"

// regionsOf splits sales by municipality, if all lie in one by PC2 area, and otherwise by PC4 area.
func regionsOf(e *edition.Edition, s *market.Sales, rows []int32) *parting {
	named := func(dimension string, name func(row int) string) (p *parting, parts int) {
		p = &parting{dimension: dimension, of: make([]ratio.Segment, len(rows))}
		names := map[string]bool{}
		for i, row := range rows {
			one := ratio.Segment{Dimension: dimension, Name: name(int(row))}
			if one.Name == "" {
				one.Name, one.Rank = ratio.Unknown, 1
			} else {
				names[one.Name] = true
			}
			p.of[i] = one
		}
		return p, len(names)
	}
	code := func(digits int) func(row int) string {
		return func(row int) string {
			zip := s.Zips.Name(s.Zip[row])
			return zip[:min(digits, len(zip))]
		}
	}
	municipality := func(row int) string {
		a, _ := e.MainAddress(gevel.BAGID(s.DwellingID(row)))
		return a.Municipality
	}
	if p, parts := named(byMunicipality, municipality); parts > 1 {
		return p
	}
	if p, parts := named(byPC2, code(2)); parts > 1 {
		return p
	}
	p, _ := named(byPC4, code(4))
	return p
}

// The dimensions of regions.
const byMunicipality, byPC2, byPC4 = "municipality", "PC2 area", "PC4 area"

// digitsOf returns how much of a PC4 names an area of a dimension.
func digitsOf(dimension string) int {
	if dimension == byPC2 {
		return 2
	}
	return 4
}

// The dimensions besides the region's.
const (
	ByType    = ratio.DimensionType
	ByPrice   = "price band"
	ByQuarter = "quarter"
)

// quartersOf splits sales by quarter, and takes quarters in a row together until they have enough sales.
func quartersOf(days []gevel.Date) *parting {
	p := &parting{dimension: ByQuarter, of: make([]ratio.Segment, len(days))}
	const months = 3
	n := map[int]int{}
	for _, day := range days {
		n[int(day.Month())/months]++
	}
	quarters := slices.Sorted(maps.Keys(n))
	spans, sales := [][]int{}, 0
	for _, q := range quarters {
		if len(spans) == 0 || sales >= Least {
			spans, sales = append(spans, nil), 0
		}
		last := len(spans) - 1
		spans[last], sales = append(spans[last], q), sales+n[q]
	}
	if last := len(spans) - 1; last > 0 && sales < Least {
		spans[last-1] = append(spans[last-1], spans[last]...)
		spans = spans[:last]
	}
	of := map[int]ratio.Segment{}
	for _, span := range spans {
		name := quarterName(span[0])
		if last := span[len(span)-1]; last != span[0] {
			name += " to " + quarterName(last)
		}
		for _, q := range span {
			of[q] = ratio.Segment{Dimension: ByQuarter, Name: name, Rank: span[0]}
		}
	}
	for i, day := range days {
		p.of[i] = of[int(day.Month())/months]
	}
	return p
}

func quarterName(n int) string {
	const quarters = 4
	return fmt.Sprintf("%d Q%d", n/quarters, n%quarters+1)
}

// Limits of price bands: their number, and the fewest sales in each.
const (
	fewBands, mostBands = 2, 10
	salesInBand         = 2 * ratio.DefaultMinSegment
)

// pricesOf splits sales by price, into bands of about equal numbers of sales. A price on a border belongs
// to the lower one.
func pricesOf(list []ratio.Observation) *parting {
	prices := make([]float64, len(list))
	for i := range list {
		prices[i] = list[i].Price
	}
	borders := make([]float64, min(mostBands, max(fewBands, len(list)/salesInBand))-1)
	for i := range borders {
		border, _ := stats.QuantileInPlace(prices, float64(i+1)/float64(len(borders)+1))
		borders[i] = math.Round(border)
	}
	p := &parting{dimension: ByPrice, of: make([]ratio.Segment, len(list))}
	for i := range list {
		rank := 0
		for rank < len(borders) && list[i].Price > borders[rank] {
			rank++
		}
		p.of[i] = ratio.Segment{Dimension: ByPrice, Name: bandName(borders, rank), Rank: rank}
	}
	return p
}

func bandName(borders []float64, rank int) string {
	switch rank {
	case 0:
		return fmt.Sprintf("to %.0f", borders[0])
	case len(borders):
		return fmt.Sprintf("over %.0f", borders[rank-1])
	}
	return fmt.Sprintf("%.0f to %.0f", borders[rank-1], borders[rank])
}

// typesOf splits sales by house type.
func typesOf(s *market.Sales, rows []int32) *parting {
	p := &parting{dimension: ByType, of: make([]ratio.Segment, len(rows))}
	for i, row := range rows {
		p.of[i] = ratio.ByType(s.BuildType(int(row)))
	}
	return p
}

// pool merges the parts with fewer sales than a study shows into one with a name of its own, and returns what it merged,
// if anything. If they are too few together, the next smallest part joins them, unless none would be left beside them.
func (p *parting) pool() []Pooled {
	n := map[string]int{}
	for _, one := range p.of {
		n[one.Name]++
	}
	names := slices.SortedFunc(maps.Keys(n),
		func(a, b string) int { return cmp.Or(cmp.Compare(n[a], n[b]), cmp.Compare(a, b)) })
	pooled := Pooled{Dimension: p.dimension, Least: Least}
	for _, name := range names {
		joins := pooled.Parts > 0 && pooled.Sales < Least && pooled.Parts < len(names)-1
		if n[name] < Least || joins {
			pooled.Parts++
			pooled.Sales += n[name]
		}
	}
	if pooled.Parts < 2 { // one part alone is no pool; the study leaves it out and counts it
		return nil
	}
	small := names[:pooled.Parts]
	for i := range p.of {
		if slices.Contains(small, p.of[i].Name) {
			p.of[i].Name, p.of[i].Rank = fmt.Sprint(pooled.Parts)+others, 1<<20
		}
	}
	return []Pooled{pooled}
}

// Part holds the sales of one part along a dimension.
type Part struct {
	Name    string
	Sales   int            // with a price, valued or not
	Summary *ratio.Summary // nil with too few sales
}

// Least is the fewest sales for a part to have figures.
const Least = ratio.DefaultMinSegment

// Parts returns the parts along a dimension in order: parts in the study with their figures, and parts with
// too few sales with their number alone.
func (t *Accuracy) Parts(dimension string) []Part {
	count, rank := map[string]int{}, map[string]int{}
	for i := range t.Observations {
		for _, s := range t.Observations[i].Segments {
			if s.Dimension == dimension {
				count[s.Name], rank[s.Name] = count[s.Name]+1, s.Rank
			}
		}
	}
	var list []Part
	for i := range t.Measures.Segments {
		if s := &t.Measures.Segments[i]; s.Dimension == dimension {
			list = append(list, Part{s.Name, s.N, &s.Summary})
		}
	}
	shown := len(list)
	for name, n := range count {
		if n < Least { // the study leaves it out
			list = append(list, Part{Name: name, Sales: n})
		}
	}
	if len(list) > shown {
		slices.SortStableFunc(list, func(a, b Part) int {
			return cmp.Or(cmp.Compare(rank[a.Name], rank[b.Name]), cmp.Compare(a.Name, b.Name))
		})
	}
	return list
}

// The parts of Resold.
const (
	InValue = "value"
	AsOffer = "offer"
)

// Resold returns the homes that were sold again within two years as two parts: by their values, and by what they would
// fetch. It is empty without such homes.
func (t *Accuracy) Resold() []Part {
	values, offers := ratio.Resold(t.Observations)
	if values == nil {
		return nil
	}
	return []Part{t.partOf(InValue, values), t.partOf(AsOffer, offers)}
}

// partOf returns the figures of observations, if they are not too few.
func (t *Accuracy) partOf(name string, list []ratio.Observation) Part {
	p := Part{Name: name, Sales: len(list)}
	if len(list) >= Least {
		measures := t.measures(list)
		p.Summary = &measures.Summary
	}
	return p
}

// Limits of the vicinity of a home.
const (
	nearSales  = 200    // number of nearest sales, if there are as many
	nearMetres = 10_000 // largest distance
)

// Near are the tested sales around a home.
type Near struct {
	Part
	Metres float64 // to the farthest of them
}

// Around returns the sales nearest to a home, at most 200 within 10 km.
func (p *Page) Around(at gevel.Point) Near {
	found := p.grid.Nearest(at, nearSales, nearMetres, nil, nil)
	slices.SortFunc(found, func(a, b geo.Neighbour) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Item, b.Item))
	})
	var out Near
	if len(found) > 0 {
		out.Metres = found[len(found)-1].Distance
	}
	list := make([]ratio.Observation, len(found))
	for i, n := range found {
		list[i] = p.Observations[n.Item]
		list[i].Segments = nil
	}
	out.Part = p.partOf("", list)
	return out
}
