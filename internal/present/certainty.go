// Why a valuation is as sure as it is, in words.

package present

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/gevel/gevel/internal/explain"

	"github.com/gevel/gevel"
)

// leastRisk is the change of the error's size, as a fraction, from which on a risk
// feature is written.
const leastRisk = 0.005

func writeCertainty(w io.Writer, e explain.Explanation) error {
	writeClass(w, e)
	c := e.Certainty
	fmt.Fprintf(w, "The mean error to be expected is %.1f %%; that of the typical sale is %.1f %%. What makes it so:\n",
		100*c.Size, 100*c.Typical)
	features := slices.Clone(c.Risks)
	slices.SortStableFunc(features, func(a, b explain.Risk) int {
		return cmp.Compare(math.Abs(math.Log(b.Factor)), math.Abs(math.Log(a.Factor)))
	})
	for _, d := range features {
		if math.Abs(d.Factor-1) >= leastRisk {
			fmt.Fprintf(w, "  %8s  %s\n", factor(d.Factor), riskWords(d, e))
		}
	}
	v := e.Valuation
	_, err := fmt.Fprintf(w, "Half of the width of the middle 68 %% of prices (FSD): %.1f %%; "+
		"80 %% lie from %s to %s.\n", 100*v.FSD, Euros(v.Interval.Low), Euros(v.Interval.High))
	return err
}

// writeClass writes what the class promises, what is expected, and what the next class
// would need.
func writeClass(w io.Writer, e explain.Explanation) {
	c, class := e.Certainty, e.Valuation.Class
	fmt.Fprintf(w, "Class %d of 5: %s.\n", class, classPromise(class))
	for _, p := range []struct{ within, share float64 }{{10, c.Within10}, {15, c.Within15}, {20, c.Within20}} {
		fmt.Fprintf(w, "  %s are expected within %.0f %%.\n", share(p.share), p.within)
	}
	fmt.Fprintf(w, "  Half of the prices are expected between %s and %s, nine in ten between %s and %s.\n",
		Euros(c.Interval50.Low), Euros(c.Interval50.High), Euros(c.Interval90.Low), Euros(c.Interval90.High))
	if class < gevel.HighestClass {
		p := (class + 1).Promise()
		fmt.Fprintf(w, "  Class %d would need %.0f %% within %.0f %%.\n", class+1, 100*p.Share, 100*p.Within)
	}
}
