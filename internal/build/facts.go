package build

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source/facts"
)

// The operator's own files of what homes have.

// importFacts tells the homes what the files of characteristics say of them.
func (b *builder) importFacts(ctx context.Context) error {
	if len(b.Sources.Characteristics) == 0 {
		return nil
	}
	_, extras, err := b.salesSources() // a column is the same in files of sales and of homes
	if err != nil {
		return err
	}
	opts := facts.Options{
		Homes: b.homes, From: gevel.FromFile, AsOf: b.Today, MaxRejectShare: gevel.Some(b.MaxRejectShare),
		Progress: func(done, total int64) { b.Progress(StageFacts, done, total) },
	}
	var count Count
	var rejects gevel.Rejects
	last := gevel.NoDate
	for _, s := range b.Sources.Characteristics {
		known, err := s.known()
		if err != nil {
			return err
		}
		result, err := facts.Read(ctx, facts.Source{Path: s.File, Mapping: s.Mapping, Extras: extras, Known: known}, opts)
		if err != nil {
			return err
		}
		name := filepath.Base(s.File)
		b.summary.Columns[name] = result.Columns
		if len(result.Always) > 0 {
			b.summary.Warnings = append(b.summary.Warnings, fmt.Sprintf("%s: some values have no "+
				"known_date and count on all days, as if known long ago: right for what never changes only (%s)",
				name, strings.Join(result.Always, ", ")))
		}
		count.Read += result.Rows
		count.Used += result.Used
		count.Empty += result.Empty
		count.Rejected += result.Rejects.Total()
		count.Faults += result.Faults.Total()
		rejects.Merge(result.Rejects)
		rejects.Merge(result.Faults)
		last = max(last, result.LastKnown)
	}
	b.contents.AsOf[sourceFacts], b.contents.Read[sourceFacts] = last, count.Read
	b.contents.Rejects[sourceFacts] = rejects.List()
	b.summary.Counts[sourceFacts] = count
	return nil
}
