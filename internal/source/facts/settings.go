package facts

// What a build file says of files of characteristics and of the list of monuments, and the rows of both.

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/source"
)

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

// What a build does with the files: the homes learn what they say.

// readMonuments records which homes are monuments: the listed ones, and no others. A list
// of the country has monuments that are no homes, and many elsewhere: it has no limit of rejects.
func readMonuments(ctx context.Context, r *source.Reading, settings *MonumentSettings) error {
	r.Homes.RecordAbsence(gevel.Fact{Attribute: gevel.AtMonument, Value: 0, Provenance: gevel.Provenance{
		Source: gevel.FromMonuments, Known: gevel.NoDate, Until: gevel.NoDate,
	}})
	_, err := readEntry(ctx, r, Entry(*settings), Monuments(Source{}), Options{From: gevel.FromMonuments})
	return err
}

// readOwn records the facts of the files of characteristics.
func readOwn(ctx context.Context, r *source.Reading, settings *Settings) error {
	options := Options{From: gevel.FromFile, MaxRejectShare: gevel.Some(r.MaxRejectShare)}
	for _, entry := range *settings {
		result, err := readEntry(ctx, r, entry, Source{Extras: r.Extras}, options)
		if err != nil {
			return err
		}
		if result.Used == 0 && len(*settings) > 1 {
			r.Warn("%s: nothing of it is used: %s", filepath.Base(entry.File),
				source.WhyUnused(gevel.RowCount{Read: result.Rows}, result.Rejects.List()))
		}
	}
	return nil
}

// readEntry reads a file of the build file, which is of a kind.
func readEntry(ctx context.Context, r *source.Reading, entry Entry, kind Source, options Options) (_ *Result, err error) {
	kind.Path, kind.Mapping = entry.File, entry.Mapping
	options.Homes, options.AsOf, options.Progress = r.Homes, r.Today, r.Step
	if kind.Known, err = entry.KnownDate.Parse(); err != nil {
		return nil, err
	}
	result, err := Read(ctx, kind, options)
	if err != nil {
		return nil, err
	}
	name := filepath.Base(entry.File)
	r.Columns(name, result.Columns)
	if len(result.Always) > 0 {
		r.Warn("%s: some values have no known_date and count on all days, as if known long ago: "+
			"right for what never changes only (%s)", name, strings.Join(result.Always, ", "))
	}
	r.Add(name, gevel.RowCount{
		Read: result.Rows, Used: result.Used, Empty: result.Empty,
		Rejected: result.Rejects.Total(), Faults: result.Faults.Total(),
	}, result.Rejects, result.Faults)
	r.AsOf = max(r.AsOf, result.LastKnown)
	return result, nil
}

// The list of national monuments.

// Monuments returns the source of a list of monuments of the Dutch heritage agency (RCE): a row for
// each monument and home in it, with the BAG id, the day on which the monument was registered, and its
// legal status where the list has that. Whatever else such a list holds, the numbers of monuments and
// the other numbers of objects among it, is passed over.
func Monuments(src Source) Source {
	src.Preset = monuments
	src.Implied = []Implied{{Attribute: gevel.AtMonument, Value: 1}}
	return src
}

// monuments are what the agency's lists say. Rows of what is a monument no more say nothing: the home
// may be part of another one.
var monuments = flatfile.Mapping{
	Columns: map[string]string{"monument": "juridische_status"},
	Values:  map[string]map[string]string{"monument": statuses()},
}

// statuses are the legal statuses by name and by their terms in the agency's thesaurus, which has two spellings of
// each. While the procedure of a monument runs it is protected as if it were registered.
func statuses() map[string]string {
	values := map[string]string{}
	for _, status := range []struct{ name, capital, term, monument string }{
		{"rijksmonument", "Rijksmonument", "b2d9a59a-fe1e-4552-9a05-3c2acddff864", "yes"},
		{"voorbeschermd", "Voorbeschermd", "2e93edd1-098f-4f31-ae7e-72cb77f4d2ca", "yes"},
		{"geen rijksmonument", "Geen rijksmonument", "3e79bb7c-b459-4998-a9ed-78d91d069227", ""},
	} {
		for _, written := range []string{status.name, status.capital, strings.ToUpper(status.name)} {
			values[written] = status.monument
		}
		for _, terms := range []string{"rn/", "rn/2/"} {
			values["https://data.cultureelerfgoed.nl/term/id/"+terms+status.term] = status.monument
		}
	}
	return values
}
