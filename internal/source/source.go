// Package source says what a source of a build is: a row of the table of sources, with its settings in the build file,
// its words, what its files look like, and its licence. A package below it reads the files of one source, or of a few
// that are published together, and has the row; internal/offline/build has the table.
package source

import (
	"context"
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/flatfile"
)

// Row is a row of the table of sources: all that a build, its summary and reports need to know of a source.
type Row struct {
	// Name is what the source is called in manifest, summary and reports; Label is what people call it.
	Name, Label string
	Licence     string
	// Kind is what its files look like, and the key of the build file that they belong to. Marks identify them if
	// filekind does not.
	Kind  filekind.Kind
	Marks filekind.Marks
	// Doc describes the section of the build file. Rows of one section have its sentence and settings once, in the
	// first of them.
	Doc string
	// Settings returns the settings of a build file that does not have the section.
	Settings func() Settings
	// Required sources are in every build file.
	Required bool
	// Origins are what characteristics of homes come from: gevel's own, or one that the source adds.
	Origins []gevel.SourceRow
	// Feeds is what it is read for.
	Feeds Feeds
	// Early sources are small: their faults show before a build takes its time.
	Early bool
	// Stage is what progress calls the reading.
	Stage string
	// Awaits are the reasons of rejects that a later day may take: homes with some are not carried on.
	Awaits []string
	// Apart sources have rows that name no home.
	Apart bool
	// Read reads the files, which it opens with regular.OpenWatched, and records what they say with the homes. Nil: the
	// build does more with them than that.
	Read func(context.Context, *Reading) error
}

// Section is the key of the row's settings below sources in the build file.
func (r *Row) Section() string {
	section, _, _ := strings.Cut(strings.TrimPrefix(r.Kind.Key, "sources."), ".")
	return strings.TrimSuffix(section, "[]")
}

// Feeds is what a source is read for.
type Feeds int

// The uses of a source. A change of a source of homes makes a build read homes anew.
const (
	FeedsHomes Feeds = iota
	FeedsSales
	FeedsChecks // figures that the edition's own are compared with
)

// Reads returns the Read of a row with settings of a type.
func Reads[S Settings](read func(context.Context, *Reading, S) error) func(context.Context, *Reading) error {
	return func(ctx context.Context, r *Reading) error {
		settings, ok := r.Settings.(S)
		if !ok {
			return fmt.Errorf("%T is the settings of another source", r.Settings)
		}
		return read(ctx, r, settings)
	}
}

// LicenceOwn is the licence of an operator's own files.
const LicenceOwn = "the operator's own; not to be published unless the operator does"

// Origins returns the rows of standard sources of characteristics.
func Origins(of ...gevel.Source) []gevel.SourceRow {
	rows := make([]gevel.SourceRow, len(of))
	for i, s := range of {
		rows[i] = *gevel.StandardSources().Row(s)
	}
	return rows
}

// Reading is a source that is read by a build.
type Reading struct {
	Tally
	Settings Settings
	Homes    Homes
	// Origins has what the row adds, by name.
	Origins gevel.Sources
	// Extras say what columns are that files may bring and homes do not have.
	Extras gevel.Attributes
	// Today is the day of the build: what is dated later is no evidence.
	Today gevel.Date
	// MaxRejectShare is which share of the rows of an operator's own file may be rejected.
	MaxRejectShare float64
	// Step makes progress known: the part of the files that is read.
	Step func(done, total int64)
	// Found adds what the source brought to the summary, in sentences.
	Found func(fmt.Stringer)
	// Columns adds the columns of a file to the summary.
	Columns func(file string, c flatfile.Columns)
	// Warn adds a warning to the summary.
	Warn func(format string, values ...any)
}

// Homes are the homes of the register, which learn what a source says.
type Homes interface {
	flatfile.Register
	// Table returns the characteristics that homes may have.
	Table() gevel.Attributes
	// Bring adds a characteristic to the table, unless it has one of that column.
	Bring(a gevel.Attribute) (place int, err error)
	// Record records facts of a home, by places in the table. Without such a home it does nothing.
	Record(id gevel.BAGID, facts []gevel.Fact)
	// RecordAbsence records the value implied by absence from a complete list, for all homes: before the list is read.
	RecordAbsence(f gevel.Fact)
}

// Tally adds up the rows of a source's files.
type Tally struct {
	gevel.RowCount
	Rejects gevel.Rejects // and faults
	AsOf    gevel.Date
	Files   []FileTally
}

// FileTally is the rows of one file.
type FileTally struct {
	File string // without its folder; "" stands for all files of the source
	gevel.RowCount
	Rejects gevel.Rejects // and faults
}

// Add adds the counts, rejects and faults of a file; a file of "" stands for all of the source.
func (t *Tally) Add(file string, c gevel.RowCount, rejects ...gevel.Rejects) {
	f := FileTally{File: file, RowCount: c}
	for _, r := range rejects {
		f.Rejects.Merge(r)
	}
	t.AddRows(c)
	t.Rejects.Merge(f.Rejects)
	if file == "" && len(t.Files) == 1 { // it is of the only file
		t.Files[0].AddRows(c)
		t.Files[0].Rejects.Merge(f.Rejects)
		return
	}
	t.Files = append(t.Files, f)
}

// WhyUnused says why none of a source's rows is used, and what to do.
func WhyUnused(n gevel.RowCount, rejects []gevel.Reject) string {
	switch {
	case n.Read == 0:
		return "it has no rows; give the whole delivery, or take it out of the build file"
	case len(rejects) > 0:
		return "see its rejects (" + flatfile.Reasons(rejects) + "); is it of this area, and does the mapping fit?"
	}
	return "none of its rows says anything of a home of the register; has it values, and is it of this area and time?"
}

// NameFile says in an error, if there is one, what was being read. It is for defer.
func NameFile(err *error, what string) {
	if *err != nil {
		*err = fmt.Errorf("read %s: %w", what, *err)
	}
}
