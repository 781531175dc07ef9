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
	if q.PostalCode == "" {
		if address, ok := e.MainAddress(r.ObjectID); ok {
			q.AddressQuery = address.Query()
		}
		if r.PostalCode != "" {
			code, err := gevel.ParsePostalCode(string(r.PostalCode))
			if err != nil {
				f.add("request.postalCode", "is wrong: %s", err)
			}
			q.AddressQuery = r.AddressQuery
			q.PostalCode = code
		}
		if q.PostalCode == "" && len(f) == 0 {
			f.add("postalCode", "is required: neither the query nor the judgement's request names a home")
		}
	}
	table := e.Sales().Attributes
	if given := f.given(table, "request.given", r.Given, q.Date.Year()); len(f) == 0 {
		q.Overrides = table.Over(q.Overrides, given)
	}
	return invalid(f)
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
