package backtest

// The segments of a study, besides the price deciles that the study adds itself.

import (
	"fmt"
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/ratio"
)

// Dimensions of segments.
const (
	DimensionType    = "house type"
	DimensionArea    = "area"
	DimensionPeriod  = "build period"
	DimensionOwnSale = "own last sale"
	DimensionMonth   = "month of sale"
	DimensionQuarter = "quarter of sale"
)

const unknown = "unknown"

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
	return []ratio.Segment{
		g.houseType(row),
		g.areas.of(row),
		buildPeriod(g.sales.Characteristics(row).BuildYear),
		ownSale(f.OwnYears),
		g.saleDate(row),
	}
}

func (g *segmenter) houseType(row int) ratio.Segment {
	t := g.sales.BuildType(row)
	if t == 0 {
		return ratio.Segment{Dimension: DimensionType, Name: unknown, Rank: gevel.BuildTypes}
	}
	return ratio.Segment{Dimension: DimensionType, Name: t.String(), Rank: int(t)}
}

func buildPeriod(year gevel.Opt[int]) ratio.Segment {
	if !year.Known {
		return ratio.Segment{Dimension: DimensionPeriod, Name: unknown, Rank: gevel.BuildPeriods + 1}
	}
	return ratio.Segment{Dimension: DimensionPeriod, Name: gevel.BuildYearCat(year.V), Rank: 1 + gevel.BuildPeriod(year.V)}
}

// ownSale is the segment by the years since the home's last known sale; NaN without one.
func ownSale(years float64) ratio.Segment {
	s := ratio.Segment{Dimension: DimensionOwnSale}
	switch {
	case math.IsNaN(years):
		s.Name = "none"
	case years < 2:
		s.Name, s.Rank = "under 2 years ago", 1
	case years < 5:
		s.Name, s.Rank = "2 to 5 years ago", 2
	case years < 10:
		s.Name, s.Rank = "5 to 10 years ago", 3
	default:
		s.Name, s.Rank = "10 years ago or more", 4
	}
	return s
}

func (g *segmenter) saleDate(row int) ratio.Segment {
	month := g.sales.Date[row].Month()
	if g.monthly {
		return ratio.Segment{Dimension: DimensionMonth, Name: month.String(), Rank: int(month)}
	}
	quarter := int(month) / 3
	return ratio.Segment{Dimension: DimensionQuarter, Name: fmt.Sprintf("%d Q%d", quarter/4, quarter%4+1), Rank: quarter}
}
