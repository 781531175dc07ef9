package reports

import (
	"fmt"
	"strings"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/offline/build"
)

// What a build left out: a row a file, and a sample of each reason that the edition before did not have.

// reasonsShown is how many reasons a file's row names.
const reasonsShown = 4

// leftOutOf has a row for each file that lost something.
func leftOutOf(files []build.FileRejects) document.Table {
	t := document.NewTable("left out of", "read", "rejected", "faults", document.Words.Column("reasons"))
	for i := range files {
		f := &files[i]
		t.Add(f.File, f.Read, f.Rejected, f.Faults, mostFrequent(f.Reasons))
	}
	return t
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

// reasonSum is a reason over all files of a source, with one row: a new one where there is any.
type reasonSum struct {
	build.Reason
	text string
}

// newReasons has a row, with a sample, per reason for which a source lost more than in the edition before.
func newReasons(files []build.FileRejects) document.Table {
	t := document.NewTable("reason", "rows", "before", document.Samples.Column("such as"))
	for _, r := range reasonSums(files) {
		before := ""
		switch {
		case r.IsNew():
			before = "new"
		case r.Before.Known && r.Count > r.Before.V:
			before = document.Count(r.Before.V)
		case r.Before.Known:
			continue
		}
		t.Add(r.Reject.Reason, r.Count, before, r.text)
	}
	return t
}

// reasonSums sums the files of each source by reason, in their order.
func reasonSums(files []build.FileRejects) (list []*reasonSum) {
	type key struct{ source, reason string }
	sums := map[key]*reasonSum{}
	for i := range files {
		for _, r := range files[i].Reasons {
			k := key{files[i].Source, r.Reason}
			sum := sums[k]
			if sum == nil {
				sum = &reasonSum{Reason: r, text: r.Samples[0]}
				sums[k], list = sum, append(list, sum)
			} else {
				sum.Count += r.Count
			}
			if text, ok := r.NewSample(); ok {
				sum.text = text
			}
		}
	}
	return list
}
