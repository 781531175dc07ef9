package build

import (
	"fmt"

	"github.com/gevel/gevel"
)

// What reading a source leaves in manifest and summary.

// Tally adds up the counts, rejects and faults of a source's files.
type Tally struct {
	Count
	Rejects gevel.Rejects // and faults
	AsOf    gevel.Date
	files   []FileRejects
	counts  []FileCount
}

// FileCount is the rows of a file of a source.
type FileCount struct {
	Source, File string // the file is without its folder, unless another has its name
	Count
}

// Add adds the counts, rejects and faults of a file; a file of "" stands for all of the source.
func (t *Tally) Add(file string, c Count, rejects ...gevel.Rejects) {
	t.AddRows(c)
	f := FileRejects{File: file, Read: c.Read, Rejected: c.Rejected, Faults: c.Faults}
	for _, r := range rejects {
		f.all.Merge(r)
	}
	t.Rejects.Merge(f.all)
	switch {
	case file != "":
		t.counts = append(t.counts, FileCount{File: file, Count: c})
	case len(t.counts) == 1 && len(t.files) == 1: // it is of the only file
		t.counts[0].AddRows(c)
		only := &t.files[0]
		only.Read, only.Rejected, only.Faults = only.Read+c.Read, only.Rejected+c.Rejected, only.Faults+c.Faults
		only.all.Merge(f.all)
		return
	}
	t.files = append(t.files, f)
}

// Note writes the sums into manifest and summary.
func (b *Builder) Note(source string, t *Tally) {
	b.contents.AsOf[source], b.contents.Read[source] = t.AsOf, t.Read
	b.contents.Rejects[source], b.summary.Counts[source] = t.Rejects.List(), t.Count
	if len(t.counts) > 1 {
		for _, file := range t.counts {
			file.Source = source
			b.summary.Files = append(b.summary.Files, file)
		}
	}
	if b.files[source] = t.files; t.files == nil {
		b.files[source] = []FileRejects{{Read: t.Read, Rejected: t.Rejected, Faults: t.Faults, all: t.Rejects}}
	}
}

// Step makes progress known of the source that is read.
func (b *Builder) Step(done, total int64) {
	b.stepAt(b.sources.watch.Last(), done, total)
}

// stepAmong is Step for so many files, read one after another.
func (b *Builder) stepAmong(files int) func(done, total int64) {
	if files == 1 {
		return b.Step
	}
	return func(done, total int64) {
		total = max(total, 1)
		at := (int64(files)*done + total - 1) / total
		b.stepAt(fmt.Sprintf("%s, file %d of %d", b.sources.watch.Last(), max(at, 1), files), done, total)
	}
}

func (b *Builder) stepAt(of string, done, total int64) {
	share := readShare * float64(done) / float64(max(total, 1))
	b.Progress(Step{b.stage, of, int64(share * wholeStage), wholeStage})
}

// readShare is about the share of a stage in which files are read; the rest is what homes learn from them.
const readShare = 0.8

// Origin returns the source of characteristics with a name, which a row of the table adds.
func (b *Builder) Origin(name string) (gevel.Source, error) { return b.contents.Sources.Named(name) }

// Found adds what a source brought to the summary, in sentences.
func (b *Builder) Found(what fmt.Stringer) { b.summary.Found = append(b.summary.Found, what) }

// Warn adds a warning to the summary.
func (b *Builder) Warn(format string, values ...any) {
	b.summary.Warnings = append(b.summary.Warnings, fmt.Sprintf(format, values...))
}
