package build

import "github.com/gevel/gevel/internal/source/bag"

// Count says what became of the rows of a source, or of the objects of the
// register. Read is the sum of Used, Past, Withdrawn, NoHomes, Empty
// and Rejected.
type Count struct {
	Read      int
	Used      int // the edition is made of them
	Past      int // the register's history, and what is yet to begin
	Withdrawn int // current, but withdrawn, demolished or never built
	NoHomes   int // of buildings that are none
	Empty     int // that say nothing
	Rejected  int // left out, under the reasons of the report
	Faults    int // parts that used ones go without, under such reasons too
}

// countObjects sums what became of the objects of a register over their types.
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
