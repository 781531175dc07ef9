package textreport

// The study of many origins, as it is printed.

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/backtest"
	"github.com/gevel/gevel/internal/offline/studysales"
)

// WriteOrigins prints a study of many origins.
func WriteOrigins(w io.Writer, source studysales.Source, s *backtest.OriginSummary) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "%s\n", source)
	warnings(t, source.Warnings)
	fmt.Fprintf(t, "%d origins from %s to %s, %d forecasts of sales before %s; nothing known on an origin or later is used\n\n",
		s.Origins, s.ByOrigin[0].Origin, s.ByOrigin[len(s.ByOrigin)-1].Origin, s.N, s.Plan.Until)
	fmt.Fprintln(t, "level, %\tmean\tworst origin\tMdAPE, %\t")
	for _, f := range s.Overall {
		fmt.Fprintf(t, "%s\t%.2f\t%.2f\t%.2f\t\n", f.Way, f.Level, f.Worst, f.MdAPE)
	}
	e := s.Engine
	fmt.Fprintf(t, "\n80 %% interval covers %.1f %% in the mean, %.1f to %.1f %% by origin; width %.1f %%; interval score %.4f\n",
		e.Inside, e.Least, e.Most, e.Width, e.Score)
	for _, c := range s.Promises {
		if c.Verdict != "" {
			fmt.Fprintf(t, "class %d: %.1f %% of %d within %.0f %%, %.1f promised, interval by month of sale or origin %s: %s\n",
				c.Class, c.Share.Value, c.N, c.Within, c.Aim, c.Share.Between(), c.Verdict)
		}
	}
	fmt.Fprintln(t)
	fmt.Fprintln(t, "month\torigins\tmedian ratio\tlevel: "+ways()+"\tMdAPE\tcovers\tclasses\t")
	for _, h := range s.Horizons {
		fmt.Fprintf(t, "%d\t%d\t%.3f\t%s\t%.2f\t%.1f\t%s\t\n",
			h.Horizon, h.Origins, h.Ratio, numbers(h.Level), h.MdAPE[backtest.Engine], h.Inside, classesOf(h.Classes))
	}
	fmt.Fprintln(t, "\norigin\tn\tmean error\tlevel: "+ways()+"\tcovers\t")
	for _, o := range s.ByOrigin {
		fmt.Fprintf(t, "%s\t%d\t%+.2f\t%s\t%.1f\t\n", o.Origin, o.N, o.Bias, numbers(o.Level), o.Inside)
	}
	fmt.Fprintf(t, "\nby one forecast of each sale, from its last origin:\n\n")
	if err := t.Flush(); err != nil {
		return err
	}
	return s.Decision.WriteTable(w)
}

func ways() string {
	var names []string
	for w := range backtest.Ways {
		names = append(names, w.String())
	}
	return strings.Join(names, " / ")
}

func numbers(of [backtest.Ways]float64) string {
	var list []string
	for _, v := range of {
		list = append(list, fmt.Sprintf("%.2f", v))
	}
	return strings.Join(list, " / ")
}

// classesOf gives the share of prices where each class promises, and of how many values.
func classesOf(classes [gevel.HighestClass + 1]backtest.Kept) string {
	var list []string
	for class := gevel.HighestClass; class > 0; class-- {
		if k := classes[class]; k.N > 0 {
			list = append(list, fmt.Sprintf("%d: %.1f (%d)", class, 100*float64(k.Kept)/float64(k.N), k.N))
		}
	}
	return strings.Join(list, ", ")
}
