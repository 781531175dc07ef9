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
		t := &tally{asOf: gevel.NoDate}
		for _, file := range of.files {
			read, err := cbs.ReadPrices(file, of.key)
			if err != nil {
				return err
			}
			before := len(*of.into)
			*of.into = addNew(*of.into, read, filepath.Base(file))
			t.add(Count{
				Read: read.Rows, Used: len(*of.into) - before, Rejected: read.Rejects.Total(), Faults: read.Faults.Total(),
			}, read.Rejects, read.Faults)
		}
		slices.SortFunc(*of.into, cbs.ComparePrices)
		for _, p := range *of.into {
			t.asOf = max(t.asOf, (p.Period.First+gevel.Month(p.Period.Months)).First()-1)
		}
		if len(of.files) > 0 {
			b.noteSource(of.source, t)
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
