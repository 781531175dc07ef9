package build

import (
	"context"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/register"
)

// What a build carries on from the edition before it: homes whose sources are the same, and vintages
// whose sales are. It gives the same edition as a build from scratch, sooner.

// Carried says what was carried on.
type Carried struct {
	Edition string // from which
	Homes   bool
	Models  bool
}

// lookBack notes what the homes are made from, and opens the edition before where something of it may
// be carried on.
func (b *Builder) lookBack(ctx context.Context) (err error) {
	if b.contents.HomesFrom, err = b.homesFrom(ctx); err != nil || b.Fresh {
		return err
	}
	b.before = b.madeAlike(ctx)
	return ctx.Err()
}

// madeAlike opens the newest edition when this very program made it; nil is none. Of one that can't be
// read nothing is carried on; the comparison says why.
func (b *Builder) madeAlike(ctx context.Context) *edition.Edition {
	newest, err := edition.Newest(b.Editions)
	if err != nil {
		return nil
	}
	m, err := edition.ReadManifest(newest)
	if err != nil || m.MadeBy != b.MadeBy || m.CodeVersion != train.CodeVersion || m.Format != edition.FormatVersion {
		return nil
	}
	before, err := edition.Open(ctx, newest)
	if err != nil {
		return nil
	}
	return before
}

// carryHomes takes the homes over from the edition before, and reports whether it could.
func (b *Builder) carryHomes() (ok bool, err error) {
	if b.before == nil || b.AllRejects {
		return false, nil
	}
	m := b.before.Manifest()
	if m.HomesFrom != b.contents.HomesFrom || b.Table.awaits(m.Rejects) {
		return false, nil
	}
	if b.Homes, err = register.FromEdition(b.before, b.attributes(), b.contents.Sources); err != nil {
		return false, err
	}
	b.contents.Addresses, b.contents.Dwellings, b.contents.Statuses = b.Homes.Addresses, b.Homes.Dwellings, b.Homes.Statuses
	b.contents.Buildings = b.before.Buildings()
	copyHomes(b.Table, b.contents.AsOf, m.AsOf)
	copyHomes(b.Table, b.contents.Read, m.Read)
	copyHomes(b.Table, b.contents.Rejects, m.Rejects)
	copyHomes(b.Table, b.summary.Counts, m.Counts)
	b.summary.Carried = Carried{Edition: m.ID, Homes: true}
	return true, nil
}

// awaits reports whether rows about homes were rejected that a later day may take.
func (t Table) awaits(rejects map[string][]gevel.Reject) bool {
	for _, s := range t.homeSources() {
		if slices.ContainsFunc(rejects[s.Name], func(r gevel.Reject) bool { return slices.Contains(s.Awaits, r.Reason) }) {
			return true
		}
	}
	return false
}

// homeSources returns the sources that homes are made from.
func (t Table) homeSources() Table {
	return slices.DeleteFunc(slices.Clone(t.Rows()), func(s Source) bool { return s.Feeds != FeedsHomes })
}

// copyHomes copies what is noted of the sources that homes are made from.
func copyHomes[V any](t Table, to, from map[string]V) {
	for _, s := range t.homeSources() {
		if v, ok := from[s.Name]; ok {
			to[s.Name] = v
		}
	}
}

// carryModels lays the vintages of the edition before over the sales; nil where they must be trained.
func (b *Builder) carryModels(
	ctx context.Context, s *market.Sales, c train.Calendar, o train.Options,
) ([]*vintage.Vintage, error) {
	before := b.before
	b.before = nil // makes room for training
	if before == nil || before.Manifest().Seed != b.Seed {
		return nil, nil
	}
	carried, err := train.Carry(ctx, s, before.Sales(), vintagesOf(before), c, o)
	if carried != nil {
		b.summary.Carried.Edition, b.summary.Carried.Models = before.ID(), true
	}
	return carried, err
}

// vintagesOf returns the vintages of an edition, none of one whose can't be read.
func vintagesOf(e *edition.Edition) []*vintage.Vintage {
	vintages, err := vintage.ReadAll(e, vintage.NewSales(e.Sales()))
	if err != nil {
		return nil
	}
	return vintages
}
