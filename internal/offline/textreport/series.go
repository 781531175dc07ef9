package textreport

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source/cbs"
	"github.com/gevel/gevel/internal/source/priceseries"
)

// The price series beside the sales of a study.

// ReadSeries reads the price series of a study from a file as a build file's sources.price_series names it, or from a
// price index of CBS, of which the country counts.
func (s *Sales) ReadSeries(ctx context.Context, path string) error {
	own, err := priceseries.Read(ctx, path, priceseries.Options{KnownAfter: priceseries.KnownAfter, AsOf: gevel.NoDate})
	if err == nil {
		s.setSeries(filepath.Base(path), own.Series)
		return nil
	}
	published, other := cbs.ReadPrices(ctx, path, cbs.KeyPriceIndex)
	if other != nil {
		return err
	}
	series := cbs.Series(published.Figures, cbs.Country, priceseries.KnownAfter, gevel.NoDate)
	if len(series) == 0 {
		return fmt.Errorf("read %s: it has no month or quarter of the country, %s; give one region as month, value, known_date", path, cbs.Country)
	}
	s.setSeries(filepath.Base(path), series)
	return nil
}

func (s *Sales) setSeries(name string, series gevel.PriceSeries) {
	months := series.Newest()
	s.Series = series
	s.Source.Series = fmt.Sprintf("%s: %d months from %s to %s", name, len(months), months[0].Month, months[len(months)-1].Month)
}
