package build

// What was left out of each file, beside what the edition before left out.

import (
	"cmp"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/source"
)

// FileRejects is what was left out of a file.
type FileRejects struct {
	Source string // its name in the manifest
	// File is without its folder. The files of a source whose homes were carried on stand together.
	File             string
	Read             int // rows
	Rejected, Faults int
	Reasons          []Reason // the most frequent first

	all gevel.Rejects
}

// All returns the reasons with every row, when the build kept all; else with samples.
func (f *FileRejects) All() []gevel.Reject { return f.all.All() }

// Reason is a reason for which rows of a file, or parts of them, were left out.
type Reason struct {
	gevel.Reject
	// Before is how many the edition before left out of all files of the source; unknown without one.
	Before gevel.Opt[int]
	// known are the samples that the edition before has.
	known []string
}

// IsNew reports whether the edition before left nothing out for the reason.
func (r *Reason) IsNew() bool { return r.Before.Known && r.Before.V == 0 }

// sumRejects notes in the summary what was left out of each file.
func (b *builder) sumRejects(m edition.Manifest, c *Comparison) {
	rows := b.Table.Rows()
	for i := range rows {
		s := &rows[i]
		n, read := b.summary.Counts[s.Name]
		if !read {
			continue
		}
		files := b.files[s.Name]
		carried := len(files) == 0 // with its homes
		if carried {
			files = []source.FileTally{{RowCount: n}}
		}
		for _, file := range files {
			left := file.Rejects.List()
			if carried {
				left = m.Rejects[s.Name]
			}
			f := FileRejects{
				Source: s.Name, File: cmp.Or(file.File, filesOf(s.given(&b.Config))),
				Read: file.Read, Rejected: file.Rejected, Faults: file.Faults, all: file.Rejects,
			}
			for _, r := range left {
				f.Reasons = append(f.Reasons, c.reasonOf(s.Name, r))
			}
			if len(f.Reasons) > 0 {
				b.summary.Rejects = append(b.summary.Rejects, f)
			}
		}
	}
}

// NewSample returns a sample that the edition before did not have, the latest one; false if it had all, or there is no
// edition before.
func (r *Reason) NewSample() (string, bool) {
	if !r.Before.Known {
		return "", false
	}
	for _, sample := range slices.Backward(r.Samples) {
		if !slices.Contains(r.known, sample) {
			return sample, true
		}
	}
	return "", false
}

// reasonOf puts what the edition before left out of a source for a reason beside it.
func (c *Comparison) reasonOf(source string, r gevel.Reject) Reason {
	out := Reason{Reject: r}
	if c.Before == "" {
		return out
	}
	out.Before = gevel.Some(0)
	if at := slices.IndexFunc(c.rejects[source], func(b gevel.Reject) bool { return b.Reason == r.Reason }); at >= 0 {
		out.Before.V, out.known = c.rejects[source][at].Count, c.rejects[source][at].Samples
	}
	return out
}

// What was delivered and moves no value: warnings, each with what to do.

// warnOfIdle warns of sources that join nothing, and of characteristics that the newest model did not learn.
func (b *builder) warnOfIdle() {
	for _, s := range b.Table.Rows() {
		n, given := b.summary.Counts[s.Name]
		if !given || n.Used > 0 {
			continue
		}
		b.warn("%s: nothing of %s is used: %s", s.Label, filesOf(s.given(&b.Config)),
			source.WhyUnused(n, b.contents.Rejects[s.Name]))
	}
	for k, a := range b.contents.Sales.Attributes {
		if a.Required {
			b.warnUnvalued(a)
		}
		if !b.learned(k) {
			b.warnUnlearned(k, a)
		}
	}
}

// warnUnvalued warns where most homes lack a characteristic without which none is valued.
func (b *builder) warnUnvalued(a gevel.Attribute) {
	for _, rate := range b.summary.FillRates {
		all := 0
		for _, homes := range rate.Source {
			all += homes
		}
		if lacking := rate.Source[gevel.NoSource]; rate.Label == a.Label && 2*lacking > all {
			b.warn("%s: %d of %d homes lack it and can't be valued unless the caller gives it; "+
				"see the register's faults, or give it in a file of characteristics", a.Label, lacking, all)
		}
	}
}

// warnUnlearned warns of a characteristic that homes have, or the build file declares, and no sale of the newest model.
func (b *builder) warnUnlearned(k int, a gevel.Attribute) {
	homes, from := b.knownOfHomes(a.Label)
	switch _, declared := b.Characteristics[a.Column]; {
	case homes > 0:
		b.warn("%s: %d homes have it (%s), and no sale that the newest model learned from had it on its day, so it "+
			"moves no value; "+
			"give sales their own column of it or the source earlier days (known_date), or wait for newer sales",
			a.Label, homes, strings.Join(from, ", "))
	case declared && b.unknown(k):
		b.warn("%s: the build file declares it, and no home and no sale has it, so it moves no value and callers can't give it; "+
			"give a file that column, map one to it, or take it out of characteristics", a.Column)
	case !b.unknown(k):
		b.warn("%s: only sales have it that the newest model, of %s, did not know yet, so it moves no value; "+
			"wait for the next model, or take its column out", a.Label, b.newestModel())
	}
}

// learned reports whether a sale that the newest model knew has the characteristic in a place of the table.
func (b *builder) learned(k int) bool {
	s, newest := b.contents.Sales, b.newestModel()
	for row := range s.Len() {
		if s.Known[row] < newest && !math.IsNaN(s.Value(k, row)) {
			return true
		}
	}
	return false
}

// unknown reports whether no sale has it at all.
func (b *builder) unknown(k int) bool { return !known(b.contents.Sales, k) }

func (b *builder) newestModel() gevel.Date { return b.summary.Models[len(b.summary.Models)-1] }

// knownOfHomes returns how many homes have a characteristic, and from which sources.
func (b *builder) knownOfHomes(label string) (homes int, from []string) {
	for _, rate := range b.summary.FillRates {
		if rate.Label != label {
			continue
		}
		for _, source := range slices.Sorted(maps.Keys(rate.Source)) {
			if source == gevel.NoSource || source == gevel.FromShared {
				continue
			}
			homes += rate.Source[source]
			from = append(from, b.summary.Sources.Name(source))
		}
	}
	return homes, from
}

// filesOf names files without their folders.
func filesOf(paths []*string) string {
	return strings.Join(list.Of(paths, func(path *string) string { return filepath.Base(*path) }), ", ")
}
