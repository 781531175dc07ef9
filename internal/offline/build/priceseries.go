package build

// The price series and the tables of prices of CBS.

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/source"
	"github.com/gevel/gevel/internal/source/cbs"
	"github.com/gevel/gevel/internal/source/priceseries"
)

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
