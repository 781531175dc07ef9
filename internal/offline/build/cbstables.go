package build

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source"
	"github.com/gevel/gevel/internal/source/cbs"
)

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
