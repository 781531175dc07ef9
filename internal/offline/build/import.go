package build

// The first stages: homes and sales from the source files, or homes from the edition before.

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/mistaken"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/register"
	"github.com/gevel/gevel/internal/source"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/building3d"
	"github.com/gevel/gevel/internal/source/energy"
	"github.com/gevel/gevel/internal/source/sales"
)

// importHomes carries the homes on, or imports them.
func (b *builder) importHomes(ctx context.Context) error {
	if carried, err := b.carryHomes(ctx); carried || err != nil {
		return err
	}
	return b.read(ctx, func(s *Entry) bool { return s.Feeds == source.FeedsHomes && !s.Early })
}

// readEarly reads the sources whose faults show before a build takes its time.
func (b *builder) readEarly(ctx context.Context) error {
	return b.read(ctx, func(s *Entry) bool { return s.Early })
}

// readSales reads the sources of sales.
func (b *builder) readSales(ctx context.Context) error {
	return b.read(ctx, func(s *Entry) bool { return s.Feeds == source.FeedsSales && !s.Early })
}

// readMunicipalities reads the operator's list of them.
func (b *builder) readMunicipalities(ctx context.Context) error {
	path := string(*b.Sources.Path(bag.MunicipalityRow))
	f, err := regular.OpenWatched(ctx, path)
	if err != nil {
		return err
	}
	defer f.Close()
	if b.ownMunicipalities, err = bag.ReadMunicipalities(ctx, f); err != nil {
		err = mistaken.Explain(ctx, err, path, bag.MunicipalityRow.Kind.Key)
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return nil
}

func (b *builder) importRegister(ctx context.Context) error {
	path := string(*b.Sources.Path(bag.Row))
	options := bag.Options{
		Municipalities: b.ownMunicipalities, Units: len(SettingsOf[building3d.Settings](b.Sources).Paths) > 0,
		Progress: b.step,
	}
	if err := b.openParcels(); err != nil {
		return err
	}
	footprints := footprint.NewBuilder()
	defer footprints.Close()
	options.Footprints = func(f bag.Footprint) error { return b.takeFootprint(footprints, f) }
	r, err := bag.Read(ctx, path, options)
	if err != nil {
		return err
	}
	if len(r.Dwellings) == 0 {
		return gevel.Refusal("an edition needs a delivery with addresses (NUM, OPR), dwellings (VBO) and buildings (PND)",
			"the register %s holds no home", path)
	}
	if b.light = r.Light; r.Light {
		b.warn("%s: a BAG light GeoPackage has main addresses only, "+
			"so nothing is found by a secondary one; it has no history, and its day, %s, is that on which the file was made",
			filepath.Base(path), r.AsOf)
	}
	if b.homes, err = register.FromBAG(ctx, r); err != nil {
		return err
	}
	b.homes.Attributes, b.homes.Sources = b.attributes(), b.contents.Sources
	b.holdHomes()
	gevel.Span(ctx, "footprints", 0.7, 1)
	debug.FreeOSMemory() // of what the reading is done with, before the footprints come back from disk
	if b.contents.Buildings, err = footprints.Table(); err != nil {
		return err
	}
	tally := source.Tally{Rejects: r.Rejects, AsOf: r.AsOf}
	for _, objects := range r.Objects {
		tally.AddRows(objects)
	}
	b.note(bag.Row.Name, &tally)
	return nil
}

// holdHomes has the homes be what the edition is of.
func (b *builder) holdHomes() {
	b.contents.Addresses, b.contents.Homes, b.contents.Statuses = b.homes.Addresses, b.homes.HomeRows, b.homes.Statuses
}

// importLabels gives the homes their energy labels.
func (b *builder) importLabels(ctx context.Context) error {
	labels, read, err := energy.Collect(ctx, string(*b.Sources.Path(energy.Row)), energy.Options{
		AsOf: b.Today, Progress: b.step,
	})
	if err != nil {
		return err
	}
	asOf := read.Published
	if read.Published == gevel.NoDate {
		asOf = labels.Newest()
	}
	count, err := b.homes.LearnLabels(ctx, labels, asOf, &read.Rejects)
	if err != nil {
		return err
	}
	b.found(&count)
	rejected := read.Rejects.Total()
	read.Rejects.Merge(read.Faults)
	b.note(energy.Row.Name, &source.Tally{AsOf: asOf, Rejects: read.Rejects, RowCount: gevel.RowCount{
		Read: read.Rows, Used: count.Joined, Past: labels.Repeated, NoHomes: read.NotHomes,
		Rejected: rejected, Faults: read.Faults.Total(),
		ByID: count.ByID, ByAddress: count.Joined - count.ByID, Homes: count.Homes,
	}})
	return nil
}

func (b *builder) importSales(ctx context.Context) error {
	sources, extras, err := b.salesSources()
	if err != nil {
		return err
	}
	if n := len(b.passedOver); n > 0 {
		b.warn("passed over, since programs left them in folders of sales (%d): %s", n,
			strings.Join(b.passedOver[:min(gevel.RejectSamples, n)], ", "))
	}
	b.summary.FillRates = b.homes.FillRates()
	b.contents.Neighbourhoods = b.homes.Neighbourhoods
	b.contents.Attributes = b.homes.Attributes // what files of sales bring comes behind
	all, err := sales.ReadAll(gevel.Span(ctx, "", 0, 0.8), sources, sales.Options{
		Attributes: b.homes.Attributes, Extras: extras, Register: b.homes, AsOf: b.Today, Screening: b.Screening,
		MaxRejectShare: gevel.Some(b.MaxRejectShare),
		Progress:       b.stepAmong(len(sources)),
	})
	if err != nil {
		return err
	}
	t := &source.Tally{}
	deals, corrections := 0, 0
	names := SettingsOf[sales.Settings](b.Sources).Names()
	for i := range sources {
		name, file := names[i], all[i]
		b.summary.Columns[name] = file.Columns
		if len(file.Sales)+file.Corrections == 0 && len(sources) > 1 && file.Rows > file.Excused {
			b.warn("%s: none of its %d rows is a sale that is used (%s); does the mapping fit, and is it of this area?",
				name, file.Rows, flatfile.Reasons(file.Rejects.List()))
		}
		corrections += file.Corrections
		deals += file.Rejects.Count(sales.ReasonDealTotal)
		t.Add(name, gevel.RowCount{
			Read: file.Rows, Used: len(file.Sales) + file.Corrections, Rejected: file.Rejects.Total(), Faults: file.Faults.Total(),
		}, file.Rejects, file.Faults)
	}
	kept, totals, revisions := all[0].Sales, all[0].Totals, all[0].Revisions
	for _, file := range all[1:] {
		kept, totals = append(kept, file.Sales...), append(totals, file.Totals...)
		maps.Copy(revisions, file.Revisions)
	}
	b.contents.Sales = market.LaySales(gevel.Span(ctx, "sales by place", 0.8, 0.9), all[0].Attributes, kept, revisions)
	b.warnOfDeals(totals, deals)
	gevel.Span(ctx, "columns that give prices away", 0.9, 1)
	b.summary.Warnings = append(b.summary.Warnings, b.contents.Sales.PriceLeaks()...)
	t.AsOf = b.lastKnown()
	b.note(sales.Row.Name, t)
	b.closeUnknown()
	return nil
}

// warnOfDeals names homes that were sold together.
func (b *builder) warnOfDeals(totals []string, rejected int) {
	if rejected > 0 {
		named := totals[:min(gevel.RejectSamples, len(totals))]
		b.warn("%d sales of %d deals are rejected as %s, since their price is of several homes: %s",
			rejected, len(totals), sales.ReasonDealTotal, strings.Join(named, "; "))
	}
	if s := b.contents.Sales; s.Deals.Len() > 0 {
		b.warn("%d sales were sold together, with one day and price in one street, postal code or building: they count as %s",
			s.Repeated()+s.Deals.Len(), document.Plural(s.Deals.Len(), "sale"))
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
