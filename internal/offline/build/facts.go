package build

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source/facts"
)

// What homes have by the list of monuments and by the operator's own files.

// monumentDays returns the known date of the list of monuments.
func (s *Sources) monumentDays() []SettingDay {
	return []SettingDay{knownDay(s.Monuments.File, s.Monuments.KnownDate)}
}

// factDays returns the known dates of the operator's files.
func (s *Sources) factDays() (days []SettingDay) {
	for _, file := range s.Characteristics {
		days = append(days, knownDay(file.File, file.KnownDate))
	}
	return days
}

// knownDay returns the known date of a file; gevel.NoDate where it gives none.
func knownDay(file, text string) SettingDay {
	known, _ := knownDate(text)
	return SettingDay{filepath.Base(file) + ": known_date", known.Or(gevel.NoDate)}
}

// importMonuments records which homes are monuments: the listed ones, and no others. A list
// of the country has monuments that are no homes, and many elsewhere: it has no limit of rejects.
func (b *Builder) importMonuments(ctx context.Context) error {
	none := gevel.Fact{Attribute: gevel.AtMonument, Value: 0, Provenance: gevel.Provenance{
		Source: gevel.FromMonuments, Known: gevel.NoDate, Until: gevel.NoDate,
	}}
	b.Homes.LearnOtherwise(none)
	reading := b.newFacts(sourceMonuments, gevel.FromMonuments)
	if err := reading.read(ctx, b.Sources.Monuments, facts.Monuments(facts.Source{})); err != nil {
		return err
	}
	b.Note(reading.source, &reading.Tally)
	return nil
}

// importOwn records the facts of the files of characteristics.
func (b *Builder) importOwn(ctx context.Context) error {
	_, extras, err := b.salesSources() // a column is the same in files of sales and of homes
	if err != nil {
		return err
	}
	reading := b.newFacts(sourceFacts, gevel.FromFile)
	reading.options.MaxRejectShare = gevel.Some(b.MaxRejectShare)
	for _, s := range b.Sources.Characteristics {
		if err := reading.read(ctx, s, facts.Source{Extras: extras}); err != nil {
			return err
		}
	}
	b.Note(reading.source, &reading.Tally)
	return nil
}

// factsReading is the reading of all files of one source.
type factsReading struct {
	*Builder
	source  string // in the manifest
	options facts.Options
	Tally
}

func (b *Builder) newFacts(source string, from gevel.Source) *factsReading {
	return &factsReading{Builder: b, source: source, Tally: Tally{AsOf: gevel.NoDate}, options: facts.Options{
		Homes: b.Homes, From: from, AsOf: b.Today,
		Progress: b.Step,
	}}
}

// read reads a file of the build file, which is of a kind.
func (r *factsReading) read(ctx context.Context, file FactsSource, kind facts.Source) (err error) {
	kind.Path, kind.Mapping = file.File, file.Mapping
	if kind.Known, err = file.known(); err != nil {
		return err
	}
	result, err := facts.Read(ctx, kind, r.options)
	if err != nil {
		return err
	}
	name := filepath.Base(file.File)
	r.summary.Columns[name] = result.Columns
	if len(result.Always) > 0 {
		r.Warn("%s: some values have no known_date and count on all days, as if known long ago: "+
			"right for what never changes only (%s)", name, strings.Join(result.Always, ", "))
	}
	if result.Used == 0 && len(r.Sources.Characteristics) > 1 && r.source == sourceFacts {
		r.Warn("%s: nothing of it is used: %s", name, whyUnused(Count{Read: result.Rows}, result.Rejects.List()))
	}
	r.Tally.Add(name, Count{
		Read: result.Rows, Used: result.Used, Empty: result.Empty,
		Rejected: result.Rejects.Total(), Faults: result.Faults.Total(),
	}, result.Rejects, result.Faults)
	r.Tally.AsOf = max(r.Tally.AsOf, result.LastKnown)
	return nil
}
