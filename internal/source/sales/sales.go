package sales

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/spelling"
)

// Source is a sales file, gzipped or not, and how it spells things.
type Source struct {
	Path    string
	Mapping Mapping
	// Preset is how deliveries of its kind do, where the mapping says nothing. A file may have some of
	// its columns only.
	Preset Mapping
}

// Register knows the dwellings to which sales belong.
type Register interface {
	// Dwelling returns the home with an id, and its main address.
	Dwelling(id gevel.BAGID) (gevel.Dwelling, gevel.Address, bool)
	// Find returns the home at an address. Errors: gevel.AddressNotFound,
	// gevel.AmbiguousAddress, gevel.NotResidential.
	Find(q gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error)
}

// Options say against what the rows of a file are held.
type Options struct {
	// Attributes are the characteristics that gevel knows; nil are the standard ones. Files
	// bring more.
	Attributes gevel.Attributes
	// Extras say what columns are that files may bring and Attributes does not have. A column that
	// is not among them is a number or a category, as its name has it.
	Extras gevel.Attributes
	// Register gives each sale its dwelling, with the characteristics that the
	// file leaves empty. Nil: rows stand on their own, as in files from elsewhere.
	Register Register
	// AsOf is the day of the delivery, or of an evaluation: what is dated later is an error.
	// Required; gevel.NoDate stands for a delivery without a date.
	AsOf      gevel.Date
	Screening Screening
	// MaxRejectShare is which share of the rows of a file may be rejected; unknown is no limit.
	MaxRejectShare gevel.Opt[float64]
	// Progress, unless nil, is called now and then with the part of the file that is read.
	Progress func(doneBytes, totalBytes int64)
}

// Result is what a sales file holds. Rows = len(Sales) + Rejects.Total().
type Result struct {
	// Attributes are those of Options and those that the files bring, the same for all files
	// that are read together.
	Attributes gevel.Attributes
	Sales      []gevel.Sale // by date, then id
	Rows       int          // without the header
	Rejects    gevel.Rejects
	Columns
}

// Read reads a sales file, joins its rows to the register and screens them.
// Neither the order of rows nor that of columns changes the outcome, samples of
// rejects apart.
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

// ReadAll reads sales files as Read does, and screens the sales of all together: each
// is judged by those known before it, whatever file these are in. There is a result
// for each file, in their order.
func ReadAll(ctx context.Context, sources []Source, opts Options) ([]Result, error) {
	table := opts.Attributes
	if table == nil {
		table = gevel.Standard()
	}
	files := make([]*importer, len(sources))
	for i, src := range sources {
		var err error
		if files[i], err = read(ctx, src, opts, &table); err != nil {
			return nil, fmt.Errorf("read sales file %s: %w", src.Path, err)
		}
		if err := files[i].checkRejects(); err != nil {
			return nil, err
		}
	}
	kept := screen(files, opts.Screening)
	for _, im := range files {
		if err := im.checkRejects(); err != nil {
			return nil, err
		}
	}
	results := make([]Result, len(files))
	for i, im := range files {
		results[i] = Result{
			Attributes: table, Sales: kept[i], Rows: im.rows,
			Rejects: im.rejects, Columns: im.layout.Columns,
		}
	}
	return results, nil
}

// read reads the rows of a file and places their homes.
func read(ctx context.Context, src Source, opts Options, table *gevel.Attributes) (*importer, error) {
	err := errors.Join(src.Mapping.Validate(*table), src.Preset.Validate(*table), opts.Screening.Validate())
	if err != nil {
		return nil, err
	}
	f, err := open(src.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	im := &importer{
		Options: opts, file: f, name: filepath.Base(src.Path),
		texts: interner{}, areas: map[string]string{}, firsts: map[firstKey]int{},
	}
	if err := im.start(src, table); err != nil {
		return nil, err
	}
	im.table = *table
	if im.notation.decimal == spelling.NoSign {
		if err := im.survey(ctx); err != nil {
			return nil, err
		}
	}
	if err := im.eachRow(ctx, im.add, im.malformed); err != nil {
		return nil, err
	}
	im.place()
	return im, nil
}

// importer is the reading of one file.
type importer struct {
	Options
	file     *file
	name     string
	csv      *csv.Reader
	limit    *rowLimit
	mapping  Mapping // over its preset
	layout   *layout
	table    gevel.Attributes
	notation notation
	texts    interner
	areas    map[string]string // postal code as written -> area
	surveyed int64             // bytes that were read before the reading of the rows

	entries []entry
	firsts  map[firstKey]int // where the entry of an id is
	line    int              // where the last row that was read begins, 0 before the first one
	rows    int
	rejects gevel.Rejects
}

// entry is a sale and where it stands.
type entry struct {
	gevel.Sale
	file string
	line int
}

// start reads the header, and finds in it what the rows hold.
func (im *importer) start(src Source, table *gevel.Attributes) error {
	im.mapping = src.Mapping.over(src.Preset)
	im.notation = im.mapping.notation()
	names, err := im.header()
	if err != nil {
		return err
	}
	if im.layout, err = newLayout(names, src, table, im.Extras); err != nil {
		return err
	}
	return im.layout.require(names, im.needed()...)
}

// header begins to read the file, up to its first row.
func (im *importer) header() ([]string, error) {
	line, err := im.file.header()
	if err != nil {
		return nil, err
	}
	im.limit = &rowLimit{Reader: im.file, left: longestRow}
	im.csv = csv.NewReader(im.limit)
	im.csv.Comma = im.mapping.delimiterOf(line)
	im.csv.ReuseRecord = true
	im.csv.FieldsPerRecord = -1 // checked here, so that the row can be counted
	names, err := im.csv.Read()
	if err != nil {
		return nil, fmt.Errorf("the header: %w", err)
	}
	return names, nil
}

// needed returns the columns without which no row can be used.
func (im *importer) needed() []column {
	needed := []column{saleDate, price}
	l := im.layout
	if im.Register != nil && !l.has(dwellingID) {
		if !l.has(postalCode) && !l.has(houseNumber) {
			return append(needed, dwellingID)
		}
		needed = append(needed, postalCode, houseNumber)
	}
	for _, pair := range [][2]column{{lat, lon}, {planeX, planeY}} {
		if l.has(pair[0]) != l.has(pair[1]) {
			needed = append(needed, pair[0], pair[1])
		}
	}
	return needed
}

// malformed counts the lines that a broken row took with it: a quote that is left
// open swallows the rows below it.
func (im *importer) malformed(first, last int, what error) {
	im.line = first
	im.reject(first, "malformed_row", what.Error())
	for line := first + 1; line <= last; line++ {
		im.reject(line, "malformed_row", fmt.Sprintf("swallowed by a quote left open in line %d", first))
	}
}

func (im *importer) reject(line int, reason, what string) {
	im.rows++
	im.rejects.Addf(reason, "%s line %d: %s", im.name, line, what)
}
