package studysales

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/source/cbs"
	"github.com/gevel/gevel/internal/source/priceseries"
)

// The price series beside the sales of a study.

// withoutSeries in place of a file leaves out the price series of an edition.
const withoutSeries = "none"

// ReadSeries reads the price series of a study from a file as a build file's sources.price_series names it, or from a
// price index of CBS, whose figures for the country count; "none" leaves out the series of an edition. Rows are
// rejected as in a build with the usual settings.
func (s *Sales) ReadSeries(ctx context.Context, path string, today gevel.Date) error {
	if path == withoutSeries {
		s.Series, s.Source.Series = nil, ""
		return nil
	}
	own, err := priceseries.Read(ctx, path, priceseries.Options{
		KnownAfter: priceseries.KnownAfter, AsOf: today, MaxRejectShare: gevel.Some(build.DefaultRejectShare),
	})
	if err == nil {
		s.setSeries(filepath.Base(path), own.Series)
		if !own.Dated {
			s.Source.Series += fmt.Sprintf(", each taken to be known %d days after it", priceseries.KnownAfter)
		}
		if rejects := own.Rejects.List(); len(rejects) > 0 {
			s.Source.Series += fmt.Sprintf("; %d of %d rows left out: %s (%s)", own.Rejects.Total(), own.Rows,
				flatfile.Reasons(rejects), rejects[0].Samples[0])
		}
		return nil
	}
	published, other := cbs.ReadPrices(ctx, path, cbs.KeyPriceIndex)
	if other != nil {
		return err
	}
	series := cbs.Series(published.Figures, cbs.Country, priceseries.KnownAfter, today)
	if len(series) == 0 {
		return fmt.Errorf("read %s: it has no month or quarter of the country, %s; give one region as month, "+
			"value, known_date", path, cbs.Country)
	}
	s.setSeries(filepath.Base(path), series)
	return nil
}

func (s *Sales) setSeries(name string, series gevel.PriceSeries) {
	months := series.Newest()
	s.Series = series
	s.Source.Series = fmt.Sprintf("%s: %d months from %s to %s", name, len(months), months[0].Month,
		months[len(months)-1].Month)
}
