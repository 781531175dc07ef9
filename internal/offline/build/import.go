package build

// The first stages: homes and sales from the source files, or homes from the edition before.

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/register"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/energy"
	"github.com/gevel/gevel/internal/source/sales"
)

// Names of the sources in manifest and summary.
const (
	sourceBAG       = edition.SourceBAG
	sourceLabels    = "energy_labels"
	sourceMonuments = "monuments"
	sourceParcels   = "parcels"
	sourceFacts     = "characteristics"
	sourceSales     = edition.SourceSales
)

// importHomes carries the homes on, or imports them.
func (b *builder) importHomes(ctx context.Context) error {
	if carried, err := b.carryHomes(); carried || err != nil {
		return err
	}
	if err := b.importRegister(ctx); err != nil {
		return err
	}
	if err := b.importLabels(ctx); err != nil {
		return err
	}
	if err := b.importBuildings(ctx); err != nil {
		return err
	}
	if err := b.importNeighbourhoods(ctx); err != nil {
		return err
	}
	if err := b.importParcels(ctx); err != nil {
		return err
	}
	return b.importFacts(ctx)
}

// readMunicipalities reads the operator's list of them.
func (b *builder) readMunicipalities(ctx context.Context) error {
	if b.Sources.Municipalities == "" {
		return nil
	}
	f, err := os.Open(b.Sources.Municipalities)
	if err != nil {
		return err
	}
	defer f.Close()
	if b.ownMunicipalities, err = bag.ReadMunicipalities(f); err != nil {
		err = filekind.Explain(ctx, err, b.Sources.Municipalities, filekind.Municipalities.Key)
		return fmt.Errorf("%s: %w", filepath.Base(b.Sources.Municipalities), err)
	}
	return nil
}

func (b *builder) importRegister(ctx context.Context) error {
	options := bag.Options{
		Municipalities: b.ownMunicipalities, Units: len(b.Sources.Buildings.Files) > 0,
		Progress: func(done, total int64) { b.Progress(StageRegister, done, total) },
	}
	if err := b.openLots(); err != nil {
		return err
	}
	footprints := footprint.NewBuilder()
	defer footprints.Close()
	options.Footprints = func(f bag.Footprint) error { return b.takeFootprint(footprints, f) }
	r, err := bag.Read(ctx, b.Sources.BAG, options)
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
	if r.Light {
		b.summary.Warnings = append(b.summary.Warnings, fmt.Sprintf("%s: a BAG light GeoPackage has main addresses only, "+
			"so nothing is found by a secondary one; it has no history, and its day, %s, is that on which the file was made",
			filepath.Base(b.Sources.BAG), r.AsOf))
	}
	b.homes = register.FromBAG(r)
	b.homes.Attributes = b.attributes()
	b.contents.Addresses, b.contents.Dwellings = r.Addresses, r.Dwellings
	debug.FreeOSMemory() // of what the reading is done with, before the footprints come back from disk
	if b.contents.Buildings, err = footprints.Table(); err != nil {
		return err
	}
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
		asOf = labels.Newest()
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
		ByID: count.ByID, ByAddress: count.Joined - count.ByID, Homes: count.Homes,
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
	b.summary.FillRates = b.homes.FillRates()
	b.contents.NeighbourhoodOf, b.contents.Neighbourhoods = b.homes.NeighbourhoodOf, b.homes.Neighbourhoods
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
	b.summary.Warnings = append(b.summary.Warnings, b.contents.Sales.PriceLeaks()...)
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
