// Package sales reads flat sales files: one row per sale, with the dwelling as it was then, in each form of package
// table.
//
// # Columns
//
// Columns are found by name, in any order and any case, or by a usual Dutch name; sale_date and
// price are required. Empty means unknown.
//
//	sale_id            made from dwelling, date and price when empty
//	dwelling_id        a BAG id in each of its usual forms; without a
//	                   register any key that is the same for all sales of a dwelling
//	postal_code, house_number, house_letter, house_number_ext
//	sale_date          2023-01-31, 20230131, 31-1-2023 or 31/1/2023
//	known_date         the day from which the sale could be known; empty = the day of the delivery, else sale_date
//	price              in whole euros, or the currency of the file
//	build_type         one of the 16 house types, a usual spelling or Kadaster's letter
//	build_year, use_surface (m2), parcel_surface (m2), volume (m3), rooms,
//	energy_label, monument
//	lat, lon (degrees) or x, y (metres, RD New in the Netherlands)
//	street
//	num_*, cat_*       extra numeric and categorical characteristics
//
// Numbers may have a decimal point or comma and grouped thousands. Which it is is found by
// column, whatever the delimiter, or given in the mapping; a file with a number that could be
// read both ways, such as 1.234, and no other that settles it, is an error.
//
// Columns with reasons why a sale is no evidence of value, each optional:
//
//	package_deal, family_sale, rented_out, auction   yes or no
//	mutation_code      606 is a normal sale; 583 and 659 are auctions
//	building_code      11 and 12 are homes
//	ownership_right    VE and leasehold (EP, EO, EPEP) are kept; map the column to
//	                   cat_ownership_right too for the model to know it
//	ownership_share    1, 1/1 or 100% is the whole
//
// Which values of these are kept are rules, which a mapping may replace, and add to for any column.
//
// # Rejects
//
// A row that can't be used counts once, under the first of these reasons:
//
//	malformed_row        a quote left open, or more fields than columns
//	package_deal, family_sale, rented_out, auction, other_mutation,
//	not_a_home, encumbered, other_right, partial_share, or as a rule of the mapping calls it
//	bad_<column>         the value is none of its column, or lies outside what is possible;
//	                     where the register knows the home, and of num_* and cat_*, that is a fault
//	future_date          the sale or its known date lies after the day of the delivery
//	unknown_dwelling, unknown_address, ambiguous_address, not_residential
//	                     what the register says
//	as a rule calls it   a number beyond its bounds
//	duplicate_sale_id    the sale known first under an id is the one kept, and nothing says that this row corrects it
//	price_too_low, price_off_area, resale
//	                     see Screening
//
// A sale is kept with these faults, which are counted apart:
//
//	bad_build_type       no word is a house type: the register's stands
//	bad_num_*, bad_cat_* a characteristic of the operator's own that can't be read
//	costs_included       the price is v.o.n., with the costs of buying in it
//	corrected_price      a row with the id, home and day of a sale and a later known date: its price counts from then on
//
// Rows are named by their line in the file, the header being line 1.
package sales

import (
	"context"
	"errors"
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/mistaken"
	"github.com/gevel/gevel/internal/num/list"
)

// Source is a sales file, gzipped or not, and how it spells things.
type Source struct {
	Path    string
	Mapping Mapping
	// Preset is how deliveries of its kind do, where the mapping says nothing. A file may have some of
	// its columns only.
	Preset Mapping
	// Delivered is the day on which sales without a known date of their own became known, and after which none of the
	// file is. Unknown: they were known on the day of sale.
	Delivered gevel.Opt[gevel.Date]
}

// Options say against what the rows of a file are held.
type Options struct {
	// Attributes are the characteristics that gevel knows; nil are the standard ones. Files bring more.
	Attributes gevel.Attributes
	// Extras say what columns are that files may bring and Attributes does not have. A column that
	// is not among them is a number or a category, as its name has it.
	Extras gevel.Attributes
	// Register gives each sale its dwelling, with the characteristics that the
	// file leaves empty. Nil: rows stand on their own, as in files from elsewhere.
	Register flatfile.Register
	// AsOf is the day of the delivery, or of an evaluation: what is dated later is an error.
	// Required; gevel.NoDate stands for a delivery without a date.
	AsOf      gevel.Date
	Screening Screening
	// Doubtful keeps as evidence the sales whose price or whose home's earlier sale screening finds fault with, apart
	// from deals: a study of values doesn't judge by them. Result.Doubts has them.
	Doubtful bool
	// Detailed reads what a referee of values asks of a sale, and keeps one whose characteristics can't be read, without
	// these. Result.Details has it.
	Detailed bool
	// MaxRejectShare is which share of the rows of all files may be rejected; unknown is no limit.
	MaxRejectShare gevel.Opt[float64]
	// Progress, unless nil, is called now and then with the part of the file that is read.
	Progress func(doneBytes, totalBytes int64)
}

// Result is what a sales file holds. Rows = len(Sales) + Corrections + Rejects.Total().
type Result struct {
	// Attributes come from Options and from the files, and are the same for all files that are read together.
	Attributes gevel.Attributes
	Sales      []*gevel.Sale // by date, then id
	Revisions  gevel.Revisions
	// Corrections are rows that correct the price of a sale, which may be in another file.
	Corrections int
	Rows        int // without the header
	Rejects     gevel.Rejects
	Faults      gevel.Rejects // with which sales are kept
	// Totals are descriptions of the deals whose price is the sum for all their homes.
	Totals []string
	// Excused are rejects that never fail a build, however many: sales that another file has, sales again, and deals.
	Excused int
	// Doubts say, by id, why a sale that is evidence is no price to judge values by.
	Doubts map[string]gevel.Detail
	// Details are what is known of a sale beside it, by id.
	Details map[string]*Detail
	// LeftOut are the rejected rows of a detailed reading, as far as they name a sale.
	LeftOut []gevel.LeftOut
	flatfile.Columns
}

// Read reads a sales file, joins its rows to the register and screens them.
// The order of rows and columns changes nothing but the samples of rejects.
//
// Without a register, positions in degrees become RD New if the file's sales lie
// in the Netherlands, and else metres on a plane around them.
//
// Errors name the file: it can't be read, is damaged, lacks a needed column, has a number
// that could be read in two ways, or the mapping does not fit it. Rows that can't be used are no
// error but rejects, up to the share that the options allow.
func Read(ctx context.Context, src Source, opts Options) (*Result, error) {
	results, err := ReadAll(ctx, []Source{src}, opts)
	if err != nil {
		return nil, err
	}
	return &results[0], nil
}

// wholeFile is the progress of a file that is read.
const wholeFile = 1000

// ReadAll reads sales files as Read does, and screens the sales of all together: each is judged by those known
// before it, whatever file these are in. There is a result for each file, in their order.
func ReadAll(ctx context.Context, sources []Source, opts Options) ([]Result, error) {
	table := opts.Attributes
	if table == nil {
		table = gevel.Standard()
	}
	files, progress := make([]*importer, len(sources)), opts.Progress
	for i, src := range sources {
		var err error
		if progress != nil && len(sources) > 1 { // of all files, each as long as another
			opts.Progress = func(done, total int64) {
				progress(int64(i)*wholeFile+wholeFile*done/max(total, 1), wholeFile*int64(len(sources)))
			}
		}
		if files[i], err = read(ctx, src, opts, &table); err != nil {
			return nil, fmt.Errorf("read sales file %s: %w", src.Path, err)
		}
	}
	if err := checkRejects(opts.MaxRejectShare, files); err != nil {
		return nil, err
	}
	doubts, evidence := map[string]gevel.Detail{}, opts.Screening
	if opts.Doubtful {
		evidence = Screening{DealHomes: opts.Screening.DealHomes}
	}
	screen(gevel.Span(ctx, "screening", 0, 0.7), files, evidence)
	if opts.Doubtful {
		doubts = doubtsOf(files, opts.Screening)
	}
	if err := checkRejects(opts.MaxRejectShare, files); err != nil {
		return nil, err
	}
	results := make([]Result, len(files))
	for i, im := range files {
		kept, revisions := im.evidence()
		results[i] = Result{
			Attributes: table, Sales: kept, Revisions: revisions, Corrections: im.corrections, Rows: im.Rows,
			Rejects: im.Rejects, Faults: im.Faults, Totals: im.totals, Excused: im.Excused, Columns: im.Columns(),
			Doubts: doubts, Details: im.details, LeftOut: im.leftOut,
		}
	}
	return results, nil
}

// checkRejects judges the files of sales together: before screening, which rejects more, and after it.
func checkRejects(most gevel.Opt[float64], files []*importer) error {
	return flatfile.CheckRejects(most, list.Of(files, func(im *importer) *flatfile.Reader { return im.Reader })...)
}

// read reads the rows of a file and places their homes.
func read(ctx context.Context, src Source, opts Options, table *gevel.Attributes) (*importer, error) {
	err := errors.Join(src.Mapping.Validate(*table), opts.Screening.Validate())
	if !opts.Detailed { // its preset may name columns of other files
		err = errors.Join(err, src.Preset.Validate(*table))
	}
	if err != nil {
		return nil, err
	}
	columns := &schema
	if opts.Detailed {
		columns = &detailed
	}
	file, err := flatfile.Open(ctx, flatfile.Source{
		Path: src.Path, Mapping: src.Mapping.Mapping, Preset: src.Preset.Mapping,
		Extras: opts.Extras, Progress: opts.Progress,
	}, columns, table)
	if err != nil {
		return nil, mistaken.Explain(ctx, err, src.Path, filekind.Sales.Key)
	}
	defer file.Close()
	im := &importer{
		Options: opts, Reader: file, areas: map[string]string{}, firsts: firsts{},
		details: map[string]*Detail{},
	}
	if day := src.Delivered; day.Known {
		im.delivered = day
		if im.AsOf == gevel.NoDate || day.V < im.AsOf {
			im.AsOf = day.V
		}
	}
	if err := im.setRules(src.Mapping.Rules, src.Mapping.rulesOver(src.Preset)); err != nil {
		return nil, err
	}
	if err := im.Require(im.needed()...); err != nil {
		if im.Has(saleID) || im.Has(saleDate) || im.Has(price) {
			return nil, err
		}
		return nil, mistaken.Explain(ctx, err, src.Path, filekind.Sales.Key)
	}
	if err := im.Each(ctx, im.add); err != nil {
		return nil, err
	}
	im.place()
	return im, nil
}

// importer is the reading of one file.
type importer struct {
	Options
	*flatfile.Reader
	marks  []mark
	bounds []bound
	areas  map[string]string // postal code as written -> area

	delivered gevel.Opt[gevel.Date]

	entries []*entry
	totals  []string // see Result
	firsts  firsts
	details map[string]*Detail
	leftOut []gevel.LeftOut

	corrections int
}

// entry is a sale and where it stands.
type entry struct {
	gevel.Sale
	from       *importer
	line       int
	postalCode string // of a Dutch address
	alike      *alike // sales of its day and price; nil without another
	revisions  []gevel.Revision
	kept       bool
}

// needed returns the columns without which no row can be used.
func (im *importer) needed() []int {
	needed := []int{saleDate, price}
	if im.Register != nil {
		needed = append(needed, im.NeededForHomes()...)
	}
	for _, pair := range [][2]int{{lat, lon}, {planeX, planeY}} {
		if im.Has(pair[0]) != im.Has(pair[1]) {
			needed = append(needed, pair[0], pair[1])
		}
	}
	return needed
}
