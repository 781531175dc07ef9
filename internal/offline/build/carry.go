package build

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/offline/training"
	"github.com/gevel/gevel/internal/register"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/building3d"
	"github.com/gevel/gevel/internal/source/energy"
	"github.com/gevel/gevel/internal/source/facts"
	"github.com/gevel/gevel/internal/source/parcel"
)

// What a build carries on from the edition before it: homes whose sources are the same, and vintages
// whose sales are. It gives the same edition as a build from scratch, sooner.

// Carried says what was carried on from the edition before, and why the rest was not.
type Carried struct {
	Edition string // from which; "" for none
	Why     string // nothing was carried on; "" where something was
	Homes   bool
	// HomesWhy is why the homes were read, "" where they were carried on or nothing was.
	HomesWhy string
	Models   []CarriedModel // all models of the edition, the newest last
}

// CarriedModel is a model that was carried on or, for a reason, trained.
type CarriedModel struct {
	Day     gevel.Date `json:"day" doc:"Its day."`
	Carried bool       `json:"carried" doc:"Whether it was carried on."`
	Why     string     `json:"why" doc:"Why it was trained, where something might have been carried on; else empty."`
}

// AllModels reports whether all models were carried on.
func (c *Carried) AllModels() bool {
	return len(c.Models) > 0 && !slices.ContainsFunc(c.Models, func(m CarriedModel) bool { return !m.Carried })
}

// settle names no edition when nothing of it was carried on.
func (c *Carried) settle() {
	if !c.Homes && !slices.ContainsFunc(c.Models, func(m CarriedModel) bool { return m.Carried }) {
		c.Edition = ""
	}
}

// lookBack notes what the homes are made from, and whether something may be carried on from the edition before.
func (b *builder) lookBack(ctx context.Context) (err error) {
	if b.contents.HomesFrom, err = b.homesFrom(ctx); err != nil {
		return err
	}
	b.before, b.summary.Carried.Why = b.madeAlike()
	return nil
}

// madeAlike returns the manifest of the newest edition when this very program made it; nil is none, and why there is
// none.
func (b *builder) madeAlike() (before *edition.Manifest, why string) {
	if b.Fresh != "" {
		return nil, b.Fresh
	}
	newest, err := edition.Newest(b.Editions)
	if err != nil {
		return nil, "there is no edition before it"
	}
	m, err := edition.ReadManifest(newest)
	switch {
	case err != nil:
		return nil, unreadable(filepath.Base(newest))
	case m.MadeBy != b.MadeBy || m.CodeVersion != train.CodeVersion || m.Format != edition.FormatVersion:
		return nil, fmt.Sprintf("another program made edition %s, %s", m.ID, gevel.Printable(m.MadeBy))
	}
	b.summary.Carried.Edition = m.ID
	return &m, ""
}

func unreadable(id string) string { return fmt.Sprintf("the edition %s can't be read", id) }

// readBefore reads the edition from which something is carried on; nil where it can't be read, and nothing is. Who uses
// it lets go of it: beside the sales of a country there is no room for an edition.
func (b *builder) readBefore(ctx context.Context) (*edition.Edition, error) {
	e, err := edition.Open(ctx, filepath.Join(b.Editions, b.before.ID))
	if err != nil {
		if !b.summary.Carried.Homes {
			b.summary.Carried = Carried{Why: unreadable(b.before.ID)}
		}
		b.before = nil
	}
	return e, ctx.Err()
}

// carryHomes takes the homes over from the edition before, and reports whether it could.
func (b *builder) carryHomes(ctx context.Context) (ok bool, err error) {
	if b.before == nil {
		return false, nil
	}
	if why := b.whyReadHomes(b.before); why != "" {
		b.summary.Carried.HomesWhy = why
		return false, nil
	}
	e, err := b.readBefore(ctx)
	if e == nil || err != nil {
		return false, err
	}
	if b.homes, err = register.FromEdition(e, b.attributes(), b.contents.Sources); err != nil {
		return false, err
	}
	b.holdHomes()
	b.contents.Buildings = e.Buildings()
	m := b.before
	b.contents.HomesFrom = m.HomesFrom
	copyHomes(b.Table, b.contents.AsOf, m.AsOf)
	copyHomes(b.Table, b.contents.Read, m.Read)
	copyHomes(b.Table, b.contents.Rejects, m.Rejects)
	copyHomes(b.Table, b.summary.Counts, m.Counts)
	b.summary.Carried.Homes = true
	return true, nil
}

// carryStates carries on what editions before say of values that sources without history had on earlier days. It does so in
// fresh builds, too; homes that are carried on have them.
func (b *builder) carryStates(ctx context.Context) error {
	editions, err := edition.List(b.Editions)
	if err != nil || len(editions) == 0 || b.summary.Carried.Homes {
		return ctx.Err()
	}
	over := register.Undated{}
	if labels, ok := b.contents.AsOf[energy.Row.Name]; ok {
		over[gevel.FromLabel] = labels
	}
	if _, ok := b.contents.AsOf[parcel.Row.Name]; ok { // the last day in a map is of a row
		over[gevel.FromParcels], over[gevel.FromShared] = b.Today, b.Today
	}
	states := b.homes.States()
	for _, dir := range edition.WithLaterBAG(editions) {
		e, err := edition.Open(ctx, dir)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			b.warn("edition %s can't be read, so values that sources without history had before may be lost: %v", filepath.Base(dir), err)
			continue
		}
		m := e.Manifest()
		err = states.Carry(register.Before{Edition: e, Of: b.undatedSince(&m), Over: over, Seen: m.AsOf[bag.Row.Name] + 1})
		if err != nil {
			return err
		}
	}
	homes, sum := states.Sum()
	if homes > 0 {
		b.contents.HomesFrom += " " + statesName + ":" + sum
		b.found(carriedStates(homes))
	}
	return nil
}

// carriedStates is how many homes have states of earlier deliveries.
type carriedStates int

func (n carriedStates) String() string {
	return fmt.Sprintf("%d homes keep for earlier days what was known of them before a delivery showed otherwise", int(n))
}

// statesName is the name of carried states among what homes are made from.
const statesName = "states"

// undated returns the sources of this build without history, with the days of their deliveries.
func (b *builder) undated() register.Undated {
	of := register.Undated{}
	for _, s := range []struct {
		source gevel.Source
		name   string
	}{
		{gevel.From3DBAG, building3d.Row.Name},
		{gevel.FromMonuments, facts.MonumentRow.Name},
		{gevel.FromFile, facts.Row.Name},
		{gevel.FromBAG, bag.Row.Name},
		{gevel.FromWalls, bag.Row.Name},
	} {
		day, ok := b.contents.AsOf[s.name]
		if !ok || s.name == bag.Row.Name && !b.light {
			continue
		}
		if day == gevel.NoDate || s.source != gevel.From3DBAG && s.name != bag.Row.Name { // the last day in it is of a row
			day = b.Today
		}
		of[s.source] = day
	}
	return of
}

// undatedSince returns undated as compared with an edition before. Volumes of the same files differ by the surfaces that share
// them: these have days of their own, or BAG light's. The first volumes of all count for all days.
func (b *builder) undatedSince(m *edition.Manifest) register.Undated {
	of := b.undated()
	if day, ok := of[gevel.From3DBAG]; ok {
		_, had := m.AsOf[building3d.Row.Name]
		if !had || !slices.Contains(changedSources(m.HomesFrom, b.contents.HomesFrom), building3d.Row.Name) {
			day = gevel.NoDate
		}
		if b.light && had {
			day = max(day, of[gevel.FromBAG])
		}
		of[gevel.From3DBAG] = day
	}
	return of
}

// whyReadHomes returns why homes are read instead of taken from the edition before, "" where they are taken.
func (b *builder) whyReadHomes(m *edition.Manifest) string {
	if b.AllRejects {
		return "all rows that are left out were asked for"
	}
	sources, _, _ := strings.Cut(m.HomesFrom, " "+statesName+":")
	if changed := changedSources(sources, b.contents.HomesFrom); len(changed) > 0 {
		return "other files or settings of " + strings.Join(changed, ", ")
	}
	if waiting := b.Table.awaits(m.Rejects); waiting != "" {
		return fmt.Sprintf("rows of %s were of a later day", waiting)
	}
	return ""
}

// awaits returns a source of homes that rejected rows which a later day may take, "" for none.
func (t Table) awaits(rejects map[string][]gevel.Reject) string {
	for _, s := range t.homeSources() {
		if slices.ContainsFunc(rejects[s.Name], func(r gevel.Reject) bool { return slices.Contains(s.Awaits, r.Reason) }) {
			return s.Name
		}
	}
	return ""
}

// copyHomes copies what is noted of the sources that homes are made from.
func copyHomes[V any](t Table, to, from map[string]V) {
	for _, s := range t.homeSources() {
		if v, ok := from[s.Name]; ok {
			to[s.Name] = v
		}
	}
}

// trainModels returns the vintages for sales, given, carried on from the edition before or trained.
func (b *builder) trainModels(ctx context.Context, of training.Set) ([]*vintage.Vintage, error) {
	if b.Models != nil {
		return b.fittedElsewhere(ctx, of)
	}
	before, why, err := b.trainedBefore(ctx)
	if err != nil {
		return nil, err
	}
	vintages, trained, err := train.Carry(ctx, of.Sales, before, of.Calendar,
		train.Options{Seed: of.Seed, Season: of.Season, Series: of.Series})
	if err != nil {
		return nil, err
	}
	carried := &b.summary.Carried
	for _, v := range vintages {
		model := CarriedModel{Day: v.AsOf, Carried: true}
		for _, anew := range trained {
			if anew.Day == v.AsOf {
				model.Carried, model.Why = false, cmp.Or(why, anew.Why)
			}
		}
		carried.Models = append(carried.Models, model)
	}
	carried.settle()
	return vintages, nil
}

// fittedElsewhere returns the vintages that the caller has.
func (b *builder) fittedElsewhere(ctx context.Context, of training.Set) ([]*vintage.Vintage, error) {
	vintages, err := b.Models(ctx, of)
	for _, v := range vintages {
		b.summary.Carried.Models = append(b.summary.Carried.Models, CarriedModel{Day: v.AsOf, Why: "it was fitted by gevel train"})
	}
	b.summary.Carried.settle()
	return vintages, err
}

// seasonOf returns the season of the build file of an edition.
func seasonOf(m *edition.Manifest) index.Season {
	var p struct {
		Season index.Season `json:"season"`
	}
	_ = json.Unmarshal(m.Parameters, &p) // training sets and older editions have no season
	return p.Season
}

// trainedBefore returns the training of the edition before, or why it can't be used.
func (b *builder) trainedBefore(ctx context.Context) (before train.Before, why string, err error) {
	m := b.before
	switch {
	case m == nil:
		return before, "", nil
	case m.Seed != b.Seed:
		return before, fmt.Sprintf("the seed was %d", m.Seed), nil
	case seasonOf(m) != b.Season:
		return before, fmt.Sprintf("the season was %q", seasonOf(m)), nil
	}
	e, err := b.readBefore(ctx)
	if e == nil || err != nil {
		return before, unreadable(m.ID), err
	}
	vintages, err := vintage.ReadAll(ctx, e, vintage.NewSales(e.Sales()))
	if err != nil {
		return before, "the models before can't be read", ctx.Err()
	}
	return train.Before{Sales: e.Sales(), Series: e.Series(), Vintages: vintages}, "", nil
}
