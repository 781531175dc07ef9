package build

import (
	"context"
	"fmt"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/mistaken"
)

// A source as a row of a table: all that a build, its summary and reports need to know of it.

// Source is a row of the table of sources.
type Source struct {
	// Name is what the source is called in manifest, summary and reports, Label what people call it.
	Name, Label string
	// Kind is what its files look like, and the key of the build file that they belong to. Marks are how to know
	// them, of a kind that filekind does not know by itself.
	Kind    filekind.Kind
	Marks   []filekind.Mark
	Licence string
	// From are the standard sources of characteristics that it is; Adds is a further one, of no name for none.
	From []gevel.Source
	Adds gevel.SourceRow
	// Feeds is what it is read for.
	Feeds Feeds
	// Early sources are small: their faults show before a build takes its time.
	Early bool
	// Stage is what progress calls the reading.
	Stage Stage
	// New returns a pointer to empty settings of a source that Sources has no field of: a struct with yaml and doc
	// tags, which Sources.Added then has by the source's key.
	New func() any
	// Settings returns where the build file's settings of the source lie. A field with the tag json:"-" holds a
	// file, or belongs to another source; all else decides how the files are read. A nil func has no settings.
	Settings func(*Config) any
	// Files returns where the paths of its files lie, "" for one that is not given.
	Files func(*Sources) []*string
	// Days returns the days that its settings give: none may lie ahead. A nil func has none.
	Days func(*Sources) []SettingDay
	// Check finds the first setting that can't be. A nil func finds none.
	Check func(*File, *Config) error
	// Read reads its files, which it opens with regular.OpenWatched. A nil func leaves that to the row before.
	Read func(*Builder, context.Context) error
	// Awaits are the reasons of rejects that a later day may take: homes with some are not carried on.
	Awaits []string
	// Apart sources have rows that name no home.
	Apart bool
}

// Feeds is what a source is read for.
type Feeds int

// The uses of a source. A change of a source of homes makes a build read homes anew.
const (
	FeedsHomes Feeds = iota
	FeedsSales
	FeedsChecks // figures beside which the edition's own are held
)

// SettingDay is a day that the build file gives, and under what name.
type SettingDay struct {
	What string
	Day  gevel.Date
}

// given returns the paths of the source's files that the build file gives.
func (s *Source) given(c *Config) (paths []*string) {
	return slices.DeleteFunc(s.Files(&c.Sources), func(path *string) bool { return *path == "" })
}

// Table is a table of sources, in the order in which they are read. Everything that lists sources goes over such
// a table, which is handed on and never global state. A nil table is the standard one.
type Table []Source

// Rows returns the rows of a table, of nil the standard ones.
func (t Table) Rows() Table {
	if t == nil {
		return StandardTable()
	}
	return t
}

// With returns the table with one more source, which is read behind all others that feed the same.
func (t Table) With(s Source) Table {
	rows := slices.Clone(t.Rows())
	at := len(rows)
	for at > 0 && rows[at-1].Feeds != s.Feeds {
		at--
	}
	return slices.Insert(rows, at, s)
}

// Named returns the source with a name; ok is false when there is none.
func (t Table) Named(name string) (s *Source, ok bool) {
	rows := t.Rows()
	for i := range rows {
		if rows[i].Name == name {
			return &rows[i], true
		}
	}
	return nil, false
}

// origins returns the table of what characteristics come from: the standard one and what sources add.
func (t Table) origins() gevel.Sources {
	origins := gevel.StandardSources()
	for _, s := range t.Rows() {
		if s.Adds.Name != "" {
			origins = origins.With(s.Adds)
		}
	}
	return origins
}

// marksUnknownTo returns the marks of files that the reader of a source does not know: readers of the standard
// sources know the marks of filekind.
func (t Table) marksUnknownTo(s *Source) filekind.Marks {
	var marks filekind.Marks
	for _, row := range t.Rows() {
		marks = append(marks, row.Marks...)
	}
	if len(s.Marks) > 0 {
		marks = append(marks, filekind.StandardMarks()...)
	}
	return marks
}

// licencesOf returns the licences of the sources with these names.
func licencesOf[T any](t Table, sources map[string]T) map[string]string {
	of := map[string]string{}
	for name := range sources {
		if s, ok := t.Named(name); ok {
			of[name] = s.Licence
		}
	}
	return of
}

// read reads the sources that a test takes, as far as the build file has files of them.
func (b *Builder) read(ctx context.Context, takes func(*Source) bool) error {
	rows := b.Table.Rows()
	for i := range rows {
		s := &rows[i]
		if s.Read == nil || !takes(s) || len(s.given(&b.Config)) == 0 {
			continue
		}
		b.stage = s.Stage
		if err := s.Read(b, b.learning(ctx)); err != nil {
			return b.explain(ctx, s, err)
		}
		if s.Stage != "" {
			b.Progress(Step{s.Stage, "", wholeStage, wholeStage})
		}
	}
	return nil
}

// learning returns a context whose work reports its progress as the part of the stage that follows the reading of files.
func (b *Builder) learning(ctx context.Context) context.Context {
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
func (b *Builder) explain(ctx context.Context, s *Source, fault error) error {
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
