package build

import (
	"context"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/offline/training"
)

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
