// Why a valuation is as sure as it is, in words.

package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/valuer"
)

// tellingDriver is the change of the error's size, as a fraction, from which on a
// driver is told of.
const tellingDriver = 0.005

func printCertainty(w io.Writer, e valuer.Explanation) error {
	c, class := e.Certainty, e.Valuation.Class
	fmt.Fprintf(w, "Class %d of 5: %s.\n", class, classPromises[class])
	for _, p := range []struct{ within, share float64 }{{10, c.Within10}, {15, c.Within15}, {20, c.Within20}} {
		fmt.Fprintf(w, "  %.1f %% are expected within %.0f %%.\n", 100*p.share, p.within)
	}
	if int(class)+1 < len(classPromises) {
		fmt.Fprintf(w, "  Class %d would need %s.\n", class+1, promised(class+1))
	}
	fmt.Fprintf(w, "The scale of the error is %.1f %%; that of the typical sale is %.1f %%. What makes it so:\n",
		100*c.Size, 100*c.Typical)
	drivers := slices.Clone(c.Drivers)
	slices.SortStableFunc(drivers, func(a, b valuer.Driver) int {
		return cmp.Compare(math.Abs(math.Log(b.Factor)), math.Abs(math.Log(a.Factor)))
	})
	for _, d := range drivers {
		if math.Abs(d.Factor-1) >= tellingDriver {
			fmt.Fprintf(w, "  %8s  %s\n", factor(d.Factor), driverWords(d, e.Home))
		}
	}
	_, err := fmt.Fprintf(w, "Half of the width of the middle 68 %% of prices (FSD): %.1f %%; 80 %% lie from %s to %s.\n",
		100*e.Valuation.FSD, euros(e.Valuation.Interval.Low), euros(e.Valuation.Interval.High))
	return err
}

func promised(class gevel.ConfidenceClass) string {
	p := class.Promise()
	return fmt.Sprintf("%.0f %% within %.0f %%", 100*p.Share, 100*p.Within)
}

// driverWords say what a driver measured.
func driverWords(d valuer.Driver, home gevel.Characteristics) string {
	has, typical := d.Has.V, d.Typical.V
	switch d.Name {
	case valuer.ApproachesDiffer:
		return fmt.Sprintf("the approaches differ from the hedonic value by %.1f %% together, typically %.1f %%", 100*has, 100*typical)
	case valuer.ComparablesDiffer:
		return fmt.Sprintf("the comparables' adjusted prices differ by %.1f %%, typically %.1f %%", 100*has, 100*typical)
	case valuer.ComparablesCount:
		return fmt.Sprintf("the comparables count as %.1f equally good ones, typically %.1f", has, typical)
	case valuer.ComparablesFar:
		return fmt.Sprintf("the comparables lie within %.0f m, typically %.0f m", has, typical)
	case valuer.LikeHomesFew:
		return fmt.Sprintf("like homes nearby tell the place to %.1f %%, typically %.1f %%", 100*has, 100*typical)
	case valuer.OwnSaleAge:
		if !d.Has.Known {
			return "no own sale is known"
		}
		return fmt.Sprintf("the home was sold itself %.1f years ago", has)
	case valuer.Rarity:
		return fmt.Sprintf("its value is a factor %.1f from the middle of the market, typically %.1f", has, typical)
	case valuer.HouseType:
		return fmt.Sprintf("homes of its type (%s)", home.BuildType.Group())
	case valuer.Staleness:
		return fmt.Sprintf("the index ends %.0f months before the valuation date", has)
	case valuer.Bounds:
		return "errors smaller or larger than any bound are not promised"
	}
	return string(d.Name)
}
