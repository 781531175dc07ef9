package priceseries

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/source"
)

// Row is the row of the table of sources.
var Row = source.Row{
	Name: "price_series", Label: "price series", Kind: filekind.PriceSeries, Licence: source.LicenceOwn,
	Doc: "A monthly series of prices that others publish, or your own, such as asking prices: the level of the " +
		"market follows it as far as it did in the past. Either 'file' or 'region'.",
	Settings: func() source.Settings { return &Settings{KnownAfter: KnownAfter} },
	Feeds:    source.FeedsSales, Early: true, Apart: true,
}

// Settings are a monthly series of prices: a file, or a region of the price index that is given anyway.
type Settings struct {
	File       string           `yaml:"file" json:"-" doc:"CSV, also gzipped, Parquet or a workbook: month, value, and known_date, the day of publication; a revised figure is another row."`
	Region     string           `yaml:"region" doc:"In place of a file: the code of a region in 'sources.cbs.price_index', such as NL01, the country, or PV27. The shortest of its periods count."`
	KnownAfter int              `yaml:"known_after" bounds:"0 to 366" doc:"Days after the end of its month, or quarter, on which a figure without a known date was published."`
	Mapping    flatfile.Mapping `yaml:"mapping" doc:"How the file spells things."`
}

// mostAfter bounds KnownAfter.
const mostAfter = 366

// Files returns the path of the file.
func (s *Settings) Files(string) []*string { return []*string{&s.File} }

// Days returns none: a figure may be known later.
func (*Settings) Days() []source.Day { return nil }

// Check finds what can't be. Whether there is such a region is for the build to check.
func (s *Settings) Check() error {
	switch {
	case s.File == "" && s.Region == "":
		return &source.Fault{Err: errors.New("file or region is missing")}
	case s.Region != "" && !reflect.DeepEqual(s.Mapping, flatfile.Mapping{}):
		return &source.Fault{Key: ".mapping", Err: errors.New("it is for a file; a region is of sources.cbs.price_index")}
	case s.File != "" && s.Region != "":
		return &source.Fault{Err: errors.New("it has a file and a region; give one of them")}
	case s.KnownAfter < 0 || s.KnownAfter > mostAfter:
		return &source.Fault{Key: ".known_after", Err: fmt.Errorf("%d is not from 0 to %d", s.KnownAfter, mostAfter)}
	}
	if err := Validate(s.Mapping); err != nil {
		return &source.Fault{Err: err}
	}
	return nil
}

// names are what others call the columns, the likeliest first. They hold for these files alone: elsewhere an index is a
// row's number.
var names = map[int][]string{
	month: {
		"date", "datum", "maand", "time_period", "observation_date", "time", "ds", "year_month", "yearmonth", "jaarmaand",
		"peilmaand", "quarter",
		"kwartaal", "__index_level_0__", "unnamed:0",
	},
	value: {
		"index", "prijsindex", "price_index", "indexcijfer", "index_value", "hpi", "price", "prijs", "mean_price",
		"average_price", "asking_price",
		"vraagprijs", "obs_value", "y",
	},
	knownDate: {
		"published", "publication_date", "published_at", "publicatiedatum", "datum_publicatie", "publicatie", "gepubliceerd",
		"release_date",
		"bekend", "bekend_op", "bekendgemaakt", "datum_bekend", "known", "realtime_start", "vintage_date", "vintage",
	},
}
