package facts

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/source"
)

// What a build file says of files of characteristics and of the list of monuments, and the rows of both.

// Row is of the operator's own files of characteristics, MonumentRow of the list of national monuments.
var (
	Row = source.Row{
		Name: "characteristics", Label: "characteristics", Kind: filekind.Facts, Licence: source.LicenceOwn,
		Doc:      "The operator's own files of what homes have, by BAG id or address.",
		Settings: func() source.Settings { return new(Settings) },
		Origins:  source.Origins(gevel.FromFile),
		Stage:    "homes", Awaits: []string{flatfile.ReasonFuture},
		Read: source.Reads(readOwn),
	}
	MonumentRow = source.Row{
		Name: "monuments", Label: "monuments", Kind: filekind.Monuments, Licence: "terms of RCE; read them before you publish",
		Doc:      "A list of national monuments.",
		Settings: func() source.Settings { return new(MonumentSettings) },
		Origins:  source.Origins(gevel.FromMonuments),
		Stage:    "homes", Awaits: []string{flatfile.ReasonFuture},
		Read: source.Reads(readMonuments),
	}
)

// Entry is a file of characteristics of homes and how it spells things.
type Entry struct {
	File      string           `yaml:"file" json:"-" doc:"CSV, also gzipped."`
	KnownDate source.KnownDate `yaml:"known_date" bounds:"a day not after today, or 'always'" doc:"Day from which rows without a day of their own were known; 'always' for what never changes. Required unless the file has the column."`
	Mapping   flatfile.Mapping `yaml:"mapping" doc:"How the file spells things."`
}

// check finds what can't be in an entry with a key.
func (e *Entry) check(key string) error {
	if e.File == "" {
		return &source.Fault{Key: key, Err: source.ErrNoFile}
	}
	if _, err := e.KnownDate.Parse(); err != nil {
		return &source.Fault{Key: key + ".known_date", Err: err}
	}
	if err := Validate(e.Mapping, nil); err != nil {
		return &source.Fault{Key: key, Line: key + ".mapping", Err: err}
	}
	return nil
}

// Settings are the files of characteristics.
type Settings []Entry

// Files returns the paths.
func (s *Settings) Files(string) (paths []*string) {
	for i := range *s {
		paths = append(paths, &(*s)[i].File)
	}
	return paths
}

// Days returns the known dates.
func (s *Settings) Days() (days []source.Day) {
	for _, e := range *s {
		days = append(days, e.KnownDate.Of(e.File))
	}
	return days
}

// Check checks each entry.
func (s *Settings) Check() error {
	for i := range *s {
		if err := (*s)[i].check(fmt.Sprintf("[%d]", i)); err != nil {
			return err
		}
	}
	return nil
}

// MonumentSettings are the list of monuments.
type MonumentSettings Entry

// Files returns the path of the list.
func (s *MonumentSettings) Files(string) []*string { return []*string{&s.File} }

// Days returns the known date.
func (s *MonumentSettings) Days() []source.Day { return []source.Day{s.KnownDate.Of(s.File)} }

// Check checks the only entry.
func (s *MonumentSettings) Check() error { return (*Entry)(s).check("") }
