// Package energy reads the total file of EP-Online, the Dutch register of energy labels: one row
// per registration of a label, as a zip with one CSV in it, as that CSV, or in another form of package table. It
// turns rows into labels and derives nothing from them.
//
// # Columns
//
// EP-Online delivers UTF-8 with fields between semicolons and days written 20240131. Columns are found by name, in any
// order; what is no letter or digit of a name, capitals, and Pand before it, count for nothing. So all layouts since
// 2021 are read alike, with and without the lines that newer ones put before the header. Others are passed over.
//
//	Registratiedatum             required: the day from which the label could be known
//	Energieklasse                required
//	Gebouwklasse                 required: W is a home, U is none
//	BAGVerblijfsobjectID, BAGLigplaatsID, BAGStandplaatsID
//	Postcode, Huisnummer, Huisletter, Huisnummertoevoeging (or Huisnummer_toev)
//	                             required: an id, or postal code and number
//	Opnamedatum, GeldigTot (or Meting_geldig_tot)
//	Status, Gebouwtype, Gebouwsubtype
//
// # What becomes of rows
//
// A row is a label, no home, or rejected. Rejects count whole rows that can't be used, under the
// first of their reasons; faults count the parts that a label is kept without. See the reasons.
// A row is one line; one whose quoted field goes on in the next lines takes these too, when it then
// has the fields of the header. A quote left open spoils no other line than its own.
package energy

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
	"github.com/gevel/gevel/internal/source"
)

// Label is one registration of a home's energy label.
type Label struct {
	ID         gevel.BAGID        // of the verblijfsobject, ligplaats or standplaats; "" when not known
	Address    gevel.AddressQuery // as the file spells it; the zero query when not known
	Registered gevel.Date         // the day from which it could be known
	Surveyed   gevel.Date         // gevel.NoDate when not known
	ValidUntil gevel.Date         // the last day on which it holds; gevel.NoDate when not known
	Class      gevel.EnergyLabel
	Type       gevel.BuildType // 0 when the file does not say, or says what is none of the 16
	IsPermit   bool            // the home was drawn, and not yet built
}

// Options say against what the rows of a file are held.
type Options struct {
	// AsOf is the last day that counts: a label registered later is rejected.
	// Required; gevel.NoDate leaves it to the day on which the file says it was published.
	AsOf    gevel.Date
	Workers int // that parse at the same time; 0 is one per processor
	// Progress, unless nil, is called now and then with the part of the file that is read.
	Progress func(doneBytes, totalBytes int64)
}

// Summary counts the rows of a file: Rows = Labels + NotHomes + Rejects.Total().
type Summary struct {
	Published gevel.Date // gevel.NoDate where the file does not say
	Rows      int
	Labels    int
	NotHomes  int           // rows of buildings that are no homes
	Rejects   gevel.Rejects // rows that can't be used
	Faults    gevel.Rejects // parts that a label is kept without
}

// Read reads a total file of EP-Online and calls use with each label, in the order of the file,
// from the goroutine that calls Read. Memory does not grow with the file.
//
// Errors name the file: it can't be read, is damaged, is of another kind or lacks a needed column
// (gevel.Invalid). A row that can't be used is no error but a reject.
func Read(ctx context.Context, path string, opt Options, use func(Label)) (*Summary, error) {
	s, err := read(ctx, path, opt, chunkRows, use)
	if err != nil {
		return nil, fmt.Errorf("read energy labels %s: %w", path, err)
	}
	return s, nil
}

// chunkRows is how many rows are parsed at a time.
const chunkRows = 1 << 12

// chunk is what some rows of the file hold.
type chunk struct {
	labels          []Label
	rows, notHomes  int
	rejects, faults gevel.Rejects
}

// reading is the work of turning a file into labels.
type reading struct {
	layout layout
	name   string     // of the file
	latest gevel.Date // of a registration; gevel.NoDate is any
}

func read(ctx context.Context, path string, opt Options, size int, use func(Label)) (*Summary, error) {
	t, err := wanted.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	run, none := &reading{name: filepath.Base(path)}, gevel.NewRejects(ctx)
	if run.layout, err = layoutOf(t.Names()); err != nil {
		return nil, err
	}
	day, unreadable := published(t.Above)
	run.latest = earliest(opt.AsOf, day)
	s := &Summary{Published: day, Rejects: none, Faults: none}
	if unreadable != "" {
		s.Faults.Addf(FaultBadPublicationDay, "%s: %s", run.name, unreadable)
	}
	var ids spelling.RoundedIDs
	err = table.Work(ctx, t, table.Batches{Rows: size, Workers: opt.Workers, Progress: opt.Progress},
		func(rows []table.Row) *chunk {
			p := &parser{reading: run, chunk: &chunk{rejects: none, faults: none}}
			for _, row := range rows {
				p.read(row)
			}
			return p.chunk
		}, func(c *chunk) {
			for _, l := range c.labels {
				ids.Hear(string(l.ID))
				use(l)
			}
			s.Rows, s.Labels, s.NotHomes = s.Rows+c.rows, s.Labels+len(c.labels), s.NotHomes+c.notHomes
			s.Rejects.Merge(c.rejects)
			s.Faults.Merge(c.faults)
		})
	return s, cmp.Or(err, ids.Verdict("the ids of homes"))
}

// earliest returns the earlier of two days; either may be unknown.
func earliest(a, b gevel.Date) gevel.Date {
	if a == gevel.NoDate || b == gevel.NoDate {
		return max(a, b)
	}
	return min(a, b)
}

// Row is the row of the table of sources: one file.
var Row = source.Row{
	Name: "energy_labels", Label: "energy labels", Kind: filekind.Labels,
	Licence:  "terms of RVO for EP-Online; read them before you publish",
	Doc:      "The total file of EP-Online, zip or CSV.",
	Settings: func() source.Settings { return new(source.Path) },
	Origins:  source.Origins(gevel.FromLabel),
	Stage:    "labels", Awaits: []string{ReasonFutureRegistration},
}
