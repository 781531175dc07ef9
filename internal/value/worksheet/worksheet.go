package worksheet

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/handpicked"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Result is the value of a home by a judgement.
type Result struct {
	Judgement // with what this edition found
	Before    *Found
	Changes   []Change // since Before
	// Sales are the home's own comparables and those beyond them that count, and IDs their ids; the weight of one that
	// does not count is 0.
	Sales  []explain.Sold
	IDs    []string
	Beyond int // sales that count beyond the home's own comparables
	// Chosen is how many count, none where all were rejected or nothing was judged about sales. Then the value is the
	// model's.
	Chosen int
	// Indication is what the chosen ones say, unknown without any, and Weight its share in Weighed, the value by
	// judgement of evidence alone.
	Indication gevel.Opt[gevel.Euro]
	Weight     float64
	Weighed    gevel.Euro
	// Value is the judged one: as stated, or else Weighed. Intervals, by their share of prices, and FSD are of Weighed.
	Value                            gevel.Euro
	Interval50, Interval, Interval90 gevel.Interval
	FSD                              float64
	// Learned is the number of errors of chosen comparables, out of time, behind weight and interval: 0 where the
	// edition has none, and cautious ones are taken.
	Learned int

	table gevel.Attributes
	year  int
}

// Change is what another edition, or another day, finds otherwise.
type Change struct {
	What   string `json:"what" doc:"edition, value, model, comparable (a sale that was among the home's comparables and is no more) or characteristic"`
	Name   string `json:"name" doc:"id of the sale, or column of the characteristic"`
	Before string `json:"before"`
	Now    string `json:"now" doc:"empty where there is nothing any more"`
}

// New values the home of a trace by a judgement, whose corrections of the home are in the trace. The register says where
// a sale of one's own is; nil knows no address. Error: gevel.Invalid that names each sale at fault.
func New(register *edition.Edition, t *valuation.Trace, j Judgement) (Result, error) {
	table := &t.Vintage.Handpicked
	s := Result{
		Judgement: j, Before: j.Found, Learned: table.Learned, Weighed: valuation.Euros(t.Value),
		table: t.Vintage.Sales().Attributes, year: t.Day.Year(),
	}
	if err := s.gather(register, t); err != nil {
		return Result{}, err
	}
	moved := *t
	var chosen []comps.Comparable
	for _, i := range s.Picked() {
		chosen = append(chosen, s.Sales[i].Comparable)
	}
	if s.Chosen = len(chosen); s.Chosen > 0 {
		said := comps.Weigh(chosen).Value
		for i := range s.Sales {
			if at := slices.IndexFunc(chosen, func(c comps.Comparable) bool { return c.Row == s.Sales[i].Row }); at >= 0 {
				s.Sales[i].Weight = chosen[at].Weight
			}
		}
		row := table.By(table.Of(len(chosen)), handpicked.EvidenceOf(chosen, t.Comparables.Sales, said))
		moved.Value, moved.Size = row.Value(t.Value, said), row.Size(t.Size, t.Value, said)
		s.Indication, s.Weight = gevel.Some(valuation.Euros(said)), row.Weight
		s.Weighed = valuation.Euros(moved.Value)
	}
	s.Interval50, s.Interval, s.Interval90 = moved.Interval(0.5), moved.Interval(0.8), moved.Interval(0.9)
	s.FSD, s.Value = moved.FSD(), s.Weighed
	if j.Value != nil {
		s.Value = j.Value.Euros
	}
	s.find(register, t)
	return s, nil
}

// Judged reports whether anything was judged that the value follows.
func (s *Result) Judged() bool {
	return s.Chosen > 0 || s.Judgement.Value != nil || len(s.Corrections) > 0
}

// Picked returns the places of the sales that count, those with the most weight first.
func (s *Result) Picked() (list []int) {
	for i := range s.Sales {
		if s.Sales[i].Weight > 0 {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(s.Sales[b].Weight, s.Sales[a].Weight) })
	return list
}

// Of returns the characteristic with a name, and a value of it as people read it. It is nil where the edition has none.
func (s *Result) Of(name string, value any) (a *gevel.Attribute, text string) {
	var c gevel.Characteristics
	if _, why := set(s.table, &c, name, value, s.year); why != "" {
		return s.table.Called(name), fmt.Sprint(value)
	}
	a = s.table.Called(name)
	return a, a.Text(a.Get(&c))
}

// find notes what was found for a judgement, and what has changed since it was found before.
func (s *Result) find(register *edition.Edition, t *valuation.Trace) {
	table := s.table
	now := &Found{
		Value: s.Value, Model: valuation.Euros(t.Value), Listed: []string{},
		Characteristics: table.Plain(&t.Subject.Dwelling.Characteristics),
	}
	if register != nil {
		now.Edition = register.ID()
	}
	for i, id := range s.IDs {
		if _, named := s.Verdict(id); named && i < len(t.Comparables.Sales) {
			now.Listed = append(now.Listed, id)
		}
	}
	s.Schema, s.Edition, s.Found = Schema, now.Edition, now
	before := s.Before
	if before == nil {
		return
	}
	changed := func(what, name string, before, now any) {
		if was, is := textOf(before), textOf(now); was != is {
			s.Changes = append(s.Changes, Change{what, name, was, is})
		}
	}
	changed("edition", "", before.Edition, now.Edition)
	changed("value", "", before.Value, now.Value)
	changed("model", "", before.Model, now.Model)
	for _, id := range before.Listed {
		if _, named := s.Verdict(id); named && !slices.Contains(now.Listed, id) {
			changed("comparable", id, id, nil)
		}
	}
	for i := range table {
		column := table[i].Column
		switch v := before.Characteristics[column].(type) {
		case nil, float64, string, bool:
			changed("characteristic", column, v, now.Characteristics[column])
		}
	}
}

// Verdict returns the verdict about a sale, and whether there is one.
func (j *Judgement) Verdict(sale string) (Verdict, bool) {
	i := slices.IndexFunc(j.Comparables, func(v Verdict) bool { return v.Sale == sale })
	if i < 0 {
		return Verdict{}, false
	}
	return j.Comparables[i], true
}

// Ask completes a question by the judgement's request: home and day where the question has none, and what was given of
// the home. Error: gevel.Invalid that names what of the request is at fault.
func (j *Judgement) Ask(e *edition.Edition, today gevel.Date, q *gevel.Inquiry) error {
	var f faults
	r := cmp.Or(j.Request, &Request{})
	if q.Date == gevel.NoDate {
		if q.Date = today; r.ValuationDate != nil {
			q.Date = *r.ValuationDate
		}
		if q.Date > today {
			f.add("request.valuationDate", "is %s, and today is %s", q.Date, today)
		}
	}
	switch {
	case q.PostalCode != "":
	case r.AddressQuery == gevel.AddressQuery{}:
		f.add("postalCode", "is required: neither the query nor the judgement's request names a home")
	default:
		q.AddressQuery = f.address(e, "request", r.AddressQuery)
	}
	table := e.Sales().Attributes
	if given := f.given(table, "request.given", r.Given, q.Date.Year()); len(f) == 0 {
		q.Overrides = table.Over(q.Overrides, given)
	}
	return invalid(f)
}

// address returns what names a home in a document, for a search in the register: an id alone stands for the main address.
func (f *faults) address(e *edition.Edition, at string, of gevel.AddressQuery) gevel.AddressQuery {
	if of.PostalCode == "" && of.ObjectID != "" {
		main, known := e.MainAddress(of.ObjectID)
		if !known {
			f.add(at+".bagId", "is %.20q, which the register does not have", of.ObjectID)
		}
		return main.Query()
	}
	code, err := gevel.ParsePostalCode(string(of.PostalCode))
	if err != nil {
		f.add(at+".postalCode", "is wrong: %s", err)
	}
	of.PostalCode = code
	return of
}

// Answer completes the document with the home that was valued, and the day. Error: gevel.Invalid where the judgement is
// about another home.
func (j *Judgement) Answer(t *valuation.Trace, given gevel.Characteristics, today gevel.Date) error {
	a, of := &t.Subject.Address, j.Request
	if of != nil && of.ObjectID != "" && of.ObjectID != a.ObjectID {
		var f faults
		f.add("request.bagId", "is %.20q, and the query is about %s, %s: a judgement is of one home", of.ObjectID, a.ObjectID, a)
		return invalid(f)
	}
	j.Request = &Request{a.Query(), &t.Day, t.Vintage.Sales().Attributes.Plain(&given)}
	if j.Day == nil {
		j.Day = &today
	}
	return nil
}
