// Package priceseries reads a monthly series of prices that others publish, or that the operator has, such as asking
// prices: one row a month and day of publication, as CSV, Parquet or a workbook.
//
// # Columns
//
// Columns are found as package flatfile finds them.
//
//	month       2023-05, 202305, 2023MM05, or any day of the month
//	value       above 0; only its growth counts
//	known_date  the day on which the figure was published. Without it a number of days after the month, which the
//	            caller gives
//
// A revised figure is another row of the same month with a later day.
//
// # Rejects
//
//	malformed_row              a quote left open, or more fields than columns
//	bad_month, bad_value, bad_known_date
//	                           empty where there must be something, or none of its column
//	early_date                 known before its month began
//	future_date                known after the day for which the file is read
//	duplicate_row              a row above it is of the same month and day
package priceseries

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/mistaken"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/source"
)

// KnownAfter is how many days after its month a figure is taken to be known where nothing says it. Statistics
// Netherlands publishes some three weeks after a month.
const KnownAfter = 31

// Options say how a file is read.
type Options struct {
	Mapping flatfile.Mapping
	// KnownAfter is how many days after the end of its month a figure without a known date was known.
	KnownAfter int
	// AsOf is the day of the build: what was known later is rejected. gevel.NoDate is no limit.
	AsOf gevel.Date
	// MaxRejectShare is which share of the rows may be rejected; unknown is no limit.
	MaxRejectShare gevel.Opt[float64]
}

// Result is what a file says. Rows = len(Series) + Rejects.Total().
type Result struct {
	Series  gevel.PriceSeries
	Rows    int
	Rejects gevel.Rejects
	Dated   bool // whether the file says when figures were known
	flatfile.Columns
}

// The reasons for which rows are rejected, beside the reasons of package flatfile.
const (
	ReasonDuplicate = "duplicate_row" // a row above it is of the same month and day
	ReasonEarly     = "early_date"    // known before its month began
)

// The columns beside those that name a home, which no row has.
const (
	month = flatfile.HouseNumberExt + 1 + iota
	value
	knownDate
)

// schema names the columns, in the order of their numbers.
var schema = flatfile.Schema{
	Names:    append(flatfile.HomeColumns(), "month", "value", "known_date"),
	Meanings: map[int]flatfile.Meaning{value: flatfile.AnyOf(bounds)},
	Needs:    [][]int{{month, value}},
	Also:     names,
	Days:     []int{knownDate},
}

// bounds of a figure. They are wide: a series may be an index, a price per m2 or an average price.
var bounds = flatfile.Bounds{Low: 1e-3, High: 1e9}

// Validate says what is wrong with a mapping, apart from any file.
func Validate(m flatfile.Mapping) error { return m.Validate(&schema, gevel.Attributes{}) }

// Read reads a file. Errors name the file: it can't be read, is damaged or of another kind, has no column month or
// value or a number that could be read in two ways, has no row that can be used, or the mapping does not fit it. Other
// rows are rejects, up to the share that the options allow.
func Read(ctx context.Context, path string, opts Options) (_ *Result, err error) {
	defer source.NameFile(&err, path)
	if err := Validate(opts.Mapping); err != nil {
		return nil, err
	}
	var none gevel.Attributes
	file, err := flatfile.Open(ctx, flatfile.Source{Path: path, Mapping: opts.Mapping}, &schema, &none)
	if err != nil {
		return nil, explain(ctx, err, path)
	}
	defer file.Close()
	if err := file.Require(month, value); err != nil {
		return nil, explain(ctx, err, path)
	}
	r := reading{Options: opts, file: file, lines: map[row]int{}}
	if err := file.Each(ctx, r.add); err != nil {
		return nil, err
	}
	if err := flatfile.CheckRejects(opts.MaxRejectShare, file); err != nil {
		return nil, err
	}
	if len(r.series) == 0 {
		return nil, gevel.Refusal("give a row per month with month, such as 2023-05, and value", "%s", noRow(file))
	}
	r.series.Sort()
	if err := r.checkSteps(); err != nil {
		return nil, err
	}
	return &Result{
		Series: r.series, Rows: file.Rows, Rejects: file.Rejects, Columns: file.Columns(), Dated: file.Has(knownDate),
	}, nil
}

// noRow says why no row is used.
func noRow(file *flatfile.Reader) string {
	rejects := file.Rejects.List()
	if len(rejects) == 0 {
		return "there is no row below the header"
	}
	return fmt.Sprintf("no row is used: %s, such as %s", flatfile.Reasons(rejects), rejects[0].Samples[0])
}

// explain says what a file is that can't be read. A price index of CBS has a key of its own.
func explain(ctx context.Context, fault error, path string) error {
	if kind, err := mistaken.Of(ctx, path); err == nil && kind == filekind.PriceIndex {
		return gevel.Refusal("give it to "+kind.Key+", and its region to sources.price_series.region, such as NL01",
			"it is %s", kind.What)
	}
	return mistaken.Explain(ctx, fault, path, filekind.PriceSeries.Key)
}

// reading is the reading of one file.
type reading struct {
	Options
	file   *flatfile.Reader
	series gevel.PriceSeries
	lines  map[row]int // where they are
}

// row is what no two rows of a file share.
type row struct {
	month gevel.Month
	known gevel.Date
}

func (r *reading) add(from flatfile.Row) error {
	first, months := period(&from)
	p := gevel.FigureOf(first, months, r.KnownAfter, 0)
	p.Known = from.Day(knownDate, p.Known, r.AsOf)
	if figure := from.Number(value, bounds); figure.Known {
		p.Value = figure.V
	} else {
		from.Lack(value)
	}
	switch {
	case p.Known < p.Month.First():
		from.Fail(ReasonEarly, "%s was known on %s, before it began", p.Month, p.Known)
	case r.AsOf != gevel.NoDate && p.Known > r.AsOf:
		from.Fail(flatfile.ReasonFuture, "%s is known on %s, %d days after its month, and that is after %s: give "+
			"known_date, or fewer days",
			p.Month, p.Known, r.KnownAfter, r.AsOf)
	}
	key := row{p.Month, p.Known}
	if line, twice := r.lines[key]; twice {
		from.Fail(ReasonDuplicate, "line %d is of %s and known on %s too", line, p.Month, p.Known)
	}
	if from.Reason != "" {
		from.Reject()
		return nil
	}
	r.lines[key] = from.Line
	r.file.Rows++
	r.series = append(r.series, p)
	return nil
}

// period reads the month or quarter of a row: its first month, and how many it has.
func period(from *flatfile.Row) (first gevel.Month, months int) {
	s := from.Value(month)
	if s == "" {
		from.Lack(month)
		return 0, 0
	}
	first, months, ok := spelling.Period(s)
	if !ok {
		day, err := from.Notation.Day(s)
		if err != nil {
			from.Bad(month, fmt.Errorf("%s is no month such as 2023-05, and %w", spelling.Quote(s), err))
			return 0, 0
		}
		first, months = day.Month(), 1
	}
	if first.First() < flatfile.FirstDay {
		from.Bad(month, errors.New("it lies before 1900"))
	}
	return first, months
}

const (
	// mostStep is how far a figure may lie from the one of the month before, in logs: no market of homes moves by a
	// fifth in a month. More is a slip, another base year, or a series of growth.
	mostStep = 0.2
	// stepGap is how much farther it may for each month between them.
	stepGap = 0.04
)

// checkSteps refuses a series with a figure that no market could have, by its line.
func (r *reading) checkSteps() error {
	figures := r.series.Newest()
	for i := 1; i < len(figures); i++ {
		before, p := figures[i-1], figures[i]
		if math.Abs(math.Log(p.Value/before.Value)) <= mostStep+stepGap*float64(p.Month-before.Month-1) {
			continue
		}
		return gevel.Refusal("mend the figure; put figures of another base year on one base, and growth as an index",
			"line %d: %g of %s follows on %g of %s, and no market moves so far in so short a time",
			r.lines[row{p.Month, p.Known}], p.Value, p.Month, before.Value, before.Month)
	}
	return nil
}

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
