// Package build makes an edition from source files, offline: import, screen,
// index, train, publish. It prints nothing and reads no clock; progress goes
// through a callback.
package build

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/sales"
	"github.com/gevel/gevel/internal/train"
	"github.com/gevel/gevel/internal/vintage"
)

// Stage is a part of a build.
type Stage string

// The stages, in order.
const (
	StageRegister Stage = "register" // import the register
	StageSales    Stage = "sales"    // import and screen the sales
	StageTrain    Stage = "train"    // fit indexes and models
	StagePublish  Stage = "publish"  // write the edition
)

// Options are what a build takes from the world around it.
type Options struct {
	// Today bounds what can be known.
	Today gevel.Date
	// MadeBy names the program and its version in the manifest.
	MadeBy string
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
	// Ignored are the columns of sales files for which there is no use, by file.
	Ignored map[string][]string
	Models  []gevel.Date // the dates of the models, the newest last
	// Warnings are about columns that tell the price.
	Warnings []string
}

// Run builds an edition and publishes it in the folder of the config. When ctx
// ends, nothing is published. The same config, inputs and day give the same
// edition id.
func Run(ctx context.Context, c Config, opt Options) (*Summary, error) {
	if err := c.checkSources(); err != nil {
		return nil, err
	}
	if c.AsOf > opt.Today {
		return nil, &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("as_of %s lies after today, %s", c.AsOf, opt.Today),
			Hint:    "what is sold until then can't be known yet",
		}
	}
	release, err := edition.Lock(c.Editions)
	if err != nil {
		return nil, err
	}
	defer release()
	summary := &Summary{Counts: map[string]Count{}, Ignored: map[string][]string{}}
	b := &builder{Config: c, Options: opt, summary: summary}
	b.contents = edition.Contents{
		MadeBy: opt.MadeBy, ModelVersion: train.ModelVersion, Seed: c.Seed,
		AsOf: map[string]gevel.Date{}, Read: map[string]int{}, Rejects: map[string][]gevel.Reject{},
	}
	for _, stage := range []func(context.Context) error{b.importRegister, b.importSales, b.train, b.publish} {
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
	register *register
	contents edition.Contents
	summary  *Summary
}

// Names of the sources in manifest and summary.
const (
	sourceBAG   = "bag"
	sourceSales = "sales"
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
	b.register = newRegister(r)
	b.register.placeHomes()
	b.contents.Addresses, b.contents.Dwellings = r.Addresses, r.Dwellings
	b.contents.AsOf[sourceBAG] = r.AsOf
	b.contents.Rejects[sourceBAG] = r.Rejects.List()
	count := countObjects(r)
	b.contents.Read[sourceBAG], b.summary.Counts[sourceBAG] = count.Read, count
	return nil
}

func (b *builder) importSales(ctx context.Context) error {
	sources := make([]sales.Source, len(b.Sources.Sales))
	for i, source := range b.Sources.Sales {
		sources[i] = sales.Source{Path: source.File, Mapping: source.Mapping}
	}
	table := b.attributes()
	all, err := sales.ReadAll(ctx, sources, sales.Options{
		Attributes: table, Register: b.register, AsOf: b.Today, Screening: b.Screening,
		Progress: func(done, total int64) { b.Progress(StageSales, done, total) },
	})
	if err != nil {
		return err
	}
	var rejects gevel.Rejects
	read := 0
	for i, source := range sources {
		if err := b.checkRejects(source.Path, &all[i]); err != nil {
			return err
		}
		b.summary.Ignored[filepath.Base(source.Path)] = all[i].Ignored
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
	b.summary.Warnings = b.contents.Sales.Telling()
	b.contents.AsOf[sourceSales] = b.lastKnown()
	return b.checkDeclared(table)
}

// checkRejects refuses a file of which more is rejected than allowed: a mapping
// that is off must not make an edition of the few rows that it happens to fit.
func (b *builder) checkRejects(file string, r *sales.Result) error {
	rejected := r.Rejects.Total()
	if float64(rejected) <= b.MaxRejectShare*float64(r.Rows) {
		return nil
	}
	list := r.Rejects.List()
	return &gevel.Error{
		Code: gevel.Invalid,
		Message: fmt.Sprintf("%d of the %d rows of %s are rejected, more than the %g %% allowed: %s; such as %s",
			rejected, r.Rows, filepath.Base(file), 100*b.MaxRejectShare, reasons(list), list[0].Samples[0]),
		Hint: "mend the mapping, or allow more with max_reject_share in the build file",
	}
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
			Hint: "see the rejects per reason: " + reasons(b.contents.Rejects[sourceSales]),
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

func reasons(rejects []gevel.Reject) string {
	text := ""
	for i, r := range rejects {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("%s %d", r.Reason, r.Count)
	}
	return cmp.Or(text, "none")
}

func (b *builder) publish(ctx context.Context) error {
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
	m, outcome, err := edition.Write(ctx, b.Editions, b.contents)
	if err != nil {
		return fmt.Errorf("publish in %s: %w", b.Editions, err)
	}
	b.summary.Manifest, b.summary.Outcome, b.summary.Dir = m, outcome, filepath.Join(b.Editions, m.ID)
	b.Progress(StagePublish, 1, 1)
	return nil
}
