package score

// The parts of the market by which sales are studied.

import (
	"math"

	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// part is a way to divide the market, by a column of the file of sales. A sale whose cell is empty belongs to the
// segment of unknown ones.
type part struct {
	column int
	of     func(*sale) ratio.Segment
}

var allParts = []part{
	{saleCOROP, func(s *sale) ratio.Segment { return named("COROP area", s.corop, 0) }},
	{saleMunicipality, func(s *sale) ratio.Segment { return named("municipality", s.municipality, 0) }},
	{flatfile.PostalCode, func(s *sale) ratio.Segment { return named("postal-code area", s.area, 0) }},
	{saleType, func(s *sale) ratio.Segment { return named(ratio.DimensionType, s.houseType, s.typeRank) }},
	{saleYear, func(s *sale) ratio.Segment { return ratio.ByPeriod(s.built) }},
	{saleYear, func(s *sale) ratio.Segment { return ratio.ByAge(s.built, s.date) }},
}

// named is the segment of a name; without a name, the segment of unknown ones.
func named(dimension, name string, rank int) ratio.Segment {
	if name == "" {
		return ratio.Segment{Dimension: dimension, Name: ratio.Unknown, Rank: math.MaxInt}
	}
	return ratio.Segment{Dimension: dimension, Name: name, Rank: rank}
}

// partsOf returns the parts for which a file has a column.
func partsOf(r *flatfile.Reader) (list []part) {
	for _, p := range allParts {
		if r.Has(p.column) {
			list = append(list, p)
		}
	}
	return list
}

// segments are the parts of the market to which the sale belongs, as far as the file has them.
func (f *saleFile) segments(s *sale) (list []ratio.Segment) {
	for _, p := range f.parts {
		list = append(list, p.of(s))
	}
	if f.resold {
		list = append(list, ratio.ByOwnSale(s.ownYears))
	}
	month := s.date.Month()
	return append(list, ratio.Segment{Dimension: "month of sale", Name: month.String(), Rank: int(month)})
}
