package build

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime/debug"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
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
