package cbs

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/source"
)

// Knows reports whether any area has a figure in a column.
func (f *Figures) Knows(column int) bool {
	for _, values := range f.Values {
		if v := values[column]; v == v {
			return true
		}
	}
	return false
}

// KeyFigures is the build file's key of the key figures of neighbourhoods.
const KeyFigures = "sources.cbs.neighbourhoods[].figures"

// Figures are the key figures of neighbourhoods, districts and municipalities in a year.
// Rows = len(Values) + Larger + Rejects.Total().
type Figures struct {
	Columns []Column // those that the file has
	Values  map[Area][]float32
	Rows    int
	Larger  int           // rows of the country and of other larger regions
	Rejects gevel.Rejects // rows that were not used
	Faults  gevel.Rejects // figures that were not used
	// Recognised pairs columns of the file with characteristics, as text.
	Recognised []string
}

// ReadFigures reads a file of key figures (kwb, or an OData table). It returns the columns that the file
// has; all of needed must be there.
//
// Errors name the file: it can't be read, is damaged, is of another kind, or lacks a needed column (gevel.Invalid).
func ReadFigures(ctx context.Context, path string, columns, needed []Column) (_ *Figures, err error) {
	defer source.NameFile(&err, KeyFigures+" "+path)
	all := append(append([]Column{}, columns...), needed...)
	want := wanted{region: figureRegions}
	for _, c := range all {
		want.measures = append(want.measures, c.Names)
	}
	file := wantedOf(KeyFigures, filekind.Figures, func(names []string) bool {
		l := want.layoutOf(names)
		return l.region >= 0 && l.has()
	})
	t, err := file.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	r := &figureReader{
		Figures: &Figures{Values: map[Area][]float32{}, Rejects: gevel.NewRejects(ctx), Faults: gevel.NewRejects(ctx)},
		name:    filepath.Base(path), columns: all, found: make([]bool, len(all)),
	}
	for _, c := range all {
		r.signs = append(r.signs, flatfile.NewTestimony(c.Attribute.Column, flatfile.Bounds{Low: c.least, High: c.most}))
	}
	table := rows{Table: t, layout: want.layoutOf(t.Names())}
	r.long = table.isLong()
	if err := table.each(ctx, r.name, &r.Rows, &r.Rejects, r.add); err != nil {
		return nil, err
	}
	if err := flatfile.Misread(r.signs...); err != nil {
		return nil, err
	}
	r.recognise(&table)
	if t.GoesOn() {
		r.Faults.Addf(FaultGoesOn, "%s: the answer has %d rows and goes on in another: fetch all of it", r.name, r.Rows)
	}
	return r.Figures, r.finish(len(columns))
}

// figureRegions are the names of the column of codes, the preferred one first: its codes of 10 characters have letters.
var figureRegions = []string{
	"gwbcode10", "wijkenenbuurten", "codering", "codering3", "buurtcode", "wijkcode", "regios", "gwbcode8", "gwbcode",
}

// figureReader turns rows into figures.
type figureReader struct {
	*Figures
	name    string // of the file
	columns []Column
	found   []bool // by column
	signs   []flatfile.Testimony
	long    bool
}

func (r *figureReader) add(from *row) {
	if code := from.region; len(code) > 2 && areaDigits[code[:2]] == 0 && regionCode.MatchString(code) {
		r.Rows, r.Larger = r.Rows+1, r.Larger+1
		return
	}
	area, ok := parseArea(from.region)
	if !ok {
		r.Rows++
		r.Rejects.Addf(ReasonBadArea, "%s line %d: %s", r.name, from.line, spelling.Quote(from.region))
		return
	}
	values, twice := r.Values[area]
	if !twice {
		r.Rows++
		values = slices.Repeat([]float32{float32(math.NaN())}, len(r.columns))
		r.Values[area] = values
	} else if !r.long {
		r.Rows++
		r.Rejects.Addf(ReasonRepeated, "%s line %d: %s", r.name, from.line, area)
		return
	}
	for i, text := range from.values {
		if text.Known {
			r.take(values, i, area, text.V, from.line)
		}
	}
}

// take sets a figure of an area. In a table with a row per figure the first counts.
func (r *figureReader) take(values []float32, i int, area Area, text string, line int) {
	c := &r.columns[i]
	v, known, ok := figureOf(text, line, &r.signs[i])
	switch {
	case !ok || known && (v < c.least || v > c.most):
		r.Faults.Addf(FaultBadFigure, "%s line %d: %s of %s is %s", r.name, line, c.Attribute.Column, area, spelling.Quote(text))
	case known && values[i] == values[i]:
		r.Faults.Addf(ReasonRepeated, "%s line %d: %s of %s is %s, and was %v before",
			r.name, line, c.Attribute.Column, area, spelling.Quote(text), values[i])
	case known:
		values[i] = float32(v)
	}
	r.found[i] = true
}

// recognise notes which column is which characteristic.
func (r *figureReader) recognise(table *rows) {
	for i, column := range table.measures {
		if column >= 0 {
			r.found[i] = true
			r.Recognised = append(r.Recognised,
				gevel.Printable(strings.TrimSpace(table.Names()[column])+" as "+r.columns[i].Attribute.Column))
		}
	}
}

// finish keeps the columns that the file has. Error: a needed one is missing, or all are.
func (r *figureReader) finish(needed int) error {
	var kept []int
	for i, c := range r.columns {
		switch {
		case r.found[i]:
			kept = append(kept, i)
			r.Columns = append(r.Columns, c)
		case i >= needed:
			return gevel.Refusal("see sources.cbs.columns of the build file, and the header of the file",
				"there is no column %q for %s", c.Names[0], c.Attribute.Column)
		}
	}
	if len(kept) == 0 || len(r.Values) == 0 {
		return gevel.Refusal("name the columns of the file under sources.cbs.columns of the build file",
			"the table has none of the wanted figures")
	}
	for area, values := range r.Values {
		for to, from := range kept {
			values[to] = values[from]
		}
		r.Values[area] = values[:len(kept)]
	}
	return nil
}
