package build

import (
	"context"
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/mistaken"
	"github.com/gevel/gevel/internal/source"
)

// Reading the sources of the table, and what it leaves in manifest and summary.

// FileCount is the rows of a file of a source.
type FileCount struct {
	Source, File string // the file is without its folder, unless another has its name
	gevel.RowCount
}

// read reads the sources that a test takes, as far as the build file has files of them.
func (b *builder) read(ctx context.Context, takes func(*Entry) bool) error {
	rows := b.Table.Rows()
	for i := range rows {
		s := &rows[i]
		if s.read == nil && s.Read == nil || !takes(s) || len(s.given(&b.Config)) == 0 {
			continue
		}
		b.stage = Stage(s.Stage)
		if err := b.readOne(b.learning(ctx), s); err != nil {
			return b.explain(ctx, s, err)
		}
		if s.Stage != "" {
			b.Progress(Step{b.stage, "", wholeStage, wholeStage})
		}
	}
	return nil
}

// readOne reads a source in its own way, or as its row does.
func (b *builder) readOne(ctx context.Context, s *Entry) error {
	if s.read != nil {
		return s.read(b, ctx)
	}
	_, extras, err := b.salesSources() // a column is the same in files of sales and of homes
	if err != nil {
		return err
	}
	reading := source.Reading{
		Tally:    source.Tally{AsOf: gevel.NoDate},
		Settings: b.Sources[s.Section()], Homes: b.homes, Origins: b.contents.Sources, Extras: extras,
		Today: b.Today, MaxRejectShare: b.MaxRejectShare,
		Step: b.step, Found: b.found, Warn: b.warn,
		Columns: func(file string, c flatfile.Columns) { b.summary.Columns[file] = c },
	}
	if err := s.Read(ctx, &reading); err != nil {
		return err
	}
	b.note(s.Name, &reading.Tally)
	return nil
}

// learning returns a context whose work reports its progress as the part of the stage that follows the reading of files.
func (b *builder) learning(ctx context.Context) context.Context {
	stage := b.stage
	if stage == "" {
		return ctx
	}
	return gevel.Progress(func(part string, share float64) {
		b.Progress(Step{stage, part, int64((readShare + (1-readShare)*share) * wholeStage), wholeStage})
	}).Within(ctx)
}

// explain returns the fault of a source or, if one of its files looks like a file of another source, an error that
// says so.
func (b *builder) explain(ctx context.Context, s *Entry, fault error) error {
	if ctx.Err() != nil {
		return fault
	}
	if err := b.sources.watch.Check(); err != nil { // which may be why
		return err
	}
	marks := b.Table.marksUnknownTo(s)
	for _, path := range s.given(&b.Config) {
		if err := (mistaken.File{Path: *path, Key: s.Kind.Key, Marks: marks}).Belongs(ctx); err != nil {
			return fmt.Errorf("read %s: %w", *path, err)
		}
	}
	return fault
}

// note writes the sums of a source into manifest and summary.
func (b *builder) note(name string, t *source.Tally) {
	b.contents.AsOf[name], b.contents.Read[name] = t.AsOf, t.Read
	b.contents.Rejects[name], b.summary.Counts[name] = t.Rejects.List(), t.RowCount
	files := t.Files
	if files == nil {
		files = []source.FileTally{{RowCount: t.RowCount, Rejects: t.Rejects}}
	}
	b.files[name] = files
	if len(files) == 1 {
		return
	}
	for _, f := range files {
		if f.File != "" {
			b.summary.Files = append(b.summary.Files, FileCount{name, f.File, f.RowCount})
		}
	}
}

// step makes progress known of the source that is read.
func (b *builder) step(done, total int64) {
	b.stepAt(b.sources.watch.Last(), done, total)
}

// stepAmong is step for so many files, read one after another.
func (b *builder) stepAmong(files int) func(done, total int64) {
	if files == 1 {
		return b.step
	}
	return func(done, total int64) {
		total = max(total, 1)
		at := (int64(files)*done + total - 1) / total
		b.stepAt(fmt.Sprintf("%s, file %d of %d", b.sources.watch.Last(), max(at, 1), files), done, total)
	}
}

func (b *builder) stepAt(of string, done, total int64) {
	share := readShare * float64(done) / float64(max(total, 1))
	b.Progress(Step{b.stage, of, int64(share * wholeStage), wholeStage})
}

// readShare is about the share of a stage in which files are read; the rest is what homes learn from them.
const readShare = 0.8

// found adds what a source brought to the summary, in sentences.
func (b *builder) found(what fmt.Stringer) { b.summary.Found = append(b.summary.Found, what) }

// warn adds a warning to the summary.
func (b *builder) warn(format string, values ...any) {
	b.summary.Warnings = append(b.summary.Warnings, fmt.Sprintf(format, values...))
}
