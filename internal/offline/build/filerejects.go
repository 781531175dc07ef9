package build

import (
	"cmp"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/source"
)

// What was left out of each file, beside what the edition before left out.

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
