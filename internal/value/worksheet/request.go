package worksheet

import (
	"cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/value/valuation"
)

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
