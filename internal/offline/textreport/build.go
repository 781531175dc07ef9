// The summary of gevel build.

package textreport

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/offline/build"
)

// Build writes what a build made, of what, and what it left out.
func Build(w io.Writer, s *build.Summary, took time.Duration) error {
	m := s.Manifest
	fmt.Fprintf(w, "edition %s in %s, %s\n\n", m.ID, s.Dir, outcome(s, took.Round(100*time.Millisecond)))
	if err := writeSources(w, s); err != nil {
		return err
	}
	writeCarried(w, &s.Carried)
	if err := writeRejects(w, s.Rejects); err != nil {
		return err
	}
	writeColumnsOf(w, s)
	if err := writeFillRates(w, s); err != nil {
		return err
	}
	for _, found := range s.Found {
		fmt.Fprintf(w, "\n%s\n", found)
	}
	if err := writePrices(w, s.Prices); err != nil {
		return err
	}
	warnings(w, s.Warnings)
	writeWatch(w, s.Watch)
	if err := writeComparison(w, s); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%d addresses, %d homes, %d sales\n"+
		"values homes on any day from %s on; the newest model is of %s\n",
		m.Rows["addresses"], m.Rows["dwellings"], m.Rows["sales"], s.Models[0], s.Models[len(s.Models)-1])
	if next := s.NewYear; next != nil && err == nil {
		_, err = fmt.Fprintf(w, "the next model, on %s at the earliest, takes away the valuation dates before %s; "+
			"`valued_from: %s` in the build file keeps them\n", next.Day, next.From, s.Models[0])
	}
	return err
}

// outcome says whether a build made anything new.
func outcome(s *build.Summary, took time.Duration) string {
	switch before := s.Comparison.Before; {
	case s.Outcome != edition.Stands:
		return fmt.Sprintf("made in %s", took)
	case before != "" && before != s.Manifest.ID:
		return fmt.Sprintf("stands already, and is the newest again instead of %s (%s)", before, took)
	}
	return fmt.Sprintf("stands already: the same was built before (%s)", took)
}

// writeSources writes the read, kept and rejected rows of each source.
func writeSources(w io.Writer, s *build.Summary) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "source\tas of\tread\tused\tpast\twithdrawn\tno homes\tempty\trejected\tin %\tfaults\t\n")
	for _, source := range slices.Sorted(maps.Keys(s.Counts)) {
		n := s.Counts[source]
		writeCount(t, source, s.Manifest.AsOf[source], n)
		for _, f := range s.Files {
			if f.Source == source {
				writeCount(t, f.File, gevel.NoDate, f.Count)
			}
		}
	}
	return t.Flush()
}

func writeCount(w io.Writer, name string, asOf gevel.Date, n build.Count) {
	fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%d\t\n",
		name, asOf, n.Read, n.Used, n.Past, n.Withdrawn, n.NoHomes, n.Empty, n.Rejected, shareOf(n.Rejected, n.Read), n.Faults)
}

// shareOf returns a share in per cent, as text.
func shareOf(part, all int) string {
	if all == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", 100*float64(part)/float64(all))
}

// writeColumnsOf writes the read, absent and unused columns of files.
func writeColumnsOf(w io.Writer, s *build.Summary) {
	for _, file := range slices.Sorted(maps.Keys(s.Columns)) {
		columns := s.Columns[file]
		writeColumns(w, file, "columns read", columns.Recognised)
		writeColumns(w, file, "columns of the preset that it lacks", columns.Absent)
		writeColumns(w, file, "columns not used", columns.Ignored)
	}
}

func writeColumns(w io.Writer, file, what string, columns []string) {
	if len(columns) > 0 {
		fmt.Fprintf(w, "\n%s: %s: %s\n", file, what, strings.Join(columns, ", "))
	}
}

// writeComparison writes what the edition before it had, and this one has.
func writeComparison(w io.Writer, s *build.Summary) error {
	c := s.Comparison
	if c.Unread != "" {
		fmt.Fprintf(w, "\npassed over: %s\n", c.Unread)
	}
	switch c.Before {
	case "":
		fmt.Fprintln(w, "\nthere is no edition to compare it with")
		return nil
	case s.Manifest.ID:
		return nil
	}
	fmt.Fprintf(w, "\nbeside the edition before it, %s\n", c.Before)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "before\tnow\t  what\n")
	for _, m := range c.Measures {
		fmt.Fprintf(t, "%s\t%s\t  %s\n", m.Before, m.Now, whatPassed(m))
	}
	return t.Flush()
}

// whatPassed names a measure, and the limit that it went beyond.
func whatPassed(m build.Measure) string {
	if m.Passed == "" {
		return m.What
	}
	return m.What + ", forced beyond " + m.Passed
}
