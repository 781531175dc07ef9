// What makes an error larger or smaller than that of the typical sale, a sentence each.

package present

import (
	"fmt"
	"strings"

	"github.com/gevel/gevel/internal/explain"

	"github.com/gevel/gevel"
)

// measured are the risk features that compare a figure of the home with that of the
// typical sale, and by what both are multiplied to be read.
var measured = map[explain.RiskName]struct {
	words string
	times float64
}{
	explain.ApproachesDiffer: {
		"comparables and kriging differ from the hedonic value by %.1f %% together, typically %.1f %%", 100,
	},
	explain.ComparablesDiffer: {
		"the comparables, adjusted by the mean of two estimates, lie %.1f %% apart, typically %.1f %%", 100,
	},
	explain.ComparablesCount: {
		"the comparables are worth as much as %.1f equally good ones, typically %.1f", 1,
	},
	explain.ComparablesFar: {
		"the comparables' streets, by their middles, lie within %.0f m of its own, typically %.0f m", 1,
	},
	explain.ComparablesAdjusted: {
		"the comparables' prices were adjusted by a factor of %.2f on average, up or down, typically %.2f", 1,
	},
	explain.LikeHomesUnlike: {
		"the homes most like it that were sold nearby differ from it by %.0f %% " +
			"of a characteristic's standard deviation, typically %.0f %%", 100,
	},
	explain.LikeHomesFew: {
		"like homes sold nearby pin down what homes like it fetch to within %.1f %%, typically %.1f %%", 100,
	},
}

// riskWords say what a risk feature is of a home.
func riskWords(d explain.Risk, e explain.Explanation) string {
	if m, ok := measured[d.Name]; ok {
		return fmt.Sprintf(m.words, m.times*d.Has.V, m.times*d.Typical.V)
	}
	switch d.Name {
	case explain.OwnSaleApart:
		return apartWords(d, e.OwnSale.Known)
	case explain.OwnSaleAge:
		return ownSaleWords(d, e.OwnSale)
	case explain.BelowMiddle:
		return sideWords(d.Has.V, "below")
	case explain.AboveMiddle:
		return sideWords(d.Has.V, "above")
	case explain.HouseType:
		return fmt.Sprintf("homes of its type (%s) are valued with %s errors than others",
			e.Home.BuildType.Group(), largerOrSmaller(d))
	case explain.Surroundings:
		return fmt.Sprintf("homes of its area are valued with %s errors than elsewhere", largerOrSmaller(d))
	case explain.BuildPeriod:
		return fmt.Sprintf("homes of its time of construction (%s) are valued with %s errors than others",
			gevel.BuildYearCat(e.Home.BuildYear.V), largerOrSmaller(d))
	case explain.Staleness:
		return fmt.Sprintf("the market is taken to be known until %.0f months before the valuation date", d.Has.V)
	case explain.Extreme:
		return extremeWords(e.Steps)
	case explain.Imputed:
		return imputedWords(e.Steps)
	case explain.Bounds:
		return boundWords(d, e.Certainty.Size)
	}
	return string(d.Name)
}

// boundWords say which bound of the size of an error is reached.
func boundWords(d explain.Risk, size float64) string {
	side := "above"
	if d.Factor > 1 {
		side = "below"
	}
	return fmt.Sprintf("a mean error %s %.1f %% is expected of no home", side, 100*size)
}

// apartWords say how far the home's own last sale lies from all else.
func apartWords(d explain.Risk, known bool) string {
	if !known {
		return fmt.Sprintf("no own last sale pulls its value away from all else, typically %.1f %%", 100*d.Typical.V)
	}
	return fmt.Sprintf("its own last sale and all else pull the value %.1f %% apart, typically %.1f %%",
		100*d.Has.V, 100*d.Typical.V)
}

// largerOrSmaller says how the errors made on homes of its segment differ from others.
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

// imputedWords name what is not known of a home and was imputed.
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
	return fmt.Sprintf("%d %s imputed from like homes sold nearby: %s", len(names), what, strings.Join(names, ", "))
}

// sideWords say how many times the middle of the market a home is on one side of it, 1
// when it does not lie there. That of the typical sale is left out: most lie on the
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
	// strangeOwnSale is the probability of being of the home as it is below which an own
	// sale is said to hardly count.
	strangeOwnSale = 0.5
)

// ownSaleWords say how much the home's own sale counts.
func ownSaleWords(d explain.Risk, known gevel.Opt[explain.OwnSale]) string {
	own, ago := known.V, span(d.Has.V)
	holds := 100 * own.Unchanged * own.Credibility
	switch {
	case !known.Known:
		return fmt.Sprintf("homes without an own sale that is known are valued with %s errors than others",
			largerOrSmaller(d))
	case own.Credibility < strangeOwnSale:
		return fmt.Sprintf("its own sale %s ago hardly counts, as it is so unlike all else", ago)
	case holds < 100*wholeOwnSale && own.Unchanged < own.Credibility:
		return fmt.Sprintf("its own sale %s ago counts, but only by %.0f %%, as the home has changed since", ago, holds)
	case holds < 100*wholeOwnSale:
		return fmt.Sprintf("its own sale %s ago counts, but only by %.0f %%, as it lies apart from all else",
			ago, holds)
	}
	return fmt.Sprintf("homes that were sold %s ago, as this one, are valued with %s errors than others",
		ago, largerOrSmaller(d))
}
