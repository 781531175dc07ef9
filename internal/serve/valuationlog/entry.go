// Package valuationlog logs every valuation that a service answers, so that it can be repeated later, and
// compared with the prices at which homes were sold since.
//
// A log is a folder of segments, one entry a line of JSON. The newest segment is plain text; earlier ones are
// compressed (zstd). Entries are only added, and whole segments are removed when they are too old.
package valuationlog

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/value/worksheet"
)

// Entry is one valuation: who asked what, and the answer.
type Entry struct {
	Time     time.Time `json:"time"`
	Request  string    `json:"request"` // its id
	Key      string    `json:"key"`     // the public id of the caller's key
	KeyName  string    `json:"keyName"`
	Endpoint string    `json:"endpoint"`
	Asked    Asked     `json:"asked"`
	// Answer and Meta are the answer of /v1/homevalue, whichever endpoint was asked.
	Answer json.RawMessage   `json:"answer"`
	Meta   map[string]string `json:"meta"`
	// Worksheet is the value by an appraiser's judgement, with the judgement, for an entry of a worksheet.
	Worksheet json.RawMessage `json:"worksheet,omitempty"`
}

// Judged adds a worksheet to the entry of its home's valuation.
func (r *Entry) Judged(w present.Worksheet) (err error) {
	r.Worksheet, err = json.Marshal(w)
	return err
}

// judgement returns the judgement of the entry's worksheet, as it was posted.
func (r *Entry) judgement() (worksheet.Judgement, error) {
	var w present.Worksheet
	if err := json.Unmarshal(r.Worksheet, &w); err != nil {
		return worksheet.Judgement{}, fmt.Errorf("the entry's worksheet: %w", err)
	}
	w.Judgement.Found = w.Before
	return w.Judgement, nil
}

// Asked is the inquiry.
type Asked struct {
	gevel.AddressQuery            // with an object of a home that was asked for by its id
	Date               gevel.Date `json:"valuationDate"`
	// Given are the characteristics that the caller gave, by column: a number, a name, true or false.
	Given map[string]any `json:"given,omitempty"`
}

// NewEntry returns the entry of a valuation by an edition with these characteristics. The caller fills in who
// asked.
func NewEntry(q gevel.Inquiry, v gevel.Valuation, table gevel.Attributes) (Entry, error) {
	answer, err := json.Marshal(present.NewHomevalue(v, q.Overrides))
	return Entry{Meta: present.Meta(v), Asked: Asked{q.AddressQuery, q.Date, table.Plain(&q.Overrides)}, Answer: answer}, err
}

// Inquiry returns what was asked, for an edition with these characteristics. Error: an unknown
// characteristic, or a value that it can't have.
func (r *Entry) Inquiry(table gevel.Attributes) (gevel.Inquiry, error) {
	given, err := worksheet.Give(table, "given", r.Asked.Given, r.Asked.Date.Year())
	return gevel.Inquiry{AddressQuery: r.Asked.AddressQuery, Date: r.Asked.Date, Overrides: given}, err
}

// Edition returns the id of the edition that answered.
func (r *Entry) Edition() string { return r.Meta["edition"] }

// check reports what an entry lacks.
func (r *Entry) check() error {
	switch {
	case r.Time.IsZero():
		return fmt.Errorf("an entry without a time")
	case r.Edition() == "" || len(r.Answer) == 0:
		return fmt.Errorf("an entry without an answer or its edition")
	}
	return nil
}
