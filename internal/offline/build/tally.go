package build

import "github.com/gevel/gevel"

// tally gathers what became of the rows of a source's files.
type tally struct {
	Count
	rejects gevel.Rejects
	asOf    gevel.Date
}

func (t *tally) add(c Count, rejects ...gevel.Rejects) {
	t.Read, t.Used, t.NoHomes = t.Read+c.Read, t.Used+c.Used, t.NoHomes+c.NoHomes
	t.Empty += c.Empty
	t.Rejected, t.Faults = t.Rejected+c.Rejected, t.Faults+c.Faults
	for _, r := range rejects {
		t.rejects.Merge(r)
	}
}

// noteSource puts what became of a source into manifest and summary.
func (b *builder) noteSource(source string, t *tally) {
	b.contents.AsOf[source], b.contents.Read[source] = t.asOf, t.Read
	b.contents.Rejects[source], b.summary.Counts[source] = t.rejects.List(), t.Count
}
