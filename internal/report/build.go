// The summary of gevel build.

package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/gevel/gevel/internal/build"
	"github.com/gevel/gevel/internal/edition"
)

// Build writes what a build made, of what, and what it left out.
func Build(w io.Writer, s *build.Summary, took time.Duration) error {
	m := s.Manifest
	fmt.Fprintf(w, "edition %s in %s, %s\n\n", m.ID, s.Dir, outcome(s.Outcome, took.Round(100*time.Millisecond)))
	if err := writeSources(w, s); err != nil {
		return err
	}
	writeLeftOut(w, s)
	Warnings(w, s.Warnings)
	_, err := fmt.Fprintf(w, "\n%d addresses, %d homes, %d sales\n"+
		"values homes on any day from %s on; the newest model is of %s\n",
		m.Rows["addresses"], m.Rows["dwellings"], m.Rows["sales"], s.Models[0], s.Models[len(s.Models)-1])
	return err
}

// outcome says whether a build made anything new.
func outcome(o edition.Outcome, took time.Duration) string {
	if o == edition.Stands {
		return fmt.Sprintf("stands already: the same was built before (%s)", took)
	}
	return fmt.Sprintf("made in %s", took)
}

// writeSources writes how many rows each source had, and what became of them.
func writeSources(w io.Writer, s *build.Summary) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "source\tas of\tread\tused\tpast\twithdrawn\trejected\tfaults\t\n")
	for _, source := range slices.Sorted(maps.Keys(s.Counts)) {
		n := s.Counts[source]
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n",
			source, s.Manifest.AsOf[source], n.Read, n.Used, n.Past, n.Withdrawn, n.Rejected, n.Faults)
	}
	return t.Flush()
}

// writeLeftOut writes the rows that were rejected, by reason, and the columns not used.
func writeLeftOut(w io.Writer, s *build.Summary) {
	for _, source := range slices.Sorted(maps.Keys(s.Counts)) {
		heading := "rejected of " + source
		if s.Counts[source].Faults > 0 {
			heading = "rejects and faults of " + source
		}
		rejectsUnder(w, heading, s.Manifest.Rejects[source])
	}
	for _, file := range slices.Sorted(maps.Keys(s.Ignored)) {
		if columns := s.Ignored[file]; len(columns) > 0 {
			fmt.Fprintf(w, "\n%s: columns not used: %s\n", file, strings.Join(columns, ", "))
		}
	}
}
