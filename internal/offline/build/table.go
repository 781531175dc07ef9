package build

import (
	"context"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/source"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/building3d"
	"github.com/gevel/gevel/internal/source/cbs"
	"github.com/gevel/gevel/internal/source/energy"
	"github.com/gevel/gevel/internal/source/facts"
	"github.com/gevel/gevel/internal/source/parcel"
	"github.com/gevel/gevel/internal/source/priceseries"
	"github.com/gevel/gevel/internal/source/sales"
)

// Table is a table of sources, in the order in which they are read. Everything that lists sources goes over such
// a table, which is handed on and never global state. A nil table is the standard one.
type Table []Entry

// Entry is a source in the table: its row, and what a build does with the source beyond the row.
type Entry struct {
	source.Row
	// read reads the files in place of the row's Read. It is nil as well for figures, which are read with the addresses.
	read func(*builder, context.Context) error
	// check finds the first setting that can't be beside settings of other sources. Error: a *source.Fault.
	check func(*Config) error
	// decides returns what decides, beside the files, what they say of homes; nil: the settings do.
	decides func(*Config) any
}

// StandardTable returns the sources that gevel knows by itself. docs/data.md says more of them.
func StandardTable() Table {
	return Table{
		{Row: bag.MunicipalityRow, read: (*builder).readMunicipalities},
		{Row: cbs.IndexRow, read: (*builder).readPriceIndex},
		{Row: cbs.AverageRow, read: (*builder).readAveragePrices},
		{Row: priceseries.Row, read: (*builder).readSeries, check: checkRegion},
		{Row: bag.Row, read: (*builder).importRegister},
		{Row: energy.Row, read: (*builder).importLabels},
		{Row: building3d.Row, read: (*builder).importBuildings},
		{Row: cbs.AddressRow, read: (*builder).importNeighbourhoods, decides: publishedDays},
		{Row: cbs.FigureRow},
		{Row: parcel.Row, read: (*builder).importParcels},
		{Row: facts.MonumentRow},
		{Row: facts.Row, decides: declaredColumns},
		{Row: sales.Row, read: (*builder).importSales, check: checkPresets},
	}
}

// Rows returns the rows of a table, of nil the standard ones.
func (t Table) Rows() Table {
	if t == nil {
		return StandardTable()
	}
	return t
}

// With returns the table with one more source, which is read behind all others that feed the same.
func (t Table) With(row source.Row) Table {
	rows := slices.Clone(t.Rows())
	at := len(rows)
	for at > 0 && rows[at-1].Feeds != row.Feeds {
		at--
	}
	return slices.Insert(rows, at, Entry{Row: row})
}

// Named returns the source with a name; ok is false when there is none.
func (t Table) Named(name string) (row source.Row, ok bool) {
	for _, s := range t.Rows() {
		if s.Name == name {
			return s.Row, true
		}
	}
	return source.Row{}, false
}

// homeSources returns the sources that homes are made from.
func (t Table) homeSources() Table {
	return slices.DeleteFunc(slices.Clone(t.Rows()), func(s Entry) bool { return s.Feeds != source.FeedsHomes })
}

// origins returns the table of what characteristics come from: the standard one and what sources add.
func (t Table) origins() gevel.Sources {
	origins := gevel.StandardSources()
	for _, s := range t.Rows() {
		for _, origin := range s.Origins {
			if origin.Source == gevel.NoSource {
				origins = origins.With(origin)
			}
		}
	}
	return origins
}

// marksUnknownTo returns the marks of files that the reader of a source does not know: readers of the standard
// sources know the marks of filekind.
func (t Table) marksUnknownTo(s *Entry) filekind.Marks {
	var marks filekind.Marks
	for _, row := range t.Rows() {
		marks = append(marks, row.Marks...)
	}
	if len(s.Marks) > 0 {
		marks = append(marks, filekind.StandardMarks()...)
	}
	return marks
}

// licencesOf returns the licences of the sources with these names.
func licencesOf[T any](t Table, sources map[string]T) map[string]string {
	of := map[string]string{}
	for name := range sources {
		if s, ok := t.Named(name); ok {
			of[name] = s.Licence
		}
	}
	return of
}
