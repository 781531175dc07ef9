package build

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/value/checkup"
	"github.com/gevel/gevel/internal/value/valuation"
)

// The last stage: the edition is written aside, compared with the one before it, and published
// unless it goes beyond the limits.

func (b *Builder) publish(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	b.Progress(StagePublish, 0, 1)
	parameters, err := json.Marshal(map[string]any{
		"as_of": b.AsOf, "vintages": b.summary.Models, "screening": b.Screening,
	})
	if err != nil {
		return err
	}
	b.contents.Parameters = parameters
	b.contents.Counts, b.contents.Licences = b.summary.Counts, licencesOf(b.Table, b.contents.AsOf)
	draft, err := edition.NewDraft(ctx, b.Editions, b.contents)
	if err != nil {
		return b.unpublished(err)
	}
	defer draft.Discard()
	b.contents, b.Homes = edition.Contents{}, nil // makes room for the edition before
	valuer, err := valuation.New(draft.Edition())
	if err != nil {
		return b.unpublished(err)
	}
	comparison, err := b.compare(ctx, draft.Edition(), valuer)
	if err != nil {
		return b.unpublished(err)
	}
	homes := checkup.Sample(draft.Edition())
	answers, err := checkup.Ask(ctx, valuer, homes, b.Today)
	if err != nil {
		return b.unpublished(err)
	}
	draft.NoteAnswered(len(homes), answers.Valued())
	b.summary.Comparison = *comparison
	if err := comparison.refuse(b.Limits); err != nil && !b.Force {
		return err
	}
	b.sumRejects(draft.Edition().Manifest(), comparison)
	m, outcome, err := draft.Publish(ctx, b.note(comparison))
	if err != nil {
		return b.unpublished(err)
	}
	b.summary.Manifest, b.summary.Outcome, b.summary.Dir = m, outcome, filepath.Join(b.Editions, m.ID)
	b.Progress(StagePublish, 1, 1)
	return nil
}

// note returns what the manifest says of a build that was forced, nil of any other.
func (b *Builder) note(c *Comparison) *edition.Forced {
	if !b.Force {
		return nil
	}
	return &edition.Forced{Before: c.Before, Passed: c.Passed()}
}

func (b *Builder) unpublished(err error) error {
	return fmt.Errorf("publish in %s: %w", b.Editions, err)
}
