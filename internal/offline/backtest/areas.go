package backtest

import (
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/stats"
)

// mostAreas is the most areas that a study shows. A city has fewer postal-code areas; a country's are merged
// by their leading characters.
const mostAreas = 100

// Codes of more than longCode characters identify streets or buildings, as in Singapore. Their first
// sectorLength characters are the sector; a longer prefix would split only some sectors.
const (
	longCode     = 4
	sectorLength = 2
)

// areas names the area of a sale: its postal-code area, or if there are too many a prefix of it, or if there
// are no codes its map cell.
type areas struct {
	sales  *market.Sales
	length int // of the codes' prefix; 0: map cells
	thirds [4]float64
}

func newAreas(s *market.Sales, tested []Forecast) areas {
	codes, longest, coded := map[string]bool{}, 0, 0
	for _, f := range tested {
		if code := s.Zips.Name(s.Zip[f.Row]); code != "" {
			codes[code] = true
			longest = max(longest, len(code))
			coded++
		}
	}
	if 2*coded < len(tested) {
		return areas{sales: s, thirds: thirds(s, tested)}
	}
	if len(codes) > mostAreas && longest > longCode {
		longest = sectorLength
	}
	for length := longest; length > 1; length-- {
		short := map[string]bool{}
		for code := range codes {
			short[code[:min(length, len(code))]] = true
		}
		if len(short) <= mostAreas {
			return areas{sales: s, length: length}
		}
	}
	return areas{sales: s, length: 1}
}

// thirds returns the borders between the thirds of the tested sales from west to east and from south to north.
func thirds(s *market.Sales, tested []Forecast) [4]float64 {
	var xs, ys []float64
	for _, f := range tested {
		if at := s.At[f.Row]; at.Known() {
			xs, ys = append(xs, at.X), append(ys, at.Y)
		}
	}
	var borders [4]float64
	for i, of := range []struct {
		values []float64
		share  float64
	}{{xs, 1. / 3}, {xs, 2. / 3}, {ys, 1. / 3}, {ys, 2. / 3}} {
		borders[i], _ = stats.QuantileInPlace(of.values, of.share)
	}
	return borders
}

func (a areas) of(row int) ratio.Segment {
	if a.length == 0 {
		return a.mapCell(a.sales.At[row])
	}
	code := a.sales.Zips.Name(a.sales.Zip[row])
	switch {
	case code == "":
		return ratio.Segment{Dimension: DimensionArea, Name: ratio.Unknown, Rank: maxCode}
	case len(code) > a.length:
		name := code[:a.length] + strings.Repeat("x", len(code)-a.length)
		return ratio.Segment{Dimension: DimensionArea, Name: name, Rank: len(code)}
	}
	// Shorter codes come first: 9 before 10.
	return ratio.Segment{Dimension: DimensionArea, Name: code, Rank: len(code)}
}

// maxCode exceeds the length of any postal-code area.
const maxCode = 1 << 10

// mapCells are the nine map cells, from north to south and from west to east.
var mapCells = [9]string{
	"north-west", "north", "north-east", "west", "centre", "east", "south-west", "south", "south-east",
}

func (a areas) mapCell(at gevel.Point) ratio.Segment {
	if !at.Known() {
		return ratio.Segment{Dimension: DimensionArea, Name: ratio.Unknown, Rank: len(mapCells)}
	}
	column, line := third(at.X, a.thirds[:2]), 2-third(at.Y, a.thirds[2:])
	i := 3*line + column
	return ratio.Segment{Dimension: DimensionArea, Name: mapCells[i], Rank: i}
}

// third returns the third in which a coordinate lies, 0 to 2.
func third(v float64, borders []float64) int {
	switch {
	case v < borders[0]:
		return 0
	case v < borders[1]:
		return 1
	}
	return 2
}

// The segments of a study, besides the price deciles that the study adds itself.

// Dimensions of segments, besides the dimensions of package ratio.
const (
	DimensionArea    = "area"
	DimensionMonth   = "month of sale"
	DimensionQuarter = "quarter of sale"
)

// mostMonths is the most months that are shown one by one; a longer table is unreadable.
const mostMonths = 18

// segmenter assigns segments to a tested sale.
type segmenter struct {
	sales   *market.Sales
	areas   areas
	monthly bool
}

func newSegmenter(s *market.Sales, plan Plan, tested []Forecast) *segmenter {
	return &segmenter{
		sales: s, areas: newAreas(s, tested),
		monthly: int((plan.Until-1).Month()-plan.From.Month()) < mostMonths,
	}
}

func (g *segmenter) of(f *Forecast) []ratio.Segment {
	row := int(f.Row)
	built := g.sales.BuildYear(row)
	return []ratio.Segment{
		ratio.ByType(g.sales.BuildType(row)),
		g.areas.of(row),
		ratio.ByPeriod(built),
		ratio.ByAge(built, g.sales.Date[row]),
		ratio.ByOwnSale(f.OwnYears),
		g.saleDate(row),
	}
}

func (g *segmenter) saleDate(row int) ratio.Segment {
	month := g.sales.Date[row].Month()
	if g.monthly {
		return ratio.Segment{Dimension: DimensionMonth, Name: month.String(), Rank: int(month)}
	}
	quarter := int(month) / 3
	return ratio.Segment{Dimension: DimensionQuarter, Name: fmt.Sprintf("%d Q%d", quarter/4, quarter%4+1), Rank: quarter}
}
