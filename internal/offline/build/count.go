package build

import (
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/source/bag"
)

// Count is the read, kept and rejected rows of a source; the manifest holds it too.
type Count = edition.Count

// countObjects sums the counts of a register's objects over their types.
func countObjects(r *bag.Register) Count {
	var all Count
	for _, c := range r.Objects {
		all.Read += c.Read
		all.Used += c.Used
		all.Past += c.NotCurrent
		all.Withdrawn += c.Withdrawn
		all.Rejected += c.Rejected
		all.Faults += c.Faults
	}
	return all
}
