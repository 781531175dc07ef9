package cbs

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/source"
)

// Keys of the build file.
const (
	KeyPriceIndex    = "sources.cbs.price_index"
	KeyAveragePrices = "sources.cbs.average_prices"
)

// The reasons for rejecting rows of prices or leaving out figures.
const (
	ReasonMalformedRow  = "malformed_row"  // a row that can't be read
	ReasonUnknownRegion = "unknown_region" // no code of a region, such as a municipality's name
	ReasonUnknownPeriod = "unknown_period" // no period
	ReasonRepeated      = "repeated"       // another row gave another figure for this region and period
	ReasonNoFigure      = "no_figure"      // unknown or missing
	FaultBadFigure      = "bad_figure"     // no number, or none that the figure can be
	FaultGoesOn         = "goes_on"        // the file is one page of an answer
	mostPrice           = 1e8              // euros
	leastPrice          = 1e3
	mostIndex           = 1e5 // 100 in the base year
)

// Price is a figure of a region and a period: an index, or an average price in euros.
type Price struct {
	Region      Region
	Period      Period
	Value       float64
	Provisional bool
}

// Prices are the figures of a table, by region and period, months before quarters before years.
type Prices struct {
	Figures []Price
	Rows    int           // = len(Figures) + Rejects.Total()
	Rejects gevel.Rejects // rows without a usable figure
	Faults  gevel.Rejects // of the file
}

// ReadPrices reads the table of a build file's key, KeyPriceIndex or KeyAveragePrices. A table without a
// column of regions covers the country.
//
// Errors name the file: it can't be read, is damaged, or is of another kind (gevel.Invalid).
func ReadPrices(ctx context.Context, path, key string) (_ *Prices, err error) {
	defer source.NameFile(&err, key+" "+path)
	of := pricesOf[key]
	want := wanted{region: priceRegions, period: periodNames, measures: [][]string{of.names}}
	file := wantedOf(key, of.kind, func(names []string) bool {
		l := want.layoutOf(names)
		return l.period >= 0 && l.has()
	})
	t, err := file.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	r := &priceReader{
		Prices: &Prices{Rejects: gevel.NewRejects(ctx), Faults: gevel.NewRejects(ctx)},
		name:   filepath.Base(path), least: of.least, most: of.most, seen: map[priceKey]int{},
		signs: flatfile.NewTestimony(of.names[0], flatfile.Bounds{Low: of.least, High: of.most}),
	}
	all := rows{Table: t, layout: want.layoutOf(t.Names())}
	if err := all.each(ctx, r.name, &r.Rows, &r.Rejects, r.add); err != nil {
		return nil, err
	}
	if err := flatfile.Misread(r.signs); err != nil {
		return nil, err
	}
	if r.Rows == 0 {
		return nil, gevel.Refusal("give a table of these to "+key, "the table holds no row of %s", of.kind.What)
	}
	if t.GoesOn() {
		r.Faults.Addf(FaultGoesOn, "%s: the answer has %d rows and goes on in another: fetch all of it", r.name, r.Rows)
	}
	slices.SortFunc(r.Figures, ComparePrices)
	return r.Prices, nil
}

// pricesOf gives, by key, the wanted columns and the bounds of their figures.
var pricesOf = map[string]struct {
	names       []string
	least, most float64
	kind        filekind.Kind
}{
	KeyPriceIndex: {
		[]string{"prijsindexverkoopprijzen", "prijsindexbestaandekoopwoningen", "priceindex", "m001505"},
		0, mostIndex,
		filekind.PriceIndex,
	},
	KeyAveragePrices: {
		[]string{"gemiddeldeverkoopprijs", "averagepurchaseprice", "m001534"}, leastPrice, mostPrice, filekind.AveragePrices,
	},
}

var priceRegions = []string{"regios", "regionscharacteristics", "regions", "regio"}

// ComparePrices orders figures as in Prices.
func ComparePrices(a, b Price) int {
	if order := strings.Compare(string(a.Region), string(b.Region)); order != 0 {
		return order
	}
	if order := a.Period.Months - b.Period.Months; order != 0 {
		return order
	}
	return int(a.Period.First - b.Period.First)
}

type priceKey struct {
	region Region
	period Period
}

// priceReader turns rows into prices.
type priceReader struct {
	*Prices
	name        string // of the file
	least, most float64
	signs       flatfile.Testimony
	seen        map[priceKey]int // into Figures
}

func (r *priceReader) reject(line int, reason, format string, args ...any) {
	r.Rejects.Addf(reason, "%s line %d: "+format, append([]any{r.name, line}, args...)...)
}

func (r *priceReader) add(from *row) {
	r.Rows++
	p := Price{Region: Country, Provisional: from.provisional || isProvisional(from.period)}
	var ok bool
	if len(from.region) > 0 {
		if p.Region, ok = ParseRegion(from.region); !ok {
			r.reject(from.line, ReasonUnknownRegion, "region %s: give a file with codes", spelling.Quote(from.region))
			return
		}
	}
	period := strings.TrimSpace(strings.TrimRight(from.period, "*"))
	if p.Period, ok = ParsePeriod(period); !ok {
		r.reject(from.line, ReasonUnknownPeriod, "period %s", spelling.Quote(from.period))
		return
	}
	var known bool
	text := from.values[0].V
	if p.Value, known, ok = figureOf(text, from.line, &r.signs); !ok || known && (p.Value <= r.least || p.Value > r.most) {
		r.reject(from.line, FaultBadFigure, "%s of %s is %s", p.Region, p.Period, spelling.Quote(text))
		return
	}
	if !known {
		r.reject(from.line, ReasonNoFigure, "%s of %s", p.Region, p.Period)
		return
	}
	p.Provisional = p.Provisional || isProvisional(text)
	r.put(from.line, p)
}

// put adds a figure, unless its region and period have one.
func (r *priceReader) put(line int, p Price) {
	key := priceKey{p.Region, p.Period}
	if at, twice := r.seen[key]; twice {
		r.reject(line, ReasonRepeated, "%s of %s is %v, and was %v before", p.Region, p.Period, p.Value, r.Figures[at].Value)
		return
	}
	r.seen[key] = len(r.Figures)
	r.Figures = append(r.Figures, p)
}

// ByRegion returns the figures of each region.
func ByRegion(published []Price) map[Region][]Price {
	of := map[Region][]Price{}
	for _, p := range published {
		of[p.Region] = append(of[p.Region], p)
	}
	return of
}

// Shortest returns those figures of a region that are by the shortest of its periods, ascending.
func Shortest(of []Price) []Price {
	if len(of) == 0 {
		return nil
	}
	months := slices.MinFunc(of, func(a, b Price) int { return a.Period.Months - b.Period.Months }).Period.Months
	of = slices.DeleteFunc(slices.Clone(of), func(p Price) bool { return p.Period.Months != months })
	slices.SortFunc(of, func(a, b Price) int { return cmp.Compare(a.Period.First, b.Period.First) })
	return of
}

// Series returns the index of a region as a monthly series, each figure known so many days after its period, those
// known after asOf left out. A table of years is none.
func Series(published []Price, region Region, knownAfter int, asOf gevel.Date) (series gevel.PriceSeries) {
	for _, p := range Shortest(ByRegion(published)[region]) {
		figure := gevel.FigureOf(p.Period.First, p.Period.Months, knownAfter, p.Value)
		if p.Period.Months <= quarter && figure.Known <= asOf {
			series = append(series, figure)
		}
	}
	return series
}

const quarter = 3
