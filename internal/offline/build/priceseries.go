package build

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/source/cbs"
	"github.com/gevel/gevel/internal/source/priceseries"
)

// SeriesSource is a monthly series of prices: a file, or a region of the price index that is given anyway.
type SeriesSource struct {
	File       string           `yaml:"file" json:"-" doc:"CSV, also gzipped, Parquet or a workbook: month, value, and known_date, the day of publication; a revised figure is another row."`
	Region     string           `yaml:"region" doc:"In place of a file: the code of a region in 'sources.cbs.price_index', such as NL01, the country, or PV27. The shortest of its periods count."`
	KnownAfter int              `yaml:"known_after" bounds:"0 to 366" doc:"Days after the end of its month, or quarter, on which a figure without a known date was published; 31 without the key."`
	Mapping    flatfile.Mapping `yaml:"mapping" doc:"How the file spells things."`
}

// mostAfter bounds KnownAfter.
const mostAfter = 366

// checkSeries finds what can't be in the settings of the price series.
func (f *File) checkSeries(c *Config) error {
	s, index := &c.Sources.PriceSeries, c.Sources.CBS.PriceIndex
	const key = "sources.price_series"
	switch {
	case s.File == "" && s.Region == "" && f.node(key) != nil:
		return f.Fault(key, errors.New("file or region is missing"))
	case s.Region != "" && !reflect.DeepEqual(s.Mapping, flatfile.Mapping{}):
		return f.Fault(key+".mapping", errors.New("it is for a file; a region is of sources.cbs.price_index"))
	case s.File != "" && s.Region != "":
		return f.Fault(key, errors.New("it has a file and a region; give one of them"))
	case s.Region != "" && len(index) == 0:
		return f.Fault(key+".region", errors.New("sources.cbs.price_index, of which it is a region, has no file"))
	case s.KnownAfter < 0 || s.KnownAfter > mostAfter:
		return f.Fault(key+".known_after", fmt.Errorf("%d is not from 0 to %d", s.KnownAfter, mostAfter))
	}
	if s.Region != "" {
		if _, ok := cbs.ParseRegion(s.Region); !ok {
			return f.Fault(key+".region", fmt.Errorf("%q is no code of a region such as NL01, PV27 or GM0363", s.Region))
		}
	}
	if err := priceseries.Validate(s.Mapping); err != nil {
		return f.Fault(key, err)
	}
	return nil
}

// readSeries reads the file of the price series.
func (b *Builder) readSeries(ctx context.Context) error {
	s := &b.Sources.PriceSeries
	read, err := priceseries.Read(ctx, s.File, priceseries.Options{
		Mapping: s.Mapping, KnownAfter: s.KnownAfter, AsOf: b.Today, MaxRejectShare: gevel.Some(b.MaxRejectShare),
	})
	if err != nil {
		return err
	}
	name := filepath.Base(s.File)
	b.summary.Columns[name] = read.Columns
	b.contents.Series = read.Series
	b.Found(seriesFound(read.Series))
	if !read.Dated {
		b.Warn("%s: it has no column known_date, so each figure counts from %d days after its month on (known_after)", name, s.KnownAfter)
	}
	t := &Tally{AsOf: read.Series[len(read.Series)-1].Known}
	t.Add(name, Count{Read: read.Rows, Used: len(read.Series), Rejected: read.Rejects.Total()}, read.Rejects)
	b.Note(sourceSeries, t)
	return nil
}

// takeRegion makes a region of the published index the price series, if the build file names one.
func (b *Builder) takeRegion() error {
	s := &b.Sources.PriceSeries
	if s.Region == "" {
		return nil
	}
	region, _ := cbs.ParseRegion(s.Region)
	b.contents.Series = cbs.Series(b.published.index, region, s.KnownAfter, b.Today)
	if len(b.contents.Series) == 0 {
		return &gevel.Error{
			Code: gevel.Invalid, Message: fmt.Sprintf("sources.price_series: sources.cbs.price_index has no month or quarter of %s", region),
			Hint: "name a region that the table has; without a column of regions it is NL01",
		}
	}
	b.Found(seriesFound(b.contents.Series))
	return nil
}

// warnOfSilence warns of a series that the forecasts of the newest model do not follow.
func (b *Builder) warnOfSilence(newest *vintage.Vintage) {
	ix := newest.Indexes[len(newest.Indexes)-1].Index
	if figures := b.contents.Series.Newest(); len(figures) > 0 && ix.SeriesEnd == 0 {
		b.Warn("no value follows the price series: it has %d figures, the last of %s, and must have 12 and go on to half a year before %s",
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
