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
