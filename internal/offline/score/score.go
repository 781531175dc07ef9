// Package score is a referee of anybody's values: it holds files of values against sales, and trains no model.
package score

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// Match says what is scored, and which values count for which sales.
type Match struct {
	Sales   string   // file
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
	Study      ratio.Options
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
	Common *Common `json:"common"`
}

// File is a file that was read.
type File struct {
	Name       string         `json:"name"`
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

// set notes what was left out of the file.
func (f *File) set(rejects, faults gevel.Rejects) {
	f.Rejects, f.Faults, f.all = rejects.List(), faults.List(), rejects.Fresh()
	f.all.Merge(rejects)
	f.all.Merge(faults)
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

	observations []ratio.Observation // one a sale of the period
}

// Run scores the values. Errors: gevel.Invalid when a file can't be used, or no value belongs to a sale.
func Run(ctx context.Context, m Match) (*Result, error) {
	sales, err := readSales(ctx, &m)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", m.Sales, err)
	}
	files := make([]*valueFile, len(m.Values))
	for i, path := range m.Values {
		if files[i], err = readValues(ctx, path, &m); err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		if err := files[i].join(sales, m.Within); err != nil {
			return nil, fmt.Errorf("%s and %s: %w", path, m.Sales, err)
		}
	}
	if err := checkColumns(&m, sales, files); err != nil {
		return nil, err
	}
	if !m.From.Known || !m.Until.Known {
		for i, f := range files {
			if err := f.checkCounted(); err != nil {
				return nil, fmt.Errorf("%s and %s: %w", m.Values[i], m.Sales, err)
			}
		}
	}
	r := &Result{}
	r.From, r.Until = period(&m, sales, files)
	tested := sales.between(r.From, r.Until)
	if len(tested) == 0 {
		return nil, gevel.Refusal("", "%s has no sale from %s until %s", m.Sales, r.From, r.Until)
	}
	for i, file := range files {
		file.countOutside(sales, r.From, r.Until)
		r.Vendors = append(r.Vendors, file.vendor(nameOf(m.Values, i), tested, &m))
	}
	r.Sales = sales.file
	r.Sales.Used = len(tested)
	r.Common = common(r.Vendors, m.Study)
	return r, nil
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
func period(m *Match, sales *saleFile, files []*valueFile) (from, until gevel.Date) {
	for i, f := range files {
		first, last := f.span(sales)
		if i == 0 || first > from {
			from = first
		}
		if i == 0 || last+1 < until {
			until = last + 1
		}
	}
	if m.From.Known {
		from = m.From.V
	}
	if m.Until.Known {
		until = m.Until.V
	}
	return from, until
}

// vendor scores a file of values on the tested sales.
func (f *valueFile) vendor(name string, tested []int, m *Match) Vendor {
	v := Vendor{Name: name, By: f.by, Notes: f.notes()}
	for _, sale := range tested {
		s := &f.joined.sales[sale]
		o := ratio.Observation{Price: s.price, Month: s.date.Month(), Segments: f.joined.segments(s)}
		if row, ok := f.of[sale]; ok {
			f.observe(&f.rows[row], s, &o)
		}
		v.observations = append(v.observations, o)
	}
	v.Measures = ratio.Study(v.observations, m.Study)
	v.Decision = ratio.Decide(v.observations)
	v.File = f.file
	v.File.set(f.rejects, f.faults)
	used := map[int]bool{} // a value may count for several sales of its home
	for _, sale := range tested {
		if row, ok := f.of[sale]; ok {
			used[row] = true
		}
	}
	v.File.Used = len(used)
	return v
}

// checkColumns refuses a column of the caller that no file has.
func checkColumns(m *Match, sales *saleFile, files []*valueFile) error {
	for name, theirs := range m.Columns {
		found := slices.Contains(sales.mapped, name)
		for _, f := range files {
			found = found || slices.Contains(f.mapped, name)
		}
		if !found {
			return gevel.Refusal("--columns has gevel's name and then the file's: value=avm_price", "no file has a column %q for %s", theirs, name)
		}
	}
	return nil
}

// byDay orders days, unknown ones first.
func byDay(a, b gevel.Opt[gevel.Date]) int {
	if a.Known != b.Known {
		if a.Known {
			return 1
		}
		return -1
	}
	return cmp.Compare(a.V, b.V)
}
