// Package valuationlog logs every valuation that a service answers, so that it can be repeated later, and
// compared with the prices at which homes were sold since.
//
// A log is a folder of segments, one entry a line of JSON. The newest segment is plain text; earlier ones are
// compressed (zstd). Entries are only added, and whole segments are removed when they are too old.
package valuationlog

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/judge/ratio"
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
	Program  string    `json:"program,omitempty"` // the version that answered; the log adds it
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

// NewEntry returns the entry of a valuation by an edition with these characteristics. The caller fills in who asked.
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

// Tracked compares answers with later sale prices of their homes.
type Tracked struct {
	Answers   int            `json:"answers"`           // without the damaged ones
	Unmatched []gevel.Reject `json:"unmatched"`         // answers that don't count
	LeftOut   []gevel.Reject `json:"leftOut"`           // sales of the days that the answers reach
	Damaged   []string       `json:"damaged,omitempty"` // where, and why
	Editions  map[string]int `json:"editions"`          // of the answers that count
	Report    ratio.Measures `json:"report"`
}

// answered are the fields of an answer that Track reads.
type answered struct {
	BagID    string     `json:"bagId"`
	Value    gevel.Euro `json:"weightedValue"`
	Accuracy *float64   `json:"accuracy"`
	Class    *int       `json:"confidenceClass"`
	Type     *string    `json:"buildType"`
}

// Track compares the answers of a log with the sales of their homes within a number of days from the valuation date on.
// An answer counts only if it was given by the day of the sale, and of several before a sale only the last: so no
// answer could know the price, and no sale counts twice.
func Track(entries iter.Seq2[Entry, error], sales *comparison.Market, within int, o ratio.Options) (Tracked, error) {
	out := Tracked{Editions: map[string]int{}}
	join := sales.NewJoin(comparison.Rule{Within: within})
	from, until := gevel.Never, gevel.NoDate
	for r, err := range entries {
		if errors.Is(err, ErrUnfinished) {
			continue
		}
		if damaged := (*DamagedError)(nil); errors.As(err, &damaged) {
			out.Damaged = append(out.Damaged, err.Error())
			continue
		}
		if err != nil {
			return out, err
		}
		v, err := r.value()
		if err != nil {
			return out, fmt.Errorf("the answer to request %s: %w", r.Request, err)
		}
		join.Add(v)
		from, until = min(from, r.Asked.Date), max(until, r.Asked.Date+gevel.Date(within)+1)
	}
	counted := join.Sales()
	for _, row := range counted {
		out.Editions[join.Value(row).Maker]++
	}
	_, left := sales.Between(from, until)
	out.Answers, out.Unmatched, out.LeftOut = join.Values, join.Rejects.List(), left.List()
	out.Report = ratio.MeasuresOf(join.Observe(counted), o)
	return out, nil
}

// value returns an answer as a value.
func (r *Entry) value() (*comparison.Value, error) {
	var a answered
	if err := json.Unmarshal(r.Answer, &a); err != nil {
		return nil, err
	}
	said, err := r.said(&a)
	return &comparison.Value{
		Row: "request " + r.Request, Maker: r.Edition(), Homes: []string{a.BagID}, Day: gevel.Some(r.Asked.Date),
		Given: r.Time, Said: said,
	}, err
}

// said returns the value of an answer with its promises.
func (r *Entry) said(a *answered) (ratio.Observation, error) {
	o := ratio.Observation{Value: float64(a.Value), HasValue: true}
	var faults []error
	number := func(name string) float64 {
		v, err := strconv.ParseFloat(r.Meta[name], 64)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", name, err))
		}
		return v
	}
	o.Low80, o.High80, o.FSD = number("valueLow"), number("valueHigh"), number("forecastStandardDeviation")
	if a.Accuracy != nil {
		o.Accuracy = gevel.Some(*a.Accuracy)
	}
	if a.Class != nil {
		o.Class = gevel.Some(gevel.ConfidenceClass(*a.Class))
	}
	if a.Type != nil {
		o.Segments = append(o.Segments, ratio.Segment{Dimension: ratio.DimensionType, Name: *a.Type})
	}
	return o, errors.Join(faults...)
}
