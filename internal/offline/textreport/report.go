// Package textreport writes the summaries of offline work, as text and JSON: what a build made
// and of what, and what a study measured on which sales.
package textreport

import (
	"fmt"
	"io"

	"github.com/gevel/gevel"
)

// Rejects writes a line per reason for which rows were left out, with a sample.
func Rejects(w io.Writer, left []gevel.Reject) {
	for _, r := range left {
		fmt.Fprintf(w, "  %7d  %s (%s)\n", r.Count, r.Reason, r.Samples[0])
	}
}

// rejectsUnder writes rejects under a heading, and nothing where there are none.
func rejectsUnder(w io.Writer, heading string, rejects []gevel.Reject) {
	if len(rejects) > 0 {
		fmt.Fprintf(w, "\n%s\n", heading)
		Rejects(w, rejects)
	}
}

// warnings writes a line each.
func warnings(w io.Writer, lines []string) {
	for _, line := range lines {
		fmt.Fprintln(w, "warning: "+line)
	}
}
