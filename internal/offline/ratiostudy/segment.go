package ratiostudy

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/ratio"
)

// unknown is the part of homes of which it is not known.
const unknown = "unknown"

// segmentsOf returns the parts of the market to which a home belongs; c are its characteristics as they were valued.
func segmentsOf(v *gevel.Valuation, c gevel.Characteristics) []ratio.Segment {
	segments := []ratio.Segment{
		{Dimension: "municipality", Name: orUnknown(v.Address.Municipality)},
		{Dimension: "postal-code area", Name: orUnknown(v.Address.PostalCode.PC4())},
		{Dimension: "house type", Name: orUnknown(c.BuildType.String()), Rank: int(c.BuildType)},
		{Dimension: "class", Name: fmt.Sprint(v.Class), Rank: int(v.Class)},
	}
	period := ratio.Segment{Dimension: "build period", Name: unknown, Rank: gevel.BuildPeriods + 1}
	if c.BuildYear.Known {
		period.Name, period.Rank = gevel.BuildYearCat(c.BuildYear.V), gevel.BuildPeriod(c.BuildYear.V)
	}
	return append(segments, period)
}

func orUnknown(name string) string {
	if name == "" {
		return unknown
	}
	return name
}
