package build

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/offline/training"
)

// The last stages: the tables are written aside before models are trained, and the models behind them. The draft is
// compared with the edition before it, and published unless it goes beyond the limits.

// publishModels is the share of the stage in which models are written.
const publishModels = 0.2

// setAside writes the tables of homes and sales, so that the homes leave the memory to training.
func (b *builder) setAside(ctx context.Context) (err error) {
	if err := b.placeSales(); err != nil {
		return err
	}
	b.contents.Counts, b.contents.Licences = b.summary.Counts, licencesOf(b.Table, b.contents.AsOf)
	b.homes = nil
	if b.draft, err = edition.BeginDraft(b.within(ctx, StageTables), b.Editions, &b.contents); err != nil {
		return b.unpublished(err)
	}
	b.Progress(Step{StageTables, "", 1, 1})
	debug.FreeOSMemory()
	return nil
}

// discard removes a draft.
func (b *builder) discard() {
	if b.draft != nil {
		b.draft.Discard()
	}
}

func (b *builder) publish(ctx context.Context) error {
	ctx = gevel.Span(b.within(ctx, StagePublish), "", publishModels, 1)
	of := map[string]any{"as_of": b.AsOf, "vintages": b.summary.Models, "screening": b.Screening}
	if b.Season != "" {
		of["season"] = b.Season
	}
	parameters, err := json.Marshal(of)
	if err != nil {
		return err
	}
	b.contents.Parameters = parameters
	comparison := &Comparison{}
	before, err := b.lookBefore(gevel.Span(ctx, "the edition before", 0, 0.3), comparison)
	if err == nil {
		err = b.draft.Complete(gevel.Span(ctx, "the new edition", 0.3, 0.5), &b.contents)
	}
	if err != nil {
		return b.unpublished(err)
	}
	if err := b.compare(gevel.Span(ctx, "the new edition", 0.5, 1), before, comparison); err != nil {
		return b.unpublished(err)
	}
	b.summary.Comparison = *comparison
	if err := comparison.refuse(b.Limits); err != nil && !b.Force {
		return err
	}
	b.sumRejects(b.draft.Edition().Manifest(), comparison)
	m, outcome, err := b.draft.Publish(ctx, b.forced(comparison))
	if err != nil {
		return b.unpublished(err)
	}
	b.summary.Manifest, b.summary.Outcome, b.summary.Dir = m, outcome, filepath.Join(b.Editions, m.ID)
	b.Progress(Step{StagePublish, m.ID, 1, 1})
	return nil
}

// forced returns what the manifest says of a build that was forced, nil of any other.
func (b *builder) forced(c *Comparison) *edition.Forced {
	if !b.Force {
		return nil
	}
	return &edition.Forced{Before: c.Before, Passed: c.Passed()}
}

func (b *builder) unpublished(err error) error {
	return fmt.Errorf("publish in %s: %w", b.Editions, err)
}

// NewYear is what the next model takes away from the valuation dates of an edition.
type NewYear struct {
	Day  gevel.Date `json:"day" doc:"Day of the next model, at the earliest."`
	From gevel.Date `json:"from" doc:"First day that can be valued then."`
}

// newYear returns what the next model takes away from an edition with models of these days, nil for nothing. A build
// file with a day of its own for the newest model has no next one.
func newYear(c train.Calendar, models []gevel.Date) *NewYear {
	if c.AsOf != gevel.NoDate {
		return nil
	}
	n := NewYear{}
	if n.Day, n.From = c.AfterNewYear(models); n.From <= models[0] {
		return nil
	}
	return &n
}

// What the models of a build learn from, also for training on other machines.

// Prepare reads the sources of a build and returns what its models learn from. It publishes nothing.
func Prepare(ctx context.Context, c Config, opt Options) (training.Set, error) {
	b, err := newBuilder(c, opt)
	if err != nil {
		return training.Set{}, err
	}
	if err := b.run(ctx, b.reading()); err != nil {
		return training.Set{}, err
	}
	return b.learnsFrom(), nil
}

// learnsFrom returns what the models learn from.
func (b *builder) learnsFrom() training.Set {
	set := training.Set{
		Sales: b.contents.Sales, Series: b.contents.Series, Sources: b.contents.Sources, Seed: b.Seed, Season: b.Season,
		MadeBy: b.MadeBy, Calendar: train.Calendar{Today: b.Today, AsOf: b.AsOf, Years: b.Vintages},
	}
	if b.ValuedFrom != gevel.NoDate {
		set.Calendar.From = gevel.Some(b.ValuedFrom)
	}
	return set
}

// Sources that change while a build reads them: an edition must be made from the bytes that were hashed.

// sourceSums are the checksums of files that homes are made from, and the watch under which all sources are opened.
type sourceSums struct {
	watch regular.Watch
	files []sourceSum
}

// sourceSum is the checksum of a file.
type sourceSum struct {
	path string
	sum  []byte
}

// add returns the checksum of a file and keeps it. It calls read with how many bytes it has read.
func (s *sourceSums) add(ctx context.Context, path string, read func(n int)) ([]byte, error) {
	sum, err := sumFile(ctx, path, read)
	if err != nil {
		return nil, err
	}
	s.files = append(s.files, sourceSum{path, sum})
	return sum, nil
}

// checkUnchanged refuses a build whose sources are no longer those that it hashed and read. It comes when all sources
// are read. A file that changed shortly before the build began is hashed again.
func (b *builder) checkUnchanged(ctx context.Context) error {
	if err := b.sources.watch.Check(); err != nil {
		return err
	}
	for _, file := range b.sources.files {
		if b.sources.watch.Settled(file.path, b.Began) {
			continue
		}
		sum, err := sumFile(ctx, file.path, func(int) {})
		switch {
		case err != nil:
			return err
		case !bytes.Equal(sum, file.sum):
			return b.sources.watch.Changed(file.path, nil)
		}
	}
	return nil
}

// sumFile returns the checksum of a file, and calls read with how many bytes it has read. Error: ctx.Err() when ctx
// ends.
func sumFile(ctx context.Context, path string, read func(n int)) (sum []byte, err error) {
	f, err := regular.OpenWatched(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	hash := sha256.New()
	buffer := make([]byte, 1<<20)
	for {
		n, err := f.Read(buffer)
		hash.Write(buffer[:n])
		read(n)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, io.EOF):
			return hash.Sum(nil), nil
		case err != nil:
			return nil, fmt.Errorf("read %s: %w", filepath.Base(path), err)
		}
	}
}

// What the homes of an edition are made from, as a hash of each source: while these stay the same, so do they.

// homesFrom returns the hashes of the sources that homes are made from, each behind its name: of its files, with their
// names, which rejects have, and of what the build file says of how these are read.
func (b *builder) homesFrom(ctx context.Context) (string, error) {
	sources := b.Table.homeSources()
	done, total := int64(0), int64(0)
	for i := range sources {
		for _, path := range sources[i].given(&b.Config) {
			if info, err := os.Stat(*path); err == nil {
				total += info.Size()
			}
		}
	}
	step := func(n int) {
		done += int64(n)
		b.Progress(Step{StageCompare, b.sources.watch.Last(), done, total})
	}
	hashes := make([]string, len(sources))
	for i := range sources {
		hash, s := sha256.New(), &sources[i]
		for _, path := range s.given(&b.Config) {
			sum, err := b.sources.add(ctx, *path, step)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(hash, "%x %s\n", sum, filepath.Base(*path))
		}
		settings, err := json.Marshal(s.deciding(&b.Config))
		if err != nil {
			return "", fmt.Errorf("settings of %s: %w", s.Kind.Key, err)
		}
		hash.Write(settings)
		hashes[i] = fmt.Sprintf("%s:%x", s.Name, hash.Sum(nil)[:16])
	}
	return strings.Join(hashes, " "), nil
}

// changedSources returns the sources whose hashes differ between two results of homesFrom.
func changedSources(before, now string) (changed []string) {
	was, is := strings.Fields(before), strings.Fields(now)
	for _, one := range append(slices.Clone(is), was...) {
		if name, _, _ := strings.Cut(one, ":"); !(slices.Contains(was, one) && slices.Contains(is, one)) &&
			!slices.Contains(changed, name) {
			changed = append(changed, name)
		}
	}
	return changed
}
