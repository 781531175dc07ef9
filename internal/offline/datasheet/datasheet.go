// Package datasheet collects the facts about an edition and its newest model's accuracy, all from the edition itself.
package datasheet

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/source"
	"github.com/gevel/gevel/internal/value/valuation"
)

// DataSheet is an edition's data sheet, the content of its report. What the edition does not hold is nil.
type DataSheet struct {
	Edition Edition    `json:"edition"`
	Day     gevel.Date `json:"day"` // of the report; ages are counted to it
	MadeBy  string     `json:"madeBy"`
	Sources []Source   `json:"sources"`
	Homes   Homes      `json:"homes"`
	Sales   Sales      `json:"sales"`
	Index   Index      `json:"index"`
	Model   Model      `json:"model"`
	Limits  []string   `json:"limits"` // of the model, a sentence each
}

// Edition holds the manifest's facts about the whole edition.
type Edition struct {
	ID          string            `json:"id"`
	Format      int               `json:"format"`
	MadeBy      string            `json:"madeBy"` // program and version
	CodeVersion int               `json:"codeVersion"`
	Parent      string            `json:"parent,omitempty"`
	Seed        uint64            `json:"seed"`
	Parameters  json.RawMessage   `json:"parameters"`
	Rows        map[string]int    `json:"rows"` // of each table
	Answered    *edition.Answered `json:"answered,omitempty"`
	Forced      *edition.Forced   `json:"forced,omitempty"`
}

// Options of a data sheet.
type Options struct {
	Day    gevel.Date
	MadeBy string // program and version
	// Table is the table of sources that says what they are called; nil is the standard one.
	Table build.Table
}

// Of returns the data sheet of an edition.
func Of(v *valuation.Valuer, o Options) *DataSheet {
	m := v.Edition().Manifest()
	s := &DataSheet{
		Edition: Edition{
			ID: m.ID, Format: m.Format, MadeBy: m.MadeBy, CodeVersion: m.CodeVersion, Parent: m.Parent,
			Seed: m.Seed, Parameters: m.Parameters, Rows: m.Rows, Answered: m.Answered, Forced: m.Forced,
		},
		Day: o.Day, MadeBy: o.MadeBy,
		Sources: sourcesOf(m, o), Homes: homesOf(v.Edition()), Sales: salesOf(v.Edition().Sales()),
	}
	newest := v.Vintages()[len(v.Vintages())-1]
	s.Index = indexOf(newest)
	s.Index.Beside = besideOf(&s.Index.Market, v.Edition().PriceCheck())
	s.Model = modelOf(v, newest, o.Day)
	s.Limits = limitsOf(s)
	return s
}

// Source describes one source.
type Source struct {
	Name    string          `json:"name"`
	Label   string          `json:"-"`    // what people call it
	AsOf    *gevel.Date     `json:"asOf"` // nil: not dated
	AgeDays *int            `json:"ageDays"`
	Licence string          `json:"licence,omitempty"` // "" where the edition does not hold it
	Read    int             `json:"read"`
	Counts  *gevel.RowCount `json:"counts"` // nil where the edition does not hold them
	Joined  *Joined         `json:"joined"` // nil: the source is not joined to homes
	Rejects []gevel.Reject  `json:"rejects"`
}

// Joined is how many of a source's rows found their home.
type Joined struct {
	Found   int     `json:"found"`   // rows used
	Missed  int     `json:"missed"`  // rows rejected for lack of a home
	Percent float64 `json:"percent"` // found, of both
}

// homeReasons are the reasons for rejecting a row for lack of a home in the register.
var homeReasons = []string{
	"unknown_home", "unknown_dwelling", "unknown_address", "ambiguous_address", "not_residential",
}

func sourcesOf(m edition.Manifest, o Options) []Source {
	var all []Source
	for _, name := range slices.Sorted(maps.Keys(m.Read)) {
		row := rowOf(o.Table, name)
		s := Source{Name: name, Label: row.Label, Licence: m.Licences[name], Read: m.Read[name], Rejects: m.Rejects[name]}
		if asOf, ok := m.AsOf[name]; ok && asOf != gevel.NoDate {
			age := int(o.Day - asOf)
			s.AsOf, s.AgeDays = &asOf, &age
		}
		if counts, ok := m.Counts[name]; ok {
			s.Counts = &counts
			s.Joined = joinedOf(row, counts, s.Rejects)
		}
		all = append(all, s)
	}
	return all
}

// rowOf returns the row of the source with a name. A source that the table does not have, of a build with
// another, is called by its name.
func rowOf(t build.Table, name string) source.Row {
	if s, ok := t.Named(name); ok {
		return s
	}
	return source.Row{Name: name, Label: strings.ReplaceAll(name, "_", " ")}
}

func joinedOf(row source.Row, counts gevel.RowCount, rejects []gevel.Reject) *Joined {
	if row.Apart {
		return nil
	}
	j := Joined{Found: counts.Used}
	for _, r := range rejects {
		if slices.Contains(homeReasons, r.Reason) {
			j.Missed += r.Count
		}
	}
	j.Percent = percent(j.Found, j.Found+j.Missed)
	return &j
}

// percent returns n as a percentage of another number, 0 of none.
func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
