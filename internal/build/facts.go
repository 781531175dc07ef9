package build

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source/facts"
)

// What homes have by the list of monuments and by the operator's own files.

// importFacts tells the homes what these say of them.
func (b *builder) importFacts(ctx context.Context) error {
	if b.Sources.Monuments.File != "" {
		if err := b.importMonuments(ctx); err != nil {
			return err
		}
	}
	if err := b.importOwn(ctx); err != nil {
		return err
	}
	b.summary.FillRates = b.homes.FillRates()
	return nil
}

// importMonuments tells the homes which of them are monuments: those of the list, and no others. A list
// of the country has monuments that are no homes, and many elsewhere: it has no limit of rejects.
func (b *builder) importMonuments(ctx context.Context) error {
	none := gevel.Fact{Attribute: gevel.AtMonument, Value: 0, Provenance: gevel.Provenance{
		Source: gevel.FromMonuments, Known: gevel.NoDate, Until: gevel.NoDate,
	}}
	b.homes.LearnOtherwise(none)
	reading := b.newFacts(sourceMonuments, gevel.FromMonuments)
	if err := reading.read(ctx, b.Sources.Monuments, facts.Monuments(facts.Source{})); err != nil {
		return err
	}
	reading.note()
	return nil
}

// importOwn tells the homes what the files of characteristics say.
func (b *builder) importOwn(ctx context.Context) error {
	if len(b.Sources.Characteristics) == 0 {
		return nil
	}
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
	reading.note()
	return nil
}

// factsReading is the reading of all files of one source.
type factsReading struct {
	*builder
	source  string // in the manifest
	options facts.Options
	count   Count
	rejects gevel.Rejects
	last    gevel.Date // on which something became known
}

func (b *builder) newFacts(source string, from gevel.Source) *factsReading {
	return &factsReading{builder: b, source: source, last: gevel.NoDate, options: facts.Options{
		Homes: b.homes, From: from, AsOf: b.Today,
		Progress: func(done, total int64) { b.Progress(StageFacts, done, total) },
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
		r.summary.Warnings = append(r.summary.Warnings, fmt.Sprintf("%s: some values have no "+
			"known_date and count on all days, as if known long ago: right for what never changes only (%s)",
			name, strings.Join(result.Always, ", ")))
	}
	r.count.Read += result.Rows
	r.count.Used += result.Used
	r.count.Empty += result.Empty
	r.count.Rejected += result.Rejects.Total()
	r.count.Faults += result.Faults.Total()
	r.rejects.Merge(result.Rejects)
	r.rejects.Merge(result.Faults)
	r.last = max(r.last, result.LastKnown)
	return nil
}

// note notes what became of the source's files.
func (r *factsReading) note() {
	r.contents.AsOf[r.source], r.contents.Read[r.source] = r.last, r.count.Read
	r.contents.Rejects[r.source] = r.rejects.List()
	r.summary.Counts[r.source] = r.count
}
