// Why a valuation is as sure as it is, in words.

package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/explain"
)

// tellingDriver is the change of the error's size, as a fraction, from which on a
// driver is told of.
const tellingDriver = 0.005

func printCertainty(w io.Writer, e explain.Explanation) error {
	c, class := e.Certainty, e.Valuation.Class
	fmt.Fprintf(w, "Class %d of 5: %s.\n", class, classPromise(class))
	for _, p := range []struct{ within, share float64 }{{10, c.Within10}, {15, c.Within15}, {20, c.Within20}} {
		fmt.Fprintf(w, "  %s are expected within %.0f %%.\n", share(p.share), p.within)
	}
	fmt.Fprintf(w, "  Half of the prices are expected between %s and %s, nine in ten between %s and %s.\n",
		euros(c.Interval50.Low), euros(c.Interval50.High), euros(c.Interval90.Low), euros(c.Interval90.High))
	if class < gevel.HighestClass {
		fmt.Fprintf(w, "  Class %d would need %s.\n", class+1, classBar(class+1))
	}
	fmt.Fprintf(w, "The mean error to be expected is %.1f %%; that of the typical sale is %.1f %%. What makes it so:\n",
		100*c.Size, 100*c.Typical)
	drivers := slices.Clone(c.Risks)
	slices.SortStableFunc(drivers, func(a, b explain.Risk) int {
		return cmp.Compare(math.Abs(math.Log(b.Factor)), math.Abs(math.Log(a.Factor)))
	})
	for _, d := range drivers {
		if math.Abs(d.Factor-1) >= tellingDriver {
			fmt.Fprintf(w, "  %8s  %s\n", factor(d.Factor), driverWords(d, e))
		}
	}
	_, err := fmt.Fprintf(w, "Half of the width of the middle 68 %% of prices (FSD): %.1f %%; 80 %% lie from %s to %s.\n",
		100*e.Valuation.FSD, euros(e.Valuation.Interval.Low), euros(e.Valuation.Interval.High))
	return err
}

// share writes a probability, of which none is certain.
func share(p float64) string {
	const nearlyAll = 0.9995 // what would be rounded to 100 %
	if p >= nearlyAll {
		return "more than 99.9 %"
	}
	return fmt.Sprintf("%.1f %%", 100*p)
}

// classBar is what a class promises, in figures alone.
func classBar(class gevel.ConfidenceClass) string {
	p := class.Promise()
	return fmt.Sprintf("%.0f %% within %.0f %%", 100*p.Share, 100*p.Within)
}

// driverWords say what a driver measured.
func driverWords(d explain.Risk, e explain.Explanation) string {
	has, typical := d.Has.V, d.Typical.V
	switch d.Name {
	case explain.ApproachesDiffer:
		return fmt.Sprintf("comparables and like homes tell other values than the hedonic one, by %.1f %% together, typically %.1f %%", 100*has, 100*typical)
	case explain.ComparablesDiffer:
		return fmt.Sprintf("the comparables, adjusted by the mean of two estimates, lie %.1f %% apart, typically %.1f %%", 100*has, 100*typical)
	case explain.ComparablesCount:
		return fmt.Sprintf("the comparables tell as much as %.1f equally good ones, typically %.1f", has, typical)
	case explain.ComparablesFar:
		return fmt.Sprintf("the comparables' streets, by their middles, lie within %.0f m of its own, typically %.0f m", has, typical)
	case explain.ComparablesAdjusted:
		return fmt.Sprintf("the comparables' prices were adjusted by a factor of %.2f on average, up or down, typically %.2f", has, typical)
	case explain.LikeHomesUnlike:
		return fmt.Sprintf("the most like homes sold nearby differ from it by %.0f %% of a characteristic's usual spread, typically %.0f %%", 100*has, 100*typical)
	case explain.LikeHomesFew:
		return fmt.Sprintf("like homes sold nearby pin down what homes like it fetch to within %.1f %%, typically %.1f %%", 100*has, 100*typical)
	case explain.OwnSaleApart:
		if !e.OwnSale.Known {
			return fmt.Sprintf("no own last sale pulls its value away from all else, typically %.1f %%", 100*typical)
		}
		return fmt.Sprintf("its own last sale and all else pull the value %.1f %% apart, typically %.1f %%", 100*has, 100*typical)
	case explain.OwnSaleAge:
		return ownSaleWords(d, e.OwnSale)
	case explain.BelowMiddle:
		return sideWords(has, "below")
	case explain.AboveMiddle:
		return sideWords(has, "above")
	case explain.HouseType:
		return fmt.Sprintf("homes of its type (%s) are valued with %s errors than others", e.Home.BuildType.Group(), largerOrSmaller(d))
	case explain.Surroundings:
		return fmt.Sprintf("homes of its area are valued with %s errors than elsewhere", largerOrSmaller(d))
	case explain.BuildPeriod:
		return fmt.Sprintf("homes of its time of construction (%s) are valued with %s errors than others", gevel.BuildYearCat(e.Home.BuildYear.V), largerOrSmaller(d))
	case explain.Staleness:
		return fmt.Sprintf("the market is taken to be known until %.0f months before the valuation date", has)
	case explain.Extreme:
		return extremeWords(e.Steps)
	case explain.Imputed:
		return imputedWords(e.Steps)
	case explain.Bounds:
		if d.Factor > 1 {
			return fmt.Sprintf("a mean error below %.1f %% is expected of no home", 100*e.Certainty.Size)
		}
		return fmt.Sprintf("a mean error above %.1f %% is expected of no home", 100*e.Certainty.Size)
	}
	return string(d.Name)
}

// largerOrSmaller says which errors of homes like it a driver tells of.
func largerOrSmaller(d explain.Risk) string {
	if d.Factor > 1 {
		return "larger"
	}
	return "smaller"
}

// extremeWords name of what a home has more or less than nearly all that were sold.
func extremeWords(steps []explain.Step) string {
	var names []string
	for _, s := range steps {
		if s.Sold != "" {
			names = append(names, fmt.Sprintf("%s (%s)", s.Name, s.Sold))
		}
	}
	return "it lies outside what nearly all homes of its type that were sold have: " + strings.Join(names, ", ")
}

// imputedWords name what is not known of a home and was taken to be as of like homes.
func imputedWords(steps []explain.Step) string {
	var names []string
	for _, s := range steps {
		if s.Imputed {
			names = append(names, s.Name)
		}
	}
	what := "characteristics are not known and were"
	if len(names) == 1 {
		what = "characteristic is not known and was"
	}
	return fmt.Sprintf("%d %s taken to be as of like homes sold nearby: %s", len(names), what, strings.Join(names, ", "))
}

// sideWords say how many times the middle of the market a home is on one side of it, 1
// when it does not lie there. That of the typical sale is not told: most lie on the
// other side, or near.
func sideWords(times float64, side string) string {
	if times == 1 {
		return fmt.Sprintf("its value does not lie %s the middle of the market", side)
	}
	return fmt.Sprintf("its value is %.2f times the middle of the market", times)
}

const (
	// wholeOwnSale is the share of its weight from which on an own sale counts in full.
	wholeOwnSale = 0.9
	// strangeOwnSale is the probability that it tells of the home as it is below which an
	// own sale is said to be doubted.
	strangeOwnSale = 0.5
)

// ownSaleWords say what the home's own sale tells of it.
func ownSaleWords(d explain.Risk, known gevel.Opt[explain.OwnSale]) string {
	own, ago := known.V, span(d.Has.V)
	holds := 100 * own.Unchanged * own.Credibility
	switch {
	case !known.Known:
		return fmt.Sprintf("homes without an own sale that is known are valued with %s errors than others", largerOrSmaller(d))
	case own.Credibility < strangeOwnSale:
		return fmt.Sprintf("its own sale %s ago hardly counts, as it is so unlike all else", ago)
	case holds < 100*wholeOwnSale && own.Unchanged < own.Credibility:
		return fmt.Sprintf("its own sale %s ago counts, but only by %.0f %%, as the home has changed since", ago, holds)
	case holds < 100*wholeOwnSale:
		return fmt.Sprintf("its own sale %s ago counts, but only by %.0f %%, as it lies apart from all else", ago, holds)
	}
	return fmt.Sprintf("homes that were sold %s ago, as this one, are valued with %s errors than others", ago, largerOrSmaller(d))
}

// span writes a time in the unit that suits it.
func span(years float64) string {
	const days, months = 365.25, 12
	switch {
	case math.Round(years*days) == 1:
		return "a day"
	case years*days < 60:
		return fmt.Sprintf("%.0f days", years*days)
	case years < 2:
		return fmt.Sprintf("%.0f months", years*months)
	}
	return fmt.Sprintf("%.1f years", years)
}
