// Package studysales opens the sales that a study is about: of a flat sales file as it stands, or of an edition.
package studysales

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/source/cbs"
	"github.com/gevel/gevel/internal/source/priceseries"
	"github.com/gevel/gevel/internal/source/sales"
)

// Sales are the sales that values are held against, and where they come from.
type Sales struct {
	comparison.Market
	Source  Source
	Series  gevel.PriceSeries        // of prices, beside the sales; nil for none
	Faults  gevel.Rejects            // with which sales are kept
	Columns flatfile.Columns         // of a file
	Details map[string]*sales.Detail // of a detailed reading, by id
}

// Options direct the reading of sales.
type Options struct {
	Today gevel.Date
	// EveryPrice takes implausible prices for prices to judge by.
	EveryPrice bool
	// Detailed reads what a referee of values asks, and keeps a sale whose place or characteristics are unknown.
	Detailed bool
	Columns  map[string]string // of a file, by gevel's names, as far as the file has them
	Progress Progress          // nil for none
}

// Source is the sales that a study is about, and what was left out of them.
type Source struct {
	Name    string         `json:"name"`
	Edition string         `json:"edition,omitempty"` // its id
	SHA256  string         `json:"sha256,omitempty"`  // of the file
	Rows    int            `json:"rows"`              // read
	Sales   int            `json:"sales"`             // kept
	Rejects []gevel.Reject `json:"rejects,omitempty"`
	Series  string         `json:"price_series,omitempty"` // what it is, "" for none
	// Warnings are about columns that tell the price.
	Warnings []string `json:"warnings,omitempty"`
}

// Progress is called with the bytes of a file that are read, and those it has.
type Progress func(done, total int64)

// String is the source in one line.
func (s Source) String() string {
	line := fmt.Sprintf("%s: %d rows read, %d sales kept", s.Name, s.Rows, s.Sales)
	if s.Edition != "" {
		line = fmt.Sprintf("%s: %d sales", s.Name, s.Sales)
	}
	if s.Series != "" {
		line += "; price series " + s.Series
	}
	return line
}

// Open reads the sales of an edition, of the newest edition in a folder, or of a flat sales file. Error: gevel.Invalid
// when they can't be studied.
func Open(ctx context.Context, path string, o Options) (*Sales, error) {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, gevel.Refusal("", "there is no sales file, edition or folder of editions %s", path)
	}
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return openEdition(ctx, path)
	}
	return readFile(ctx, path, o)
}

// openEdition opens the edition in dir, or the newest of those in dir.
func openEdition(ctx context.Context, dir string) (*Sales, error) {
	named, err := edition.Named(dir)
	if err != nil {
		return nil, err
	}
	e, err := edition.Open(ctx, named)
	if err != nil {
		return nil, err
	}
	s := ofEdition(e)
	if series := e.Series(); len(series) > 0 {
		s.setSeries("the edition's own", series)
	}
	return s, nil
}

// ofEdition returns the sales of an edition, which its build has screened.
func ofEdition(e *edition.Edition) *Sales {
	n, m := e.Sales().Count(), MarketOf(e)
	return &Sales{Market: m, Source: Source{
		Name: "edition " + e.ID(), Edition: e.ID(), Rows: n, Sales: n, Rejects: m.Rejects.List(), Warnings: e.Sales().PriceLeaks(),
	}}
}

// MarketOf returns the sales of an edition to hold values against.
func MarketOf(e *edition.Edition) comparison.Market {
	m := comparison.Market{Sales: e.Sales()}
	m.Rejects.AddAll(e.Manifest().Rejects[edition.SourceSales])
	return m
}

// readFile reads a flat file by itself: without a register. Its sales are screened as a build screens them; but those
// that are left out for their price, or for an earlier sale of the home, stay evidence.
func readFile(ctx context.Context, path string, o Options) (*Sales, error) {
	sum, err := Checksum(path)
	if err != nil {
		return nil, err
	}
	screening := sales.DefaultScreening()
	if o.EveryPrice {
		screening.MinPrice, screening.AreaFactor = 0, 0
	}
	read, err := sales.Read(ctx, sales.Source{
		Path:   path,
		Preset: sales.Mapping{Mapping: flatfile.Mapping{Columns: o.Columns}},
	}, sales.Options{
		AsOf: o.Today, Progress: o.Progress, Screening: screening, Doubtful: true, Detailed: o.Detailed,
	})
	if err != nil {
		return nil, err
	}
	if len(read.Sales) == 0 {
		return nil, noneKept(path, read.Rows, read.Rejects)
	}
	if !o.Detailed && !slices.ContainsFunc(read.Sales, func(s *gevel.Sale) bool { return s.At.Known() }) {
		return nil, gevel.Refusal("a file is evaluated by what it has of the homes; if the register has it, "+
			"`gevel build` an edition and evaluate that", "no sale of %s has a place: lat and lon, or x and y", path)
	}
	made := market.LaySales(ctx, read.Attributes, read.Sales, read.Revisions)
	s := &Sales{
		Market: marketOf(made, read), Faults: read.Faults, Columns: read.Columns, Details: read.Details,
		Source: Source{
			Name: gevel.Printable(filepath.Base(path)), SHA256: sum,
			Rows: read.Rows, Sales: len(read.Sales), Rejects: read.Rejects.List(), Warnings: made.PriceLeaks(),
		},
	}
	if tested, left := s.Between(gevel.NoDate, gevel.Never); len(tested) == 0 {
		return nil, noneKept(path, read.Rows, left)
	}
	return s, nil
}

// marketOf returns the sales that were read from a file, with what was left out.
func marketOf(made *market.Sales, read *sales.Result) comparison.Market {
	m := comparison.Market{Sales: made, Rejects: read.Rejects, Doubts: read.Doubts, LeftOut: read.LeftOut}
	if len(read.Details) > 0 {
		m.Homes, m.HomesOf = map[string][]int32{}, map[int32][]string{}
	}
	for row := range made.Len() {
		if d := read.Details[made.ID(row)]; d != nil {
			m.HomesOf[int32(row)] = d.Homes
			if !made.IsFirst(row) {
				continue
			}
			for _, home := range d.Homes {
				m.Homes[home] = append(m.Homes[home], int32(row))
			}
		}
	}
	return m
}

// Screen adds to the source what is left out of the sales of some days.
func (s *Sales) Screen(from, until gevel.Date) {
	_, left := s.Between(from, until)
	s.Source.Rejects = left.List()
}

// noneKept is the error that a file has no sale to evaluate, with the most frequent reason.
func noneKept(path string, rows int, left gevel.Rejects) error {
	e := &gevel.Error{
		Code:    gevel.Invalid,
		Message: fmt.Sprintf("%s has no sale to evaluate: %d rows read, none kept", path, rows),
	}
	if rejects := left.List(); len(rejects) > 0 {
		first := rejects[0]
		e.Hint = fmt.Sprintf("%d are %s, such as %s", first.Count, first.Reason, first.Samples[0])
	}
	return e
}

// Checksum returns the SHA-256 of a file, hexadecimal.
func Checksum(path string) (string, error) {
	f, err := regular.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Restrict keeps a share of the sales, by a hash of their ids and the seed, and takes each to become known so many
// days after it at the earliest. Error: gevel.Invalid for a share or a delay that can't be.
func (s *Sales) Restrict(share float64, seed uint64, delay int) error {
	if !(share > 0 && share <= 1) {
		return gevel.Refusal("give more than 0, at most 1", "a sample of %v is no share", share)
	}
	if delay < 0 {
		return gevel.Refusal("", "no sale is known %d days before it", -delay)
	}
	if share == 1 && delay == 0 {
		return nil
	}
	var kept []int
	for row := range s.Len() {
		if hashOf(s.ID(row), seed) < share {
			kept = append(kept, row)
		}
	}
	s.Sales = s.Sales.Select(kept, func(row int) gevel.Date {
		return max(s.Known[row], s.Date[row]+gevel.Date(delay))
	})
	s.Source.Sales = s.Count()
	return nil
}

// hashOf turns an id into a number from 0 to below 1.
func hashOf(id string, seed uint64) float64 {
	h := fnv.New64a()
	h.Write(binary.LittleEndian.AppendUint64(nil, seed))
	h.Write([]byte(id))
	x := h.Sum64()
	x ^= x >> 33 // the last letters of an id reach the high bits only so
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	return float64(x>>11) / (1 << 53)
}

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
