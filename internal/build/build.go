// Package build makes an edition from source files, offline: import, screen,
// index, train, publish. It prints nothing and reads no clock; progress goes
// through a callback.
package build

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/flatfile"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/register"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/energy"
	"github.com/gevel/gevel/internal/source/sales"
	"github.com/gevel/gevel/internal/train"
	"github.com/gevel/gevel/internal/vintage"
)

// Stage is a part of a build.
type Stage string

// The stages, in order.
const (
	StageRegister Stage = "register" // import the register
	StageLabels   Stage = "labels"   // import the energy labels, when there are any
	StageFacts    Stage = "homes"    // import the files of characteristics of homes, when there are any
	StageSales    Stage = "sales"    // import and screen the sales
	StageTrain    Stage = "train"    // fit indexes and models
	StagePublish  Stage = "publish"  // write the edition, and compare it with the one before
)

// Options are what a build takes from the world around it.
type Options struct {
	// Today bounds what can be known.
	Today gevel.Date
	// MadeBy names the program and its version in the manifest.
	MadeBy string
	// Force publishes the edition also when it goes beyond the limits of the build file.
	Force bool
	// Progress is called as a stage gets on; it must not be nil.
	Progress func(stage Stage, done, total int64)
}

// Summary says what a build did.
type Summary struct {
	Dir      string // of the edition
	Manifest edition.Manifest
	// Outcome says whether the edition is new, or one like it stood already.
	Outcome edition.Outcome
	// Counts say what became of the rows of each source.
	Counts map[string]Count
	// Columns say what became of the columns of sales files, by file.
	Columns map[string]flatfile.Columns
	Models  []gevel.Date // the dates of the models, the newest last
	// Labels is what became of the energy labels, nil where there is no file of them.
	Labels *register.LabelCount
	// FillRates say of how many homes each source knows each characteristic.
	FillRates []register.FillRate
	// Comparison is with the edition before it.
	Comparison Comparison
	// Warnings are about columns that tell the price, or that are taken to have been so always.
	Warnings []string
}

// Run builds an edition and publishes it in the folder of the config. Nothing is
// published when ctx ends, nor when the edition goes beyond the config's limits. The same config,
// inputs and day give the same edition id.
func Run(ctx context.Context, c Config, opt Options) (*Summary, error) {
	if err := c.checkSources(); err != nil {
		return nil, err
	}
	if err := c.checkDays(opt.Today); err != nil {
		return nil, err
	}
	release, err := edition.Lock(c.Editions)
	if err != nil {
		return nil, err
	}
	defer release()
	summary := &Summary{Counts: map[string]Count{}, Columns: map[string]flatfile.Columns{}}
	b := &builder{Config: c, Options: opt, summary: summary}
	b.contents = edition.Contents{
		MadeBy: opt.MadeBy, ModelVersion: train.ModelVersion, Seed: c.Seed,
		AsOf: map[string]gevel.Date{}, Read: map[string]int{}, Rejects: map[string][]gevel.Reject{},
	}
	for _, stage := range []func(context.Context) error{
		b.importRegister, b.importLabels, b.importFacts, b.importSales, b.train, b.publish,
	} {
		if err := stage(ctx); err != nil {
			return nil, err
		}
	}
	return b.summary, nil
}

// builder carries a build from stage to stage.
type builder struct {
	Config
	Options
	homes    *register.Homes
	contents edition.Contents
	summary  *Summary
}

// Names of the sources in manifest and summary.
const (
	sourceBAG       = "bag"
	sourceLabels    = "energy_labels"
	sourceFacts     = "characteristics"
	sourceMonuments = "monuments"
	sourceSales     = "sales"
)

func (b *builder) importRegister(ctx context.Context) error {
	opt := bag.Options{Progress: func(done, total int64) { b.Progress(StageRegister, done, total) }}
	if b.Sources.Municipalities != "" {
		f, err := os.Open(b.Sources.Municipalities)
		if err != nil {
			return err
		}
		defer f.Close()
		if opt.Municipalities, err = bag.ReadMunicipalities(f); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(b.Sources.Municipalities), err)
		}
	}
	r, err := bag.Read(ctx, b.Sources.BAG, opt)
	if err != nil {
		return err
	}
	if len(r.Dwellings) == 0 {
		return &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("the register %s holds no home", b.Sources.BAG),
			Hint:    "an edition needs a delivery with addresses (NUM, OPR), dwellings (VBO) and buildings (PND)",
		}
	}
	b.homes = register.FromBAG(r)
	b.homes.Attributes = b.attributes()
	b.contents.Addresses, b.contents.Dwellings = r.Addresses, r.Dwellings
	b.contents.AsOf[sourceBAG] = r.AsOf
	b.contents.Rejects[sourceBAG] = r.Rejects.List()
	count := countObjects(r)
	b.contents.Read[sourceBAG], b.summary.Counts[sourceBAG] = count.Read, count
	return nil
}

// importLabels gives the homes their energy labels.
func (b *builder) importLabels(ctx context.Context) error {
	if b.Sources.EnergyLabels == "" {
		return nil
	}
	labels, read, err := energy.Collect(ctx, b.Sources.EnergyLabels, energy.Options{
		AsOf: b.Today, Progress: func(done, total int64) { b.Progress(StageLabels, done, total) },
	})
	if err != nil {
		return err
	}
	asOf := min(read.Published, b.Today)
	if read.Published == gevel.NoDate {
		asOf = b.Today
	}
	count, err := b.homes.LearnLabels(ctx, labels, asOf, &read.Rejects)
	if err != nil {
		return err
	}
	b.summary.Labels = &count
	b.contents.AsOf[sourceLabels], b.contents.Read[sourceLabels] = asOf, read.Rows
	b.summary.Counts[sourceLabels] = Count{
		Read: read.Rows, Used: count.Joined, Past: labels.Repeated, NoHomes: read.NotHomes,
		Rejected: read.Rejects.Total(), Faults: read.Faults.Total(),
	}
	read.Rejects.Merge(read.Faults)
	b.contents.Rejects[sourceLabels] = read.Rejects.List()
	return nil
}

func (b *builder) importSales(ctx context.Context) error {
	sources, extras, err := b.salesSources()
	if err != nil {
		return err
	}
	b.contents.Attributes = b.homes.Attributes // what files of sales bring comes behind
	all, err := sales.ReadAll(ctx, sources, sales.Options{
		Attributes: b.homes.Attributes, Extras: extras, Register: b.homes, AsOf: b.Today, Screening: b.Screening,
		MaxRejectShare: gevel.Some(b.MaxRejectShare),
		Progress:       func(done, total int64) { b.Progress(StageSales, done, total) },
	})
	if err != nil {
		return err
	}
	var rejects gevel.Rejects
	read := 0
	for i, source := range sources {
		b.summary.Columns[filepath.Base(source.Path)] = all[i].Columns
		read += all[i].Rows
		rejects.Merge(all[i].Rejects)
	}
	var kept []gevel.Sale
	for _, file := range all {
		kept = append(kept, file.Sales...)
	}
	b.contents.Read[sourceSales] = read
	b.summary.Counts[sourceSales] = Count{Read: read, Used: len(kept), Rejected: rejects.Total()}
	b.contents.Rejects[sourceSales] = rejects.List()
	b.contents.Sales = market.NewSales(all[0].Attributes, kept)
	b.summary.Warnings = append(b.summary.Warnings, b.contents.Sales.Telling()...)
	b.contents.AsOf[sourceSales] = b.lastKnown()
	b.closeUnknown(extras)
	return b.checkDeclared(b.attributes())
}

// lastKnown returns the last day on which a sale became known, today at most.
func (b *builder) lastKnown() gevel.Date {
	last := gevel.NoDate
	for _, known := range b.contents.Sales.Known {
		if known <= b.Today {
			last = max(last, known)
		}
	}
	return last
}

func (b *builder) train(ctx context.Context) error {
	s := b.contents.Sales
	newest := b.AsOf
	if newest == gevel.NoDate {
		newest = b.Today
	}
	if s.Len() < train.ChainSales && !train.Suffices(s, newest) {
		return &gevel.Error{
			Code: gevel.Invalid,
			Message: fmt.Sprintf("%d sales are left to learn from; "+
				"a model, and an earlier one that teaches it how sure it is, need %d", s.Len(), train.ChainSales),
			Hint: "see the rejects per reason: " + flatfile.Reasons(b.contents.Rejects[sourceSales]),
		}
	}
	calendar := train.Calendar{Today: b.Today, AsOf: b.AsOf, Years: b.Vintages}
	progress := func(done, total int) { b.Progress(StageTrain, int64(done), int64(total)) }
	vintages, err := train.Edition(ctx, s, calendar, train.Options{Seed: b.Seed, Progress: progress})
	if err != nil {
		return err
	}
	for _, v := range vintages {
		b.summary.Models = append(b.summary.Models, v.AsOf)
	}
	b.contents.Models, err = vintage.EncodeAll(vintages)
	return err
}
