// Package datasheet collects the facts about an edition and its newest model's accuracy, all from the edition
// itself.
package datasheet

import (
	"encoding/json"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Sheet is an edition's data sheet, the content of its report. What the edition does not hold is nil.
type Sheet struct {
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
func Of(v *valuation.Valuer, o Options) *Sheet {
	m := v.Edition().Manifest()
	s := &Sheet{
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
