package build

// The first stages: homes and sales from the source files, or homes from the edition before.

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/mistaken"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/register"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/energy"
	"github.com/gevel/gevel/internal/source/sales"
)

// importHomes carries the homes on, or imports them.
func (b *Builder) importHomes(ctx context.Context) error {
	if carried, err := b.carryHomes(); carried || err != nil {
		return err
	}
	return b.read(ctx, func(s *Source) bool { return s.Feeds == FeedsHomes && !s.Early })
}

// readEarly reads the sources whose faults show before a build takes its time.
func (b *Builder) readEarly(ctx context.Context) error {
	return b.read(ctx, func(s *Source) bool { return s.Early })
}

// readSales reads the sources of sales.
func (b *Builder) readSales(ctx context.Context) error {
	return b.read(ctx, func(s *Source) bool { return s.Feeds == FeedsSales && !s.Early })
}

// readMunicipalities reads the operator's list of them.
func (b *Builder) readMunicipalities(ctx context.Context) error {
	f, err := regular.OpenWatched(ctx, b.Sources.Municipalities)
	if err != nil {
		return err
	}
	defer f.Close()
	if b.ownMunicipalities, err = bag.ReadMunicipalities(f); err != nil {
		err = mistaken.Explain(ctx, err, b.Sources.Municipalities, filekind.Municipalities.Key)
		return fmt.Errorf("%s: %w", filepath.Base(b.Sources.Municipalities), err)
	}
	return nil
}

func (b *Builder) importRegister(ctx context.Context) error {
	options := bag.Options{
		Municipalities: b.ownMunicipalities, Units: len(b.Sources.Buildings.Files) > 0,
		Progress: b.Step,
	}
	if err := b.openParcels(); err != nil {
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
		b.Warn("%s: a BAG light GeoPackage has main addresses only, "+
			"so nothing is found by a secondary one; it has no history, and its day, %s, is that on which the file was made",
			filepath.Base(b.Sources.BAG), r.AsOf)
	}
	b.Homes = register.FromBAG(ctx, r)
	b.Homes.Attributes, b.Homes.Sources = b.attributes(), b.contents.Sources
	b.contents.Addresses, b.contents.Dwellings, b.contents.Statuses = r.Addresses, r.Dwellings, r.Statuses
	gevel.Span(ctx, "footprints", 0.7, 1)
	debug.FreeOSMemory() // of what the reading is done with, before the footprints come back from disk
	if b.contents.Buildings, err = footprints.Table(); err != nil {
		return err
	}
	b.Note(sourceBAG, &Tally{Count: countObjects(r), Rejects: r.Rejects, AsOf: r.AsOf})
	return nil
}

// importLabels gives the homes their energy labels.
func (b *Builder) importLabels(ctx context.Context) error {
	labels, read, err := energy.Collect(ctx, b.Sources.EnergyLabels, energy.Options{
		AsOf: b.Today, Progress: b.Step,
	})
	if err != nil {
		return err
	}
	asOf := min(read.Published, b.Today)
	if read.Published == gevel.NoDate {
		asOf = labels.Newest()
	}
	count, err := b.Homes.LearnLabels(ctx, labels, asOf, &read.Rejects)
	if err != nil {
		return err
	}
	b.Found(&count)
	rejected := read.Rejects.Total()
	read.Rejects.Merge(read.Faults)
	b.Note(SourceLabels, &Tally{AsOf: asOf, Rejects: read.Rejects, Count: Count{
		Read: read.Rows, Used: count.Joined, Past: labels.Repeated, NoHomes: read.NotHomes,
		Rejected: rejected, Faults: read.Faults.Total(),
		ByID: count.ByID, ByAddress: count.Joined - count.ByID, Homes: count.Homes,
	}})
	return nil
}

func (b *Builder) importSales(ctx context.Context) error {
	sources, extras, err := b.salesSources()
	if err != nil {
		return err
	}
	b.summary.FillRates = b.Homes.FillRates()
	b.contents.NeighbourhoodOf, b.contents.Neighbourhoods = b.Homes.NeighbourhoodOf, b.Homes.Neighbourhoods
	b.contents.Attributes = b.Homes.Attributes // what files of sales bring comes behind
	all, err := sales.ReadAll(gevel.Span(ctx, "", 0, 0.8), sources, sales.Options{
		Attributes: b.Homes.Attributes, Extras: extras, Register: b.Homes, AsOf: b.Today, Screening: b.Screening,
		MaxRejectShare: gevel.Some(b.MaxRejectShare),
		Progress:       b.stepAmong(len(sources)),
	})
	if err != nil {
		return err
	}
	t := &Tally{}
	deals := 0
	names := b.salesNames()
	for i := range sources {
		name, file := names[i], all[i]
		b.summary.Columns[name] = file.Columns
		if len(file.Sales) == 0 && len(sources) > 1 && file.Rows > file.Excused {
			b.Warn("%s: none of its %d rows is a sale that is used (%s); does the mapping fit, and is it of this area?",
				name, file.Rows, flatfile.Reasons(file.Rejects.List()))
		}
		deals += file.Rejects.Count(sales.ReasonDealTotal)
		t.Add(name, Count{
			Read: file.Rows, Used: len(file.Sales), Rejected: file.Rejects.Total(), Faults: file.Faults.Total(),
		}, file.Rejects, file.Faults)
	}
	kept, totals := all[0].Sales, all[0].Totals
	kept = slices.Grow(kept, t.Used-len(kept)) // a sale takes half a kilobyte
	for _, file := range all[1:] {
		kept, totals = append(kept, file.Sales...), append(totals, file.Totals...)
	}
	b.contents.Sales = market.LaySales(gevel.Span(ctx, "sales by place", 0.8, 0.9), all[0].Attributes, kept)
	b.warnOfDeals(totals, deals)
	gevel.Span(ctx, "columns that give prices away", 0.9, 1)
	b.summary.Warnings = append(b.summary.Warnings, b.contents.Sales.PriceLeaks()...)
	t.AsOf = b.lastKnown()
	b.Note(sourceSales, t)
	b.closeUnknown()
	return nil
}

// warnOfDeals names homes that were sold together.
func (b *Builder) warnOfDeals(totals []string, rejected int) {
	if rejected > 0 {
		named := totals[:min(gevel.RejectSamples, len(totals))]
		b.Warn("%d sales of %d deals are rejected as %s, since their price is of several homes: %s",
			rejected, len(totals), sales.ReasonDealTotal, strings.Join(named, "; "))
	}
	if s := b.contents.Sales; s.Deals.Len() > 0 {
		b.Warn("%d sales with day and price in common in a street, postal code or building are %d deals at a price each: "+
			"a deal counts as one sale", s.Repeated()+s.Deals.Len(), s.Deals.Len())
	}
}

// lastKnown returns the last day on which a sale became known, today at most.
func (b *Builder) lastKnown() gevel.Date {
	last := gevel.NoDate
	for _, known := range b.contents.Sales.Known {
		if known <= b.Today {
			last = max(last, known)
		}
	}
	return last
}
