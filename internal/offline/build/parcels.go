package build

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/register"
	"github.com/gevel/gevel/internal/register/parcels"
	"github.com/gevel/gevel/internal/source"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/building3d"
	"github.com/gevel/gevel/internal/source/cbs"
	"github.com/gevel/gevel/internal/source/parcel"
	"github.com/gevel/gevel/internal/source/priceseries"
)

// What parcels homes stand on, by the cadastral map.

// openParcels makes ready to set the outlines of buildings aside, for parcels to be laid over. Without parcels
// nothing is.
func (b *builder) openParcels() (err error) {
	if SettingsOf[parcel.Settings](b.Sources).File != "" {
		b.parcels, err = parcels.New()
	}
	return err
}

// importParcels gives the homes the parcels that they stand on.
func (b *builder) importParcels(ctx context.Context) error {
	settings := SettingsOf[parcel.Settings](b.Sources)
	known, err := settings.KnownDate.Parse()
	if err != nil {
		return err
	}
	// The homes of a country fill memory by now. Left to itself the collector lets as much again be filled
	// with what is read and let go.
	const percent = 25
	defer debug.SetGCPercent(debug.SetGCPercent(percent))
	read, err := parcel.Read(ctx, settings.File, parcel.Options{
		AsOf: b.Today, Known: known,
		Progress: func(done, total int64) { b.step(done, 2*total) },
	}, func(p *parcel.Parcel) error {
		return b.parcels.AddParcel(parcels.Parcel{Size: int32(p.Size), Known: p.Known}, p.Outline)
	})
	if err != nil {
		return err
	}
	learner := b.homes.LearnParcels()
	count, err := b.parcels.Match(ctx, func(done, total int64) { b.step(total+done, 2*total) }, learner.Learn)
	if err != nil {
		return fmt.Errorf("lay parcels over buildings: %w", err)
	}
	b.closeParcels()
	if read.Undated > 0 && known.V == gevel.NoDate {
		b.warn("%s: the sizes of %d parcels have no day and count on all days, as if known long ago",
			filepath.Base(settings.File), read.Undated)
	}
	b.found(&count)
	rejected := read.Rejects.Total()
	read.Rejects.Merge(read.Faults)
	b.note(parcel.Row.Name, &source.Tally{AsOf: read.LastKnown, Rejects: read.Rejects, RowCount: gevel.RowCount{
		Read: read.Rows, Used: count.Parcels, Past: read.Past, NoHomes: read.Parcels - count.Parcels,
		Rejected: rejected, Faults: read.Faults.Total(), Homes: count.Homes, Shared: count.Shared,
	}})
	return nil
}

// closeParcels lets go of the outlines that were set aside.
func (b *builder) closeParcels() {
	if b.parcels != nil {
		b.parcels.Close()
		b.parcels = nil
	}
}

// What homes have by the models of their buildings in 3DBAG.

// importBuildings gives the homes the volumes and storeys of their buildings. A file of buildings
// elsewhere, as tiles are, is no error; it is named in a warning.
func (b *builder) importBuildings(ctx context.Context) error {
	settings := SettingsOf[building3d.Settings](b.Sources)
	t := &source.Tally{AsOf: source.DayOf(settings.AsOf)}
	buildings := b.homes.NewBuildings(register.BuildingOptions{Storeys: settings.Storeys})
	for _, path := range settings.Paths {
		read, err := building3d.Read(ctx, path, building3d.Options{
			Has: buildings.Has, Progress: b.step,
		}, buildings.Add)
		if err != nil {
			return err
		}
		if read.Used == 0 && len(settings.Paths) > 1 {
			b.warn("%s says nothing of any building with a home of the register in it", filepath.Base(path))
		}
		t.Add(filepath.Base(path), gevel.RowCount{
			Read: read.Rows, Used: read.Used, NoHomes: read.NoHomes,
			Rejected: read.Rejects.Total(), Faults: read.Faults.Total(),
		}, read.Rejects, read.Faults)
	}
	withHeights, err := b.contents.Buildings.WithHeights(buildings.Height)
	if err != nil {
		return err
	}
	b.contents.Buildings = withHeights
	rejects, faults := gevel.NewRejects(ctx), gevel.NewRejects(ctx)
	count, err := buildings.Learn(ctx, &rejects, &faults)
	if err != nil {
		return err
	}
	t.Add("", gevel.RowCount{Used: -rejects.Total(), Rejected: rejects.Total(), Faults: faults.Total()}, rejects, faults)
	b.found(&count)
	b.note(building3d.Row.Name, t)
	return nil
}

// takeFootprint takes a building that the register's reader hands out: for the map, when it is in use, and for
// parcels to be laid over it, when it has homes.
func (b *builder) takeFootprint(footprints *footprint.Builder, f bag.Footprint) error {
	if f.InUse {
		building := footprint.Building{Year: f.Year, Homes: len(f.Homes), Outline: f.Outline, Number: f.Building.Number()}
		if building.Homes > 0 {
			building.Group = f.Type.Group()
		}
		if err := footprints.Add(building); err != nil {
			return err
		}
	}
	// A home that became a shop keeps its parcel on the days before, and so do those that it shared it with.
	homes := append(slices.Clone(f.Homes), f.Were...)
	if b.parcels == nil || len(homes) == 0 {
		return nil
	}
	return b.parcels.AddBuilding(homes, f.Outline)
}

// checkRegion finds a price series of a region that there is none of.
func checkRegion(c *Config) error {
	region := SettingsOf[priceseries.Settings](c.Sources).Region
	if region == "" {
		return nil
	}
	if len(SettingsOf[cbs.Settings](c.Sources).PriceIndex) == 0 {
		return &source.Fault{Key: ".region", Err: errors.New("it is a region of sources.cbs.price_index, which has no file")}
	}
	if _, ok := cbs.ParseRegion(region); !ok {
		return &source.Fault{Key: ".region", Err: fmt.Errorf("%q is no code of a region such as NL01, PV27 or GM0363", region)}
	}
	return nil
}

// readSeries reads the file of the price series.
func (b *builder) readSeries(ctx context.Context) error {
	s := SettingsOf[priceseries.Settings](b.Sources)
	read, err := priceseries.Read(ctx, s.File, priceseries.Options{
		Mapping: s.Mapping, KnownAfter: s.KnownAfter, AsOf: b.Today, MaxRejectShare: gevel.Some(b.MaxRejectShare),
	})
	if err != nil {
		return err
	}
	name := filepath.Base(s.File)
	b.summary.Columns[name] = read.Columns
	b.contents.Series = read.Series
	b.found(seriesFound(read.Series))
	if !read.Dated {
		b.warn("%s: it has no column known_date, so each figure counts from %d days after its month on (known_after)", name,
			s.KnownAfter)
	}
	t := &source.Tally{AsOf: read.Series[len(read.Series)-1].Known}
	t.Add(name, gevel.RowCount{Read: read.Rows, Used: len(read.Series), Rejected: read.Rejects.Total()}, read.Rejects)
	b.note(priceseries.Row.Name, t)
	return nil
}

// takeRegion makes a region of the published index the price series, if the build file names one.
func (b *builder) takeRegion() error {
	s := SettingsOf[priceseries.Settings](b.Sources)
	if s.Region == "" {
		return nil
	}
	region, _ := cbs.ParseRegion(s.Region)
	b.contents.Series = cbs.Series(b.published.index, region, s.KnownAfter, b.Today)
	if len(b.contents.Series) == 0 {
		return gevel.Refusal("name a region that the table has; without a column of regions it is NL01",
			"sources.price_series: sources.cbs.price_index has no month or quarter of %s", region)
	}
	b.found(seriesFound(b.contents.Series))
	return nil
}

// warnOfSilence warns of a series that the forecasts of the newest model do not follow.
func (b *builder) warnOfSilence(newest *vintage.Vintage) {
	ix := newest.Indexes[len(newest.Indexes)-1].Index
	if figures := b.contents.Series.Newest(); len(figures) > 0 && ix.SeriesEnd == 0 {
		b.warn("no value follows the price series: it has %d figures, the last of %s, and must have 12 and go on to half a "+
			"year before %s",
			len(figures), figures[len(figures)-1].Month, ix.End)
	}
}

// seriesFound is what a series brings.
type seriesFound gevel.PriceSeries

// String says it in a sentence.
func (s seriesFound) String() string {
	months := gevel.PriceSeries(s).Newest()
	return fmt.Sprintf("the price series has %d figures of %s to %s, the last known on %s",
		len(months), months[0].Month, months[len(months)-1].Month, s[len(s)-1].Known)
}

// The tables of prices of CBS.

// readPriceIndex reads the price indexes.
func (b *builder) readPriceIndex(ctx context.Context) error {
	if err := b.readPrices(ctx, priceTable{
		cbs.IndexRow, SettingsOf[cbs.Settings](b.Sources).PriceIndex,
		&b.published.index,
	}); err != nil {
		return err
	}
	return b.takeRegion()
}

// readAveragePrices reads the average prices.
func (b *builder) readAveragePrices(ctx context.Context) error {
	return b.readPrices(ctx, priceTable{
		cbs.AverageRow, SettingsOf[cbs.Settings](b.Sources).AveragePrices,
		&b.published.average,
	})
}

// priceTable is one of the tables, and where its figures go.
type priceTable struct {
	row   source.Row
	files source.Files
	into  *[]cbs.Price
}

func (b *builder) readPrices(ctx context.Context, of priceTable) error {
	t := &source.Tally{AsOf: gevel.NoDate}
	for _, file := range of.files {
		read, err := cbs.ReadPrices(ctx, file, of.row.Kind.Key)
		if err != nil {
			return err
		}
		before := len(*of.into)
		*of.into = addNew(*of.into, read, filepath.Base(file))
		t.Add(filepath.Base(file), gevel.RowCount{
			Read: read.Rows, Used: len(*of.into) - before, Rejected: read.Rejects.Total(), Faults: read.Faults.Total(),
		}, read.Rejects, read.Faults)
	}
	slices.SortFunc(*of.into, cbs.ComparePrices)
	for _, p := range *of.into {
		t.AsOf = max(t.AsOf, (p.Period.First+gevel.Month(p.Period.Months)).First()-1)
	}
	b.note(of.row.Name, t)
	return nil
}

// addNew adds the figures of another file. Figures of a region and period that an earlier file has are rejected.
func addNew(have []cbs.Price, read *cbs.Prices, file string) []cbs.Price {
	type key struct {
		region cbs.Region
		period cbs.Period
	}
	seen := map[key]bool{}
	for _, p := range have {
		seen[key{p.Region, p.Period}] = true
	}
	for _, p := range read.Figures {
		if seen[key{p.Region, p.Period}] {
			read.Rejects.Addf(cbs.ReasonRepeated, "%s: %s of %s is in an earlier file too", file, p.Region, p.Period)
			continue
		}
		have = append(have, p)
	}
	return have
}

// published are the figures of CBS.
type published struct{ index, average []cbs.Price }
