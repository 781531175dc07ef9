package flatfile

import (
	"fmt"
	"strings"

	"github.com/gevel/gevel"
)

// Files with more rejected rows than allowed are refused: a wrong mapping must not make an edition of the few rows
// that it happens to fit.
//
// A file is judged when all of it is read, before the next one is and before sales are screened,
// which rejects more and never less. It is not judged sooner. Files are often in an order, such as
// all auctions first, so that its first rows say little of the others. And that the others can't
// make up for them is sure only near the end: a row may be as short as its delimiters, and a gzipped
// one takes hardly a bit. What is rejected takes no memory meanwhile.

// CheckRejects returns an error when more than a share of the rows of a file are rejected, but for those
// that are excused; an unknown share is no limit.
func (r *Reader) CheckRejects(most gevel.Opt[float64]) error {
	rejected := r.Rejects.Total() - r.Excused
	if !most.Known || float64(rejected) <= most.V*float64(r.Rows) {
		return nil
	}
	list := r.Rejects.List()
	return fmt.Errorf("%d of the %d rows of %s are rejected, more than the %g %% allowed: %s; such as %s; mend the mapping, "+
		"or allow more with max_reject_share in the build file",
		rejected, r.Rows, r.Name, 100*most.V, Reasons(list), list[0].Samples[0])
}

// Reasons names reasons with their counts, "none" when there are none.
func Reasons(rejects []gevel.Reject) string {
	if len(rejects) == 0 {
		return "none"
	}
	texts := make([]string, len(rejects))
	for i, r := range rejects {
		texts[i] = fmt.Sprintf("%s %d", r.Reason, r.Count)
	}
	return strings.Join(texts, ", ")
}
