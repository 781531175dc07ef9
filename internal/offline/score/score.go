// Package score is a referee of anybody's values: it holds files of values against sales, and trains no model.
package score

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/offline/studysales"
	"github.com/gevel/gevel/internal/source/sales"
)

// Match says what is scored, and which values count for which sales.
type Match struct {
	Sales   string   // file, edition or folder of editions
	Values  []string // files, one a vendor
	Columns map[string]string
	// From and Until bound the days of sale, Until excluded; unknown ones are of the first and last sales that all
	// files of values reach.
	From, Until gevel.Opt[gevel.Date]
	// Within is how many days before the sale a value that has a day may be made.
	Within int
	// Level is what the interval of columns low80 and high80 promises, percent: 50, 80 or 90.
	Level int
	// EveryPrice counts sales also at a price that screening leaves out.
	EveryPrice bool
	Today      gevel.Date // no sale is of later
	// Seals, unless nil, are the seals that a value must be in to count.
	Seals *studysales.Seals
	Study ratio.Options
}

// Result is the score of all vendors.
type Result struct {
	MadeBy  string     `json:"madeBy"`
	Command []string   `json:"command"`
	Sales   File       `json:"sales"`
	From    gevel.Date `json:"from"`  // first day of sale
	Until   gevel.Date `json:"until"` // day after the last
	Vendors []Vendor   `json:"vendors"`
	// Common compares the vendors on the sales that all of them valued; nil with one vendor.
	Common *comparison.Common `json:"common"`
}

// File is a file that was read.
type File struct {
	Name       string         `json:"name"`
	SHA256     string         `json:"sha256,omitempty"` // of an edition its name says it
	Rows       int            `json:"rows"`
	Used       int            `json:"used"`
	Recognised []string       `json:"recognised"` // columns under other names
	Ignored    []string       `json:"ignored"`    // columns without a use
	Rejects    []gevel.Reject `json:"rejects"`
	Faults     []gevel.Reject `json:"faults"` // what rows that count were kept without
	all        gevel.Rejects  // both
}

// AllRejects returns the reasons for which rows, or parts of them, were left out, with each row if the context asked
// for all.
func (f *File) AllRejects() []gevel.Reject { return f.all.All() }

// fileOf describes a file that was read, and what was left out of it.
func fileOf(name string, rows int, c flatfile.Columns, rejects, faults gevel.Rejects) File {
	f := File{
		Name: name, Rows: rows, Recognised: []string{}, Ignored: []string{}, Rejects: rejects.List(),
		Faults: faults.List(),
	}
	f.Recognised, f.Ignored, f.all = append(f.Recognised, c.Recognised...), append(f.Ignored, c.Ignored...), rejects.Fresh()
	f.all.Merge(rejects)
	f.all.Merge(faults)
	return f
}

// Vendor is the score of one file of values.
type Vendor struct {
	Name string `json:"name"`
	File File   `json:"file"`
	// By says what values and sales were joined by.
	By string `json:"by"`
	// Notes say how columns were read that could mean several things.
	Notes    []string       `json:"notes"`
	Measures ratio.Measures `json:"measures"`
	Decision ratio.Decision `json:"decision"`
	// Missing are the sales without a value, which count against the hit rate.
	Missing []gevel.Reject `json:"missing"`
	// Sealed is nil unless only sealed values count.
	Sealed *studysales.Sealed `json:"sealed,omitempty"`

	observations []ratio.Observation // one a sale of the period
	missing      gevel.Rejects
}

// AllMissing returns the sales without a value, each if the context asked for all.
func (v *Vendor) AllMissing() []gevel.Reject { return v.missing.All() }

// Run scores the values. Errors: gevel.Invalid when a file can't be used, or no value belongs to a sale.
func Run(ctx context.Context, m Match) (*Result, error) {
	sales, err := studysales.Open(ctx, m.Sales,
		studysales.Options{Today: m.Today, EveryPrice: m.EveryPrice, Detailed: true, Columns: m.Columns})
	if err != nil {
		return nil, err
	}
	sales.Segments, sales.Loan = parting(sales)
	files := make([]vendorFile, len(m.Values))
	for i, path := range m.Values {
		if files[i], err = joined(ctx, path, sales, &m); err != nil {
			return nil, err
		}
	}
	if err := checkColumns(&m, sales, files); err != nil {
		return nil, err
	}
	r := &Result{}
	r.From, r.Until = period(&m, sales, files)
	tested, left := sales.Between(r.From, r.Until)
	if len(tested) == 0 {
		return nil, gevel.Refusal("", "%s has no sale from %s until %s", m.Sales, r.From, r.Until)
	}
	names, observed := []string{}, [][]ratio.Observation{}
	for i := range files {
		v := files[i].vendor(nameOf(m.Values, i), tested, r, m.Study)
		if m.Seals != nil {
			v.Sealed = m.Seals.Sealed(tested, files[i].join)
		}
		r.Vendors, names, observed = append(r.Vendors, v), append(names, v.Name), append(observed, v.observations)
	}
	r.Sales = fileOf(sales.Source.Name, sales.Source.Rows, sales.Columns, left, sales.Faults)
	r.Sales.Used, r.Sales.SHA256 = len(tested), sales.Source.SHA256
	r.Common = comparison.SideBySide(names, observed, m.Study)
	return r, nil
}

// vendorFile are the values of a vendor, with their sales.
type vendorFile struct {
	*studysales.Values
	join *comparison.Joined
}

// joined reads a file of values and finds their sales.
func joined(ctx context.Context, path string, sales *studysales.Sales, m *Match) (f vendorFile, err error) {
	if f.Values, err = studysales.ReadValues(ctx, path, m.Columns, m.Level); err != nil {
		return f, fmt.Errorf("read %s: %w", path, err)
	}
	if f.SHA256, err = studysales.Checksum(path); err != nil {
		return f, err
	}
	rule := comparison.Rule{Within: m.Within}
	if m.Seals != nil {
		if err := f.Keep(m.Seals); err != nil {
			return f, fmt.Errorf("%s: %w", path, err)
		}
		rule.Seals = m.Seals.Shown
	}
	f.join = sales.Join(f.List, rule)
	f.Rejects.Merge(f.join.Rejects)
	f.join.Rejects = f.Rejects
	err = f.join.Check()
	if err == nil && (!m.From.Known || !m.Until.Known) {
		err = f.join.CheckCounted() // their days are those to score
	}
	if err != nil {
		return f, fmt.Errorf("%s and %s: %w", path, m.Sales, err)
	}
	return f, nil
}

// nameOf returns the name of a vendor: its file's, without folder and ending, unless two have the same.
func nameOf(paths []string, i int) string {
	short := func(path string) string {
		name := filepath.Base(path)
		name = name[:max(1, len(name)-len(filepath.Ext(name)))]
		if filepath.Ext(name) == ".csv" {
			name = name[:len(name)-len(".csv")]
		}
		return gevel.Printable(name)
	}
	for k := range paths {
		if k != i && short(paths[k]) == short(paths[i]) {
			return fmt.Sprintf("%s (%d)", short(paths[i]), i+1)
		}
	}
	return short(paths[i])
}

// period returns the days of the sales that count: those that all files of values reach, unless the caller says.
func period(m *Match, sales *studysales.Sales, files []vendorFile) (from, until gevel.Date) {
	for i, f := range files {
		days := list.Of(f.join.Sales(), func(row int32) gevel.Date { return sales.Date[row] })
		if len(days) == 0 {
			continue
		}
		first, last := slices.Min(days), slices.Max(days)
		if i == 0 || first > from {
			from = first
		}
		if i == 0 || last+1 < until {
			until = last + 1
		}
	}
	return m.From.Or(from), m.Until.Or(until)
}

// vendor scores a file of values on the tested sales.
func (f *vendorFile) vendor(name string, tested []int32, r *Result, options ratio.Options) Vendor {
	v := Vendor{Name: name, By: f.join.By, Notes: f.Notes(f.join.Undated()), observations: f.join.Observe(tested)}
	v.Measures, v.Decision = ratio.MeasuresOf(v.observations, options), ratio.Decide(v.observations)
	used := f.join.RejectOutside(r.From, r.Until)
	v.File = fileOf(f.Name, f.Read, f.Columns, f.join.Rejects, f.Faults)
	v.File.Used, v.File.SHA256 = used, f.SHA256
	v.missing = f.join.Missing(tested)
	v.Missing = v.missing.List()
	return v
}

// checkColumns refuses a column of the caller that no file has.
func checkColumns(m *Match, sales *studysales.Sales, files []vendorFile) error {
	for name, theirs := range m.Columns {
		absent := slices.Contains(sales.Columns.Absent, theirs)
		for i := range files {
			absent = absent && slices.Contains(files[i].Columns.Absent, theirs)
		}
		if absent {
			return gevel.Refusal("--columns has gevel's name and then the file's: value=avm_price",
				"no file has a column %q for %s", theirs, name)
		}
	}
	return nil
}

// Lead says what was scored.
func (r *Result) Lead() string {
	return fmt.Sprintf("%d sales of %s, from %s to %s; %d rows of the file were read. A sale without a value counts "+
		"against the hit rate.",
		r.Sales.Used, r.Sales.Name, r.From, r.Until-1, r.Sales.Rows)
}

// Lead says which values count.
func (v *Vendor) Lead() string {
	text := fmt.Sprintf("%d of %d rows of %s belong to a sale of the period, by %s.", v.File.Used, v.File.Rows,
		v.File.Name, v.By)
	if len(v.File.Recognised) > 0 {
		text += " Read as: " + strings.Join(v.File.Recognised, ", ") + "."
	}
	if v.Sealed != nil {
		text += " " + v.Sealed.String()
	}
	for _, note := range v.Notes {
		text += " " + strings.ToUpper(note[:1]) + note[1:] + "."
	}
	return text
}

// part is a way to divide the market. A file in which it is known of no sale is not divided by it; other sales of
// unknown parts are a segment of their own.
type part struct {
	known func(row int32, d *sales.Detail) bool
	of    func(row int32, d *sales.Detail) ratio.Segment
}

// partsOf are the ways to part the sales.
func partsOf(s *studysales.Sales) []part {
	byName := func(dimension string, name func(row int32, d *sales.Detail) string) part {
		return part{
			func(row int32, d *sales.Detail) bool { return name(row, d) != "" },
			func(row int32, d *sales.Detail) ratio.Segment { return named(dimension, name(row, d), 0) },
		}
	}
	built := func(row int32, _ *sales.Detail) bool { return s.BuildYear(int(row)).Known }
	return []part{
		byName("COROP area", func(_ int32, d *sales.Detail) string { return d.COROP }),
		byName("municipality", func(_ int32, d *sales.Detail) string { return d.Municipality }),
		byName("postal-code area", func(row int32, _ *sales.Detail) string { return s.Zips.Name(s.Zip[row]) }),
		{
			func(row int32, d *sales.Detail) bool { return s.BuildType(int(row)) != 0 || d.HouseType != "" },
			func(row int32, d *sales.Detail) ratio.Segment { return byType(s.BuildType(int(row)), d.HouseType) },
		},
		{built, func(row int32, _ *sales.Detail) ratio.Segment { return ratio.ByPeriod(s.BuildYear(int(row))) }},
		{built, func(row int32, _ *sales.Detail) ratio.Segment { return ratio.ByAge(s.BuildYear(int(row)), s.Date[row]) }},
		{
			func(row int32, _ *sales.Detail) bool { return !math.IsNaN(s.OwnYears(row)) },
			func(row int32, _ *sales.Detail) ratio.Segment { return ratio.ByOwnSale(s.OwnYears(row)) },
		},
	}
}

// byType is the segment of a house type; written is one that gevel does not have.
func byType(t gevel.BuildType, written string) ratio.Segment {
	if t != 0 {
		return ratio.ByType(t)
	}
	return named(ratio.DimensionType, written, gevel.BuildTypes+1)
}

// named is the segment of a name; without a name, the segment of unknown ones.
func named(dimension, name string, rank int) ratio.Segment {
	if name == "" {
		return ratio.Segment{Dimension: dimension, Name: ratio.Unknown, Rank: math.MaxInt}
	}
	return ratio.Segment{Dimension: dimension, Name: name, Rank: rank}
}

// parting returns the segments of a sale, as far as any of the sales has them, and its loan.
func parting(s *studysales.Sales) (segments func(row int32) []ratio.Segment, loan func(row int32) float64) {
	detail := func(row int32) *sales.Detail {
		if d := s.Details[s.ID(int(row))]; d != nil {
			return d
		}
		return &sales.Detail{}
	}
	var parts []part
	for _, p := range partsOf(s) {
		for row := range int32(s.Len()) {
			if p.known(row, detail(row)) {
				parts = append(parts, p)
				break
			}
		}
	}
	segments = func(row int32) (list []ratio.Segment) {
		for _, p := range parts {
			list = append(list, p.of(row, detail(row)))
		}
		month := s.Date[row].Month()
		return append(list, ratio.Segment{Dimension: "month of sale", Name: month.String(), Rank: int(month)})
	}
	return segments, func(row int32) float64 { return detail(row).Loan }
}
