package build

import (
	"context"
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/offline/training"
)

// What the models of a build learn from, also for training on other machines.

// Prepare reads the sources of a build and returns what its models learn from. It publishes nothing.
func Prepare(ctx context.Context, c Config, opt Options) (training.Set, error) {
	if err := c.check(opt); err != nil {
		return training.Set{}, err
	}
	b := newBuilder(c, opt)
	if err := b.run(ctx, b.readEarly, b.lookBack, b.importHomes, b.readSales, b.checkUnchanged, b.checkEnough); err != nil {
		return training.Set{}, err
	}
	return b.learnsFrom(), nil
}

// learnsFrom returns what the models learn from.
func (b *Builder) learnsFrom() training.Set {
	s := training.Set{
		Sales: b.contents.Sales, Sources: b.contents.Sources, Seed: b.Seed, MadeBy: b.MadeBy,
		Calendar: train.Calendar{Today: b.Today, AsOf: b.AsOf, Years: b.Vintages},
	}
	if b.ValuedFrom != gevel.NoDate {
		s.Calendar.From = gevel.Some(b.ValuedFrom)
	}
	return s
}

// checkEnough refuses sales that are too few for a model, before anything is written.
func (b *Builder) checkEnough(context.Context) error {
	s, newest := b.contents.Sales, b.AsOf
	if newest == gevel.NoDate {
		newest = b.Today
	}
	if s.Len() >= train.ChainSales || train.Suffices(s, newest) {
		return nil
	}
	return &gevel.Error{
		Code: gevel.Invalid,
		Message: fmt.Sprintf("%d sales are left to learn from; "+
			"a model, and an earlier one that teaches it how sure it is, need %d", s.Len(), train.ChainSales),
		Hint: "see the rejects per reason: " + flatfile.Reasons(b.contents.Rejects[sourceSales]),
	}
}
