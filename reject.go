package gevel

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// RejectSamples is how many rejected rows a report names per reason.
const RejectSamples = 5

// Rejects counts what an import could not use, by reason, with a few samples of
// each. The zero Rejects is empty and ready.
type Rejects struct {
	reasons map[string]*Reject
	all     bool // whether it keeps a sample of each row
}

// allKey is under what a context asks for all rejects.
type allKey struct{}

// KeepAllRejects returns a context under which imports keep a sample of each row, and not RejectSamples of a reason.
func KeepAllRejects(ctx context.Context) context.Context {
	return context.WithValue(ctx, allKey{}, true)
}

// NewRejects returns empty Rejects, which keep what the context asks for.
func NewRejects(ctx context.Context) Rejects { return Rejects{all: ctx.Value(allKey{}) != nil} }

// Reject is one reason for which rows were not used.
type Reject struct {
	Reason  string   `json:"reason"`
	Count   int      `json:"count"`
	Samples []string `json:"samples"` // file, row or id, and what is wrong with it; printable
}

// Add counts one rejected row; where and what make up its sample.
func (r *Rejects) Add(reason, where, what string) {
	sample := where
	if what != "" {
		sample += ": " + what
	}
	r.merge(Reject{Reason: reason, Count: 1, Samples: []string{sample}})
}

// Addf counts one rejected row with a formatted sample.
func (r *Rejects) Addf(reason, format string, args ...any) {
	r.merge(Reject{Reason: reason, Count: 1, Samples: []string{fmt.Sprintf(format, args...)}})
}

// Fresh returns empty Rejects that keep as much.
func (r Rejects) Fresh() Rejects { return Rejects{all: r.all} }

// Merge adds what other counted, and keeps as much as other does.
func (r *Rejects) Merge(other Rejects) {
	r.all = r.all || other.all
	for _, reject := range other.reasons {
		r.merge(*reject)
	}
}

// AddAll adds what was counted elsewhere.
func (r *Rejects) AddAll(list []Reject) {
	for _, reject := range list {
		r.merge(reject)
	}
}

func (r *Rejects) merge(add Reject) {
	if r.reasons == nil {
		r.reasons = map[string]*Reject{}
	}
	have := r.reasons[add.Reason]
	if have == nil {
		have = &Reject{Reason: add.Reason}
		r.reasons[add.Reason] = have
	}
	have.Count += add.Count
	samples := add.Samples
	if !r.all {
		samples = samples[:min(len(samples), max(0, RejectSamples-len(have.Samples)))]
	}
	for _, sample := range samples {
		have.Samples = append(have.Samples, Printable(sample))
	}
}

// Total returns how many rows were rejected.
func (r Rejects) Total() int {
	n := 0
	for _, reject := range r.reasons {
		n += reject.Count
	}
	return n
}

// Count returns how many rows were rejected for reason.
func (r Rejects) Count(reason string) int {
	if reject := r.reasons[reason]; reject != nil {
		return reject.Count
	}
	return 0
}

// List returns the reasons, the most frequent first, with RejectSamples of each.
func (r Rejects) List() []Reject {
	list := r.All()
	for i := range list {
		list[i].Samples = list[i].Samples[:min(RejectSamples, len(list[i].Samples))]
	}
	return list
}

// All returns the reasons like List, with all samples that were kept.
func (r Rejects) All() []Reject {
	list := make([]Reject, 0, len(r.reasons))
	for _, reject := range r.reasons {
		list = append(list, *reject)
	}
	slices.SortFunc(list, func(a, b Reject) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Reason, b.Reason))
	})
	return list
}

// RowCount counts the rows of a source, or the objects of the register, by their use. Read is the sum
// of Used, Past, Withdrawn, NoHomes, Empty and Rejected.
type RowCount struct {
	Read      int `json:"read"`
	Used      int `json:"used"`                // in the edition
	Past      int `json:"past,omitempty"`      // history of the register, and future registrations
	Withdrawn int `json:"withdrawn,omitempty"` // current, but withdrawn, demolished or never built
	NoHomes   int `json:"no_homes,omitempty"`  // of buildings without homes
	Empty     int `json:"empty,omitempty"`     // without content
	Rejected  int `json:"rejected,omitempty"`  // left out, under the reasons of the report
	Faults    int `json:"faults,omitempty"`    // faulty parts of used rows, left out under such reasons too
	// Used rows that belong to a home by its id, and by its address, and the homes that
	// have one. All are 0 for a source that is not joined to homes.
	ByID      int `json:"by_id,omitempty"`
	ByAddress int `json:"by_address,omitempty"`
	Homes     int `json:"homes,omitempty"`
	// Shared counts the homes whose value a source gives as shared with other homes, and so not known.
	Shared int `json:"shared,omitempty"`
	// StandIns counts objects of the register whose stand-in a first real value replaced.
	StandIns int `json:"stand_ins,omitempty"`
}

// AddRows adds the rows of other, by their use.
func (c *RowCount) AddRows(other RowCount) {
	c.Read, c.Used, c.Past, c.Withdrawn = c.Read+other.Read, c.Used+other.Used, c.Past+other.Past, c.Withdrawn+other.Withdrawn
	c.NoHomes, c.Empty = c.NoHomes+other.NoHomes, c.Empty+other.Empty
	c.Rejected, c.Faults = c.Rejected+other.Rejected, c.Faults+other.Faults
	c.StandIns += other.StandIns
}
