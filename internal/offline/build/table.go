package build

import (
	"context"
	"fmt"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/mistaken"
	"github.com/gevel/gevel/internal/source"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/building3d"
	"github.com/gevel/gevel/internal/source/cbs"
	"github.com/gevel/gevel/internal/source/energy"
	"github.com/gevel/gevel/internal/source/facts"
	"github.com/gevel/gevel/internal/source/parcel"
	"github.com/gevel/gevel/internal/source/priceseries"
	"github.com/gevel/gevel/internal/source/sales"
)

// Table is a table of sources, in the order in which they are read. Everything that lists sources goes over such
// a table, which is handed on and never global state. A nil table is the standard one.
type Table []Entry

// Entry is a source in the table: its row, and what a build does with the source beyond the row.
type Entry struct {
	source.Row
	// read reads the files in place of the row's Read. It is nil as well for figures, which are read with the addresses.
	read func(*builder, context.Context) error
	// check finds the first setting that can't be beside settings of other sources. Error: a *source.Fault.
	check func(*Config) error
	// decides returns what decides, beside the files, what they say of homes; nil: the settings do.
	decides func(*Config) any
}

// StandardTable returns the sources that gevel knows by itself. docs/data.md says more of them.
func StandardTable() Table {
	return Table{
		{Row: bag.MunicipalityRow, read: (*builder).readMunicipalities},
		{Row: cbs.IndexRow, read: (*builder).readPriceIndex},
		{Row: cbs.AverageRow, read: (*builder).readAveragePrices},
		{Row: priceseries.Row, read: (*builder).readSeries, check: checkRegion},
		{Row: bag.Row, read: (*builder).importRegister},
		{Row: energy.Row, read: (*builder).importLabels},
		{Row: building3d.Row, read: (*builder).importBuildings},
		{Row: cbs.AddressRow, read: (*builder).importNeighbourhoods, decides: publishedDays},
		{Row: cbs.FigureRow},
		{Row: parcel.Row, read: (*builder).importParcels},
		{Row: facts.MonumentRow},
		{Row: facts.Row, decides: declaredColumns},
		{Row: sales.Row, read: (*builder).importSales, check: checkPresets},
	}
}

// Rows returns the rows of a table, of nil the standard ones.
func (t Table) Rows() Table {
	if t == nil {
		return StandardTable()
	}
	return t
}

// With returns the table with one more source, which is read behind all others that feed the same.
func (t Table) With(row source.Row) Table {
	rows := slices.Clone(t.Rows())
	at := len(rows)
	for at > 0 && rows[at-1].Feeds != row.Feeds {
		at--
	}
	return slices.Insert(rows, at, Entry{Row: row})
}

// Named returns the source with a name; ok is false when there is none.
func (t Table) Named(name string) (row source.Row, ok bool) {
	for _, s := range t.Rows() {
		if s.Name == name {
			return s.Row, true
		}
	}
	return source.Row{}, false
}

// homeSources returns the sources that homes are made from.
func (t Table) homeSources() Table {
	return slices.DeleteFunc(slices.Clone(t.Rows()), func(s Entry) bool { return s.Feeds != source.FeedsHomes })
}

// origins returns the table of what characteristics come from: the standard one and what sources add.
func (t Table) origins() gevel.Sources {
	origins := gevel.StandardSources()
	for _, s := range t.Rows() {
		for _, origin := range s.Origins {
			if origin.Source == gevel.NoSource {
				origins = origins.With(origin)
			}
		}
	}
	return origins
}

// marksUnknownTo returns the marks of files that the reader of a source does not know: readers of the standard
// sources know the marks of filekind.
func (t Table) marksUnknownTo(s *Entry) filekind.Marks {
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
func (b *builder) step(done, total int64) { b.stepAt(b.sources.watch.Last(), done, total) }

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
