package textreport

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/register"
)

// What the homes have, and from which source.

// writeFillRates writes the share of the homes that each source gives each characteristic.
func writeFillRates(w io.Writer, s *build.Summary) error {
	var sources []gevel.Source
	for _, row := range s.Sources.All() {
		source := row.Source
		if slices.ContainsFunc(s.FillRates, func(r register.FillRate) bool { return r.Source[source] > 0 }) {
			sources = append(sources, source)
		}
	}
	fmt.Fprintln(w, "\nwhat the registers know of the homes, in per cent, by source")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, source := range sources {
		fmt.Fprintf(t, "%s\t", s.Sources.Name(source))
	}
	fmt.Fprint(t, "unknown\t  characteristic\n")
	for _, rate := range s.FillRates {
		for _, source := range append(sources, gevel.NoSource) {
			fmt.Fprintf(t, "%s\t", share(rate.Source[source], rate.Homes))
		}
		fmt.Fprintf(t, "  %s\n", rate.Label)
	}
	return t.Flush()
}

func share(n, of int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", 100*float64(n)/float64(max(of, 1)))
}
