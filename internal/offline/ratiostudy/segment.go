package ratiostudy

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// segmentsOf returns the parts of the market to which a home belongs; c are its characteristics as they were valued.
func segmentsOf(v *gevel.Valuation, c gevel.Characteristics) []ratio.Segment {
	return []ratio.Segment{
		{Dimension: "municipality", Name: orUnknown(v.Address.Municipality)},
		{Dimension: "postal-code area", Name: orUnknown(v.Address.PostalCode.PC4())},
		ratio.ByType(c.BuildType),
		{Dimension: "class", Name: fmt.Sprint(v.Class), Rank: int(v.Class)},
		ratio.ByPeriod(c.BuildYear),
	}
}

func orUnknown(name string) string {
	if name == "" {
		return ratio.Unknown
	}
	return name
}
