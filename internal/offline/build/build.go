// Package build makes an edition from source files, offline: import, screen, index, train, publish. It prints
// nothing and reads no clock; progress goes through a callback.
package build

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/edition/pricecheck"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/offline/training"
	"github.com/gevel/gevel/internal/register"
	"github.com/gevel/gevel/internal/register/parcels"
	"github.com/gevel/gevel/internal/source"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/sales"
)

// Stage is a part of a build.
type Stage string

// The stages beside the reading of sources; the stage of a source is in its row.
const (
	StageCompare Stage = "sources" // compare the sources with the previous edition's
	StageTables  Stage = "tables"  // write what was read
	StageTrain   Stage = "train"   // fit indexes and models
	StagePublish Stage = "publish" // write the edition, and compare it with the one before
)

// Step is how far a stage is. Of names the file or model that is worked at, and its part.
type Step struct {
	Stage       Stage
	Of          string
	Done, Total int64
}

// Options are what a build takes from the world around it.
type Options struct {
	// Today bounds what can be known.
	Today gevel.Date
	// Began is when the build did: a source that was changed shortly before is hashed twice. Without it all are.
	Began time.Time
	// MadeBy names the program and its version in the manifest.
	MadeBy string
	// AllRejects keeps every row that is left out. The homes are read for it, and not carried on.
	AllRejects bool
	// Fresh is why nothing is carried on from the edition before, "" to carry on.
	Fresh string
	// Force publishes the edition also when it goes beyond the limits of the build file.
	Force bool
	// Models returns the vintages for the sales of the build; nil carries them on or trains them.
	Models func(context.Context, training.Set) ([]*vintage.Vintage, error)
	// Progress is called as a stage gets on, from several goroutines at once; it must not be nil.
	Progress func(Step)
}

// Summary says what a build did.
type Summary struct {
	Dir      string // of the edition
	Manifest edition.Manifest
	// Outcome says whether the edition is new, or one like it stood already.
	Outcome edition.Outcome
	// Counts are the read, kept and rejected rows of each source.
	Counts map[string]gevel.RowCount
	// Files are the rows of each file of a source that has several, in the order in which they were read.
	Files []FileCount
	// Columns are the used, unused and absent columns of sales files, by file.
	Columns map[string]flatfile.Columns
	// Rejects are what was left out, by file.
	Rejects []FileRejects
	Models  []gevel.Date // the dates of the models, the newest last
	Carried Carried
	// NewYear says what the next model takes away; nil where it takes nothing.
	NewYear *NewYear
	// Found is what sources brought, in the order in which they were read; String returns sentences.
	Found []fmt.Stringer
	// FillRates say of how many homes each source knows each characteristic. Sources is the table of these.
	FillRates []register.FillRate
	Sources   gevel.Sources
	Table     Table // of the sources that a build may have
	// Comparison is with the edition before it.
	Comparison Comparison
	// Watch says whether values still hold by the sales since; nil without errors of models.
	Watch *accuracy.Watch
	// Prices are the edition's beside those that CBS publishes.
	Prices []pricecheck.Line
	// Warnings are about columns that tell the price, what is taken to have been so always, what moves no value, and
	// prices far from CBS's.
	Warnings []string
}

// Run builds an edition and publishes it in the folder of the config. Nothing is published when ctx ends, nor when
// the edition goes beyond the config's limits. The same config, inputs and day give the same edition id.
func Run(ctx context.Context, c Config, opt Options) (*Summary, error) {
	b, err := newBuilder(c, opt)
	if err != nil {
		return nil, err
	}
	release, err := edition.Lock(c.Editions)
	if err != nil {
		return nil, err
	}
	defer release()
	defer b.discard()
	if err := b.run(ctx, append(b.reading(), b.setAside, b.train, b.publish)); err != nil {
		return nil, err
	}
	return b.summary, nil
}

// begin finds the sources, and makes sure that a build can begin. It returns the files of folders that are passed over.
func (c *Config) begin(today gevel.Date) (passed []string, err error) {
	c.Sources = c.Sources.Clone()
	found, passed, err := SettingsOf[sales.Settings](c.Sources).Find(today)
	if err != nil {
		return nil, err
	}
	*SettingsOf[sales.Settings](c.Sources) = found
	if err := c.checkSources(); err != nil {
		return nil, err
	}
	return passed, c.checkDays(today)
}

func newBuilder(c Config, opt Options) (*builder, error) {
	passed, err := c.begin(opt.Today)
	if err != nil {
		return nil, err
	}
	summary := &Summary{Table: c.Table, Counts: map[string]gevel.RowCount{}, Columns: map[string]flatfile.Columns{}}
	b := &builder{
		Config: c, Options: opt, summary: summary, files: map[string][]source.FileTally{}, passedOver: passed,
	}
	b.sources.watch.What = "a source changed during the build"
	summary.Sources = c.Table.origins()
	b.contents = edition.Contents{
		Sources: summary.Sources,
		MadeBy:  opt.MadeBy, CodeVersion: train.CodeVersion, Seed: c.Seed,
		AsOf: map[string]gevel.Date{}, Read: map[string]int{}, Rejects: map[string][]gevel.Reject{},
	}
	return b, nil
}

// stage is a stage of a build.
type stage func(context.Context) error

// reading returns the stages that read the sources.
func (b *builder) reading() []stage {
	return []stage{b.readEarly, b.lookBack, b.importHomes, b.carryStates, b.readSales, b.checkUnchanged, b.checkSuffices}
}

// garbagePercent is how much garbage may be held beside what is live while a build runs: a country is gigabytes of both.
const garbagePercent = 25

// run runs stages one after the other.
func (b *builder) run(ctx context.Context, stages []stage) error {
	defer b.closeParcels()
	defer debug.SetGCPercent(debug.SetGCPercent(garbagePercent))
	ctx = b.sources.watch.Within(ctx)
	if b.AllRejects {
		ctx = gevel.KeepAllRejects(ctx)
	}
	for _, stage := range stages {
		if err := stage(ctx); err != nil {
			return err
		}
	}
	return nil
}

// builder carries a build from stage to stage.
type builder struct {
	Config
	Options
	homes    *register.Homes   // with the facts of the sources read before
	light    bool              // the register has no history
	parcels  *parcels.Join     // with the buildings; nil without parcels
	before   *edition.Manifest // of the edition from which something may be carried on; nil is none
	contents edition.Contents
	summary  *Summary
	files    map[string][]source.FileTally // of the sources that were read
	// ownMunicipalities is the operator's list.
	ownMunicipalities []bag.Municipality
	passedOver        []string // files that programs left in folders of sales
	published         published
	stage             Stage         // of the source that is read
	prices            *priceChecker // nil without published prices
	draft             *edition.Draft
	sources           sourceSums
}

// within returns a context whose work reports its progress as a stage's.
func (b *builder) within(ctx context.Context, stage Stage) context.Context {
	return gevel.Progress(func(part string, share float64) {
		b.Progress(Step{stage, part, int64(share * wholeStage), wholeStage})
	}).Within(ctx)
}

// wholeStage is the total of a stage's progress.
const wholeStage = 1000

// checkSuffices refuses too few sales before anything is written.
func (b *builder) checkSuffices(context.Context) error {
	newest := b.AsOf
	if newest == gevel.NoDate {
		newest = b.Today
	}
	if s := b.contents.Sales; s.Len() < train.ChainSales && !train.Suffices(s, newest) {
		return gevel.Refusal("see the rejects per reason: "+flatfile.Reasons(b.contents.Rejects[sales.Row.Name]),
			"%d sales are left to learn from; a model, and an earlier one that teaches it how sure it is, need %d",
			s.Len(), train.ChainSales)
	}
	return nil
}

// train trains the models, or carries them on, and writes them.
func (b *builder) train(ctx context.Context) error {
	ctx = b.within(ctx, StageTrain)
	set := b.learnsFrom()
	vintages, err := b.trainModels(ctx, set)
	if err != nil {
		return err
	}
	gevel.Report(ctx, 1, 1)
	for _, v := range vintages {
		b.summary.Models = append(b.summary.Models, v.AsOf)
	}
	b.summary.NewYear = newYear(set.Calendar, b.summary.Models)
	b.warnOfIdle()
	b.checkPrices(vintages[len(vintages)-1])
	b.warnOfSilence(vintages[len(vintages)-1])
	for i, v := range vintages {
		for _, f := range v.Files() {
			ctx := gevel.Span(b.within(ctx, StagePublish), f.Name, publishModels*float64(i)/float64(len(vintages)),
				publishModels*float64(i+1)/float64(len(vintages)))
			if err := b.draft.WriteModel(ctx, f.Name, f.Write); err != nil {
				return b.unpublished(err)
			}
		}
		vintages[i] = nil // makes room for those that are read
	}
	return nil
}
