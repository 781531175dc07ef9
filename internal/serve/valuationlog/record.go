// Package valuationlog keeps a record of every valuation that a service answered, so that each can be
// answered again, and be held against what homes sold for later.
//
// A log is a folder of segments, one record a line of JSON. The newest segment is plain text; those
// before it are compressed (zstd). Records are only ever added, and whole segments go when they are
// older than the log keeps them.
package valuationlog

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
)

// Record is one valuation: who asked what, and the answer.
type Record struct {
	Time     time.Time `json:"time"`
	Request  string    `json:"request"` // its id
	Key      string    `json:"key"`     // the public id of the caller's key
	KeyName  string    `json:"keyName"`
	Endpoint string    `json:"endpoint"`
	Asked    Asked     `json:"asked"`
	// Answer and Meta are what /v1/homevalue answers, whichever endpoint was asked.
	Answer json.RawMessage   `json:"answer"`
	Meta   map[string]string `json:"meta"`
}

// Asked is the inquiry.
type Asked struct {
	PostalCode     gevel.PostalCode `json:"postalCode"`
	HouseNumber    int              `json:"houseNumber"`
	HouseLetter    string           `json:"houseLetter,omitempty"`
	HouseNumberExt string           `json:"houseNumberExt,omitempty"`
	Date           gevel.Date       `json:"valuationDate"`
	// Given are the characteristics that the caller gave, by the names of their columns: a number, or
	// the name of a category or grade.
	Given map[string]any `json:"given,omitempty"`
}

// NewRecord returns the record of a valuation of an edition with the characteristics of table. The
// caller fills in who asked.
func NewRecord(q gevel.Inquiry, v gevel.Valuation, table gevel.Attributes) (Record, error) {
	r := Record{Meta: present.Meta(v), Asked: Asked{
		PostalCode: q.PostalCode, HouseNumber: q.HouseNumber, HouseLetter: q.HouseLetter,
		HouseNumberExt: q.HouseNumberExt, Date: q.Date,
	}}
	for i := range table {
		a := &table[i]
		given := a.Get(&q.Overrides)
		if math.IsNaN(given) {
			continue
		}
		if r.Asked.Given == nil {
			r.Asked.Given = map[string]any{}
		}
		r.Asked.Given[a.Column] = given
		if a.IsNamed() {
			r.Asked.Given[a.Column] = a.NameOf(given)
		}
	}
	var err error
	r.Answer, err = json.Marshal(present.NewHomevalue(v, q.Overrides))
	return r, err
}

// Inquiry returns what was asked, for an edition with the characteristics of table. Error: a
// characteristic that the table does not have, or a value that is none of it.
func (r *Record) Inquiry(table gevel.Attributes) (gevel.Inquiry, error) {
	q := gevel.Inquiry{Date: r.Asked.Date, AddressQuery: gevel.AddressQuery{
		PostalCode: r.Asked.PostalCode, HouseNumber: r.Asked.HouseNumber,
		HouseLetter: r.Asked.HouseLetter, HouseNumberExt: r.Asked.HouseNumberExt,
	}}
	for column, given := range r.Asked.Given {
		k := table.Column(column)
		if k < 0 {
			return q, fmt.Errorf("the edition has no characteristic %q", column)
		}
		a, value := &table[k], math.NaN()
		switch given := given.(type) {
		case float64:
			value = given
		case string:
			value = a.Named(given)
		}
		if math.IsNaN(value) {
			return q, fmt.Errorf("%v is no %s", given, column)
		}
		a.Set(&q.Overrides, value)
	}
	return q, nil
}

// Edition returns the id of the edition that answered.
func (r *Record) Edition() string { return r.Meta["edition"] }

// check says what a record lacks.
func (r *Record) check() error {
	switch {
	case r.Time.IsZero():
		return fmt.Errorf("a record without a time")
	case r.Edition() == "" || len(r.Answer) == 0:
		return fmt.Errorf("a record without an answer or its edition")
	}
	return nil
}
