// Package source says what a source of a build is: a row of the table of sources, with its settings in the build file,
// its words, what its files look like, and its licence. A package below it reads the files of one source, or of a few
// that are published together, and has the row; internal/offline/build has the table.
package source

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/num/list"
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
	return list.Of(of, func(s gevel.Source) gevel.SourceRow { return *gevel.StandardSources().Row(s) })
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

// Settings are what a build file says of a source: a pointer to what has yaml, bounds and doc tags, from which the
// build file is read and described. A field with the tag json:"-" is a file, or belongs to another row of the section;
// all else decides how the files are read, so another value makes a build read homes anew.
type Settings interface {
	// Files returns where the paths of the files of a source lie, by the source's name; "" for one that is not given.
	Files(source string) []*string
	// Days returns the days that are given: none may lie ahead.
	Days() []Day
	// Check finds the first setting that can't be. Error: a *Fault.
	Check() error
}

// Day is a day that a build file gives, and under what name.
type Day struct {
	What string
	Day  gevel.Date
}

// Fault is a setting that can't be.
type Fault struct {
	Key  string // in the section of the source, such as [1].known_date; "" is the section
	Line string // key whose line the error names; "" is Key
	Err  error
}

// Error says what is wrong, without the section.
func (f *Fault) Error() string { return fmt.Sprintf("%s: %v", f.Key, f.Err) }

// Unwrap returns what is wrong with the value.
func (f *Fault) Unwrap() error { return f.Err }

// ErrNoFile is the fault of settings without a file.
var ErrNoFile = errors.New("file is missing")

// Path is the settings of a source that are one file.
type Path string

// Files returns the path.
func (p *Path) Files(string) []*string { return []*string{(*string)(p)} }

// Days returns none.
func (*Path) Days() []Day { return nil }

// Check finds nothing.
func (*Path) Check() error { return nil }

// Files are one file or several, as a text or a list of texts.
type Files []string

// Paths returns where the path of each lies.
func (f Files) Paths() []*string {
	return list.Make(len(f), func(i int) *string { return &f[i] })
}

// UnmarshalYAML reads either.
func (f *Files) UnmarshalYAML(unmarshal func(any) error) error {
	var one string
	if err := unmarshal(&one); err == nil {
		*f = Files{one}
		return nil
	}
	var many []string
	err := unmarshal(&many)
	*f = many
	return err
}

// alwaysKnown is the known date of what never changes.
const alwaysKnown = "always"

// KnownDate is the known date of rows without a day of their own: a day, or always.
type KnownDate string

// Parse returns the day, gevel.NoDate for always; unknown if there is none.
func (k KnownDate) Parse() (gevel.Opt[gevel.Date], error) {
	switch k {
	case "":
		return gevel.Opt[gevel.Date]{}, nil
	case alwaysKnown:
		return gevel.Some(gevel.NoDate), nil
	}
	day, err := gevel.ParseDate(string(k))
	if err != nil {
		return gevel.Opt[gevel.Date]{}, fmt.Errorf("%w, nor is it %s", err, alwaysKnown)
	}
	return gevel.Some(day), nil
}

// Of returns the known date of a file for Settings.Days; gevel.NoDate where there is none.
func (k KnownDate) Of(file string) Day {
	known, _ := k.Parse()
	return Day{filepath.Base(file) + ": known_date", known.Or(gevel.NoDate)}
}

// DayOf reads a day of the build file; gevel.NoDate where there is none.
func DayOf(text string) gevel.Date {
	day, err := gevel.ParseDate(text)
	if err != nil {
		return gevel.NoDate
	}
	return day
}
