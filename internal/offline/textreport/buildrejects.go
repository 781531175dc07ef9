package textreport

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/gevel/gevel/internal/offline/build"
)

// What a build left out: a row a file, and a sample of each reason that the edition before did not have.

// reasonsShown is how many reasons a file's row names.
const reasonsShown = 4

func writeRejects(w io.Writer, files []build.FileRejects) error {
	if len(files) == 0 {
		return nil
	}
	fmt.Fprintln(w)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "left out of\tread\trejected\tfaults\treasons\n")
	for i := range files {
		f := &files[i]
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%s\n", f.File, f.Read, f.Rejected, f.Faults, mostFrequent(f.Reasons))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	writeNewReasons(w, files)
	return nil
}

// mostFrequent names the most frequent reasons.
func mostFrequent(reasons []build.Reason) string {
	var names []string
	shown := reasonsShown
	if len(reasons) == shown+1 { // its name takes no more room than that there is one
		shown++
	}
	for _, r := range reasons[:min(shown, len(reasons))] {
		names = append(names, fmt.Sprintf("%s %d", r.Reason, r.Count))
	}
	if more := len(reasons) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d other reasons", more))
	}
	return strings.Join(names, ", ")
}

// sample is a reason over all files of a source, with one row: a new one where there is any.
type sample struct {
	build.Reason
	text string
}

// writeNewReasons writes a line, with a sample, per reason for which a source lost more than in the edition before.
func writeNewReasons(w io.Writer, files []build.FileRejects) {
	type key struct{ source, reason string }
	sums := map[key]*sample{}
	var order []key
	for i := range files {
		for _, r := range files[i].Reasons {
			k := key{files[i].Source, r.Reason}
			sum := sums[k]
			if sum == nil {
				sum = &sample{Reason: r, text: r.Samples[0]}
				sums[k], order = sum, append(order, k)
			} else {
				sum.Count += r.Count
			}
			if text, ok := r.NewSample(); ok {
				sum.text = text
			}
		}
	}
	for _, k := range order {
		r, mark := sums[k], ""
		switch {
		case r.IsNew():
			mark = ", new"
		case r.Before.Known && r.Count > r.Before.V:
			mark = fmt.Sprintf(", %d before", r.Before.V)
		case r.Before.Known:
			continue
		}
		fmt.Fprintf(w, "  %7d  %s%s (%s)\n", r.Count, r.Reject.Reason, mark, r.text)
	}
}
