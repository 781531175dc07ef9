package build

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source/cbs"
)

// The tables of prices of CBS.

const (
	sourceIndex  = "cbs_price_index"
	sourcePrices = "cbs_average_prices"
)

// readTables reads the tables of CBS, before a build takes its time.
func (b *builder) readTables(context.Context) error {
	for _, of := range []struct {
		source, key string
		files       Files
		into        *[]cbs.Price
	}{
		{sourceIndex, cbs.KeyPriceIndex, b.Sources.CBS.PriceIndex, &b.published.index},
		{sourcePrices, cbs.KeyAveragePrices, b.Sources.CBS.AveragePrices, &b.published.average},
	} {
		var rejects gevel.Rejects
		count, asOf := Count{}, gevel.NoDate
		for _, file := range of.files {
			read, err := cbs.ReadPrices(file, of.key)
			if err != nil {
				return err
			}
			*of.into = addNew(*of.into, read, filepath.Base(file))
			count.Read += read.Rows
			count.Rejected, count.Faults = count.Rejected+read.Rejects.Total(), count.Faults+read.Faults.Total()
			for _, p := range read.Figures {
				asOf = max(asOf, (p.Period.First+gevel.Month(p.Period.Months)).First()-1)
			}
			rejects.Merge(read.Rejects)
			rejects.Merge(read.Faults)
		}
		slices.SortFunc(*of.into, cbs.ComparePrices)
		if count.Used = len(*of.into); len(of.files) > 0 {
			b.contents.AsOf[of.source], b.contents.Read[of.source] = asOf, count.Read
			b.contents.Rejects[of.source], b.summary.Counts[of.source] = rejects.List(), count
		}
	}
	return nil
}

// addNew adds the figures of another file. Those of a region and period that an earlier file has are
// rejected.
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
