package score

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/offline/studysales"
	"github.com/gevel/gevel/internal/source/sales"
)

// part is a way to divide the market. A file in which it is known of no sale is not divided by it; other sales of
// unknown parts are a segment of their own.
type part struct {
	known func(row int32, d *sales.Detail) bool
	of    func(row int32, d *sales.Detail) ratio.Segment
}

// partsOf are the ways to part the sales.
func partsOf(s *studysales.Sales) []part {
	byName := func(dimension string, name func(row int32, d *sales.Detail) string) part {
		return part{
			func(row int32, d *sales.Detail) bool { return name(row, d) != "" },
			func(row int32, d *sales.Detail) ratio.Segment { return named(dimension, name(row, d), 0) },
		}
	}
	built := func(row int32, _ *sales.Detail) bool { return s.BuildYear(int(row)).Known }
	return []part{
		byName("COROP area", func(_ int32, d *sales.Detail) string { return d.COROP }),
		byName("municipality", func(_ int32, d *sales.Detail) string { return d.Municipality }),
		byName("postal-code area", func(row int32, _ *sales.Detail) string { return s.Zips.Name(s.Zip[row]) }),
		{
			func(row int32, d *sales.Detail) bool { return s.BuildType(int(row)) != 0 || d.HouseType != "" },
			func(row int32, d *sales.Detail) ratio.Segment { return byType(s.BuildType(int(row)), d.HouseType) },
		},
		{built, func(row int32, _ *sales.Detail) ratio.Segment { return ratio.ByPeriod(s.BuildYear(int(row))) }},
		{built, func(row int32, _ *sales.Detail) ratio.Segment { return ratio.ByAge(s.BuildYear(int(row)), s.Date[row]) }},
		{
			func(row int32, _ *sales.Detail) bool { return !math.IsNaN(s.OwnYears(row)) },
			func(row int32, _ *sales.Detail) ratio.Segment { return ratio.ByOwnSale(s.OwnYears(row)) },
		},
	}
}

// byType is the segment of a house type; written is one that gevel does not have.
func byType(t gevel.BuildType, written string) ratio.Segment {
	if t != 0 {
		return ratio.ByType(t)
	}
	return named(ratio.DimensionType, written, gevel.BuildTypes+1)
}

// named is the segment of a name; without a name, the segment of unknown ones.
func named(dimension, name string, rank int) ratio.Segment {
	if name == "" {
		return ratio.Segment{Dimension: dimension, Name: ratio.Unknown, Rank: math.MaxInt}
	}
	return ratio.Segment{Dimension: dimension, Name: name, Rank: rank}
}

// parting returns the segments of a sale, as far as any of the sales has them, and its loan.
func parting(s *studysales.Sales) (segments func(row int32) []ratio.Segment, loan func(row int32) float64) {
	detail := func(row int32) *sales.Detail {
		if d := s.Details[s.ID(int(row))]; d != nil {
			return d
		}
		return &sales.Detail{}
	}
	var parts []part
	for _, p := range partsOf(s) {
		for row := range int32(s.Len()) {
			if p.known(row, detail(row)) {
				parts = append(parts, p)
				break
			}
		}
	}
	segments = func(row int32) (list []ratio.Segment) {
		for _, p := range parts {
			list = append(list, p.of(row, detail(row)))
		}
		month := s.Date[row].Month()
		return append(list, ratio.Segment{Dimension: "month of sale", Name: month.String(), Rank: int(month)})
	}
	return segments, func(row int32) float64 { return detail(row).Loan }
}
