// The certainty of a valuation, in words.

package present

import (
	"fmt"
	"io"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/explain"
)

func writeCertainty(w io.Writer, e explain.Explanation) error {
	writeClass(w, e)
	c := e.Certainty
	fmt.Fprintf(w, "The expected error is %.1f %%; for the typical sale it is %.1f %%. Reasons:\n",
		100*c.Size, 100*c.Typical)
	for _, d := range c.ByEffect() {
		if words.Mentions(d) {
			fmt.Fprintf(w, "  %8s  %s\n", words.English.Factor(d.Factor), words.English.Risk(d, e))
		}
	}
	v := e.Valuation
	_, err := fmt.Fprintf(w, "Half of the width of the middle 68 %% of prices (FSD): %.1f %%; "+
		"80 %% lie from %s to %s.\n", 100*v.FSD, words.English.Euros(v.Interval.Low), words.English.Euros(v.Interval.High))
	return err
}

// writeClass writes the promise of the class, what is expected, and what the next class
// would need.
func writeClass(w io.Writer, e explain.Explanation) {
	c, class := e.Certainty, e.Valuation.Class
	fmt.Fprintf(w, "Class %d of 5: %s.\n", class, words.English.Promise(class))
	for _, p := range []struct{ within, share float64 }{{10, c.Within10}, {15, c.Within15}, {20, c.Within20}} {
		fmt.Fprintf(w, "  %s are expected within %.0f %%.\n", words.English.Share(p.share), p.within)
	}
	fmt.Fprintf(w, "  Half of the prices are expected between %s and %s, nine in ten between %s and %s.\n",
		words.English.Euros(c.Interval50.Low), words.English.Euros(c.Interval50.High), words.English.Euros(c.Interval90.Low), words.English.Euros(c.Interval90.High))
	if class < gevel.HighestClass {
		p := (class + 1).Promise()
		fmt.Fprintf(w, "  Class %d would need %.0f %% within %.0f %%.\n", class+1, 100*p.Share, 100*p.Within)
	}
}
