// Package facts reads files of what is known of homes: one row a home and a day, in each form of package table.
//
// # Columns
//
// Columns are found as package flatfile finds them. Empty says nothing.
//
//	dwelling_id        a BAG id in each of its usual forms; else the address:
//	postal_code, house_number, house_letter, house_number_ext
//	known_date         the day from which the values of the row could be known
//	reference_date     the day that they are about, for those who read an explanation
//	build_type, build_year, use_surface (m2), parcel_surface (m2), volume (m3), rooms,
//	energy_label, monument, num_*, cat_*
//	                   the characteristics
//
// Rows of one home and several days are a history: on a day the newest counts that was known before it.
// A row without a day has the day of its Source, or counts as always known where the Source says so.
//
// # Rejects and faults
//
// A row that can't be used counts once, under the first of these reasons:
//
//	malformed_row        a quote left open, or more fields than columns
//	bad_known_date, bad_reference_date
//	                     no such day, before 1900, or a reference after the day on which it was known
//	future_date          after the day for which the file is read
//	no_known_date        no day, and the Source has none
//	bad_dwelling_id, bad_postal_code, bad_house_number,
//	unknown_dwelling, unknown_address, ambiguous_address, not_residential, id_of_another_home
//	                     it is no home of the register
//	bad_<column>         none of its characteristics can be used
//	duplicate_row        a row before it is about the same home and day
//
// A characteristic that can't be used is a fault under bad_<column>, and the row is kept without it. That
// includes what no home can be valued with. A row that says nothing is counted apart.
package facts

import (
	"context"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/mistaken"
	"github.com/gevel/gevel/internal/source"
)

// Source is a file and how it spells things.
type Source struct {
	Path    string
	Mapping flatfile.Mapping
	// Preset is how files of its kind do, where the mapping says nothing.
	Preset flatfile.Mapping
	// Extras say what columns are that the file may bring and homes do not have.
	Extras gevel.Attributes
	// Known is the default known date, for rows without one: gevel.NoDate is always. Unknown: the file must say it.
	Known gevel.Opt[gevel.Date]
	// Implied is what a row says of its home by being there, where the file has no column for it. Such a
	// list may have a home twice.
	Implied []Implied
}

// key is where the build file names the file.
func (s *Source) key() string {
	if len(s.Implied) > 0 {
		return filekind.Monuments.Key
	}
	return filekind.Facts.Key
}

// Implied is a value that rows need not spell out.
type Implied struct {
	Attribute int     // its place in the table of characteristics
	Value     float64 // as gevel.Attribute.Get has it
}

// Options say against what the rows of a file are held.
type Options struct {
	Homes source.Homes // that rows are about
	From  gevel.Source // of what the file says
	// AsOf is the day of the build: what is dated later is an error.
	AsOf gevel.Date
	// MaxRejectShare is which share of the rows of a file may be rejected; unknown is no limit.
	MaxRejectShare gevel.Opt[float64]
	// Progress, unless nil, is called now and then with the part of the file that is read.
	Progress func(doneBytes, totalBytes int64)
}

// Result counts the rows of a file. Rows = Used + Empty + Rejects.Total().
type Result struct {
	Rows, Used      int
	Empty           int // rows that say nothing of their home, or nothing more
	Rejects, Faults gevel.Rejects
	flatfile.Columns
	// LastKnown is the last day on which a row became known, gevel.NoDate when none has a day.
	LastKnown gevel.Date
	// Always lists the columns with values without a day, which count as always known.
	Always []string
}

// Read reads a file and records its facts with the homes.
//
// Errors name the file: it can't be read, is damaged or of another kind, names no home, holds no
// characteristic, dates nothing, has a number that could be read in two ways, or the mapping does not
// fit it. Rows that can't be used are no error but rejects, up to the share that the options allow.
func Read(ctx context.Context, src Source, opts Options) (_ *Result, err error) {
	defer source.NameFile(&err, src.Path)
	table := opts.Homes.Table()
	if err := Validate(src.Mapping, table); err != nil {
		return nil, err
	}
	file, err := flatfile.Open(ctx, flatfile.Source{
		Path: src.Path, Mapping: src.Mapping, Preset: src.Preset, Extras: src.Extras, Progress: opts.Progress,
	}, &schema, &table)
	if err != nil {
		return nil, mistaken.Explain(ctx, err, src.Path, src.key())
	}
	defer file.Close()
	if err := check(ctx, file, src); err != nil {
		return nil, err
	}
	for _, k := range file.Attributes() {
		if _, err := opts.Homes.Bring(table[k]); err != nil {
			return nil, err
		}
	}
	file.Table = opts.Homes.Table()
	im := &importer{
		Options: opts, source: src, file: file, lines: map[homeDay]int{}, always: map[int]bool{},
		Result: Result{Columns: file.Columns(), LastKnown: gevel.NoDate},
	}
	if err := file.Each(ctx, im.add); err != nil {
		return nil, err
	}
	if err := flatfile.CheckRejects(opts.MaxRejectShare, file); err != nil {
		return nil, err
	}
	im.Rows, im.Rejects, im.Faults = file.Rows, file.Rejects, file.Faults
	for _, k := range file.Attributes() {
		if im.always[k] {
			im.Always = append(im.Always, file.Table[k].Column)
		}
	}
	return &im.Result, nil
}

// Validate says what is wrong with a mapping, apart from any file. Attributes are the characteristics
// that gevel knows; nil are the standard ones.
func Validate(m flatfile.Mapping, attributes gevel.Attributes) error {
	return m.Validate(&schema, attributes)
}
