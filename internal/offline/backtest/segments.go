package backtest

// The segments of a study, besides the price deciles that the study adds itself.

import (
	"fmt"

	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/market"
)

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
