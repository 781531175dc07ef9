package loans

import (
	"fmt"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/describe"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/measure"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/upload"
)

// terms are the parameters of a portfolio.
type terms struct {
	date, since gevel.Opt[gevel.Date]
	shock       gevel.Opt[float64]
}

func termsTable() []param.Row[terms] {
	day := func(name, doc string, of func(*terms) *gevel.Opt[gevel.Date]) param.Row[terms] {
		return param.Row[terms]{
			Param: param.Param{Name: name, Kind: param.Day, Bounds: endpoints.ValuationDateBounds, Doc: doc},
			Set: func(in *terms, v param.Value) error {
				*of(in) = gevel.Opt[gevel.Date]{V: gevel.Date(v.Number), Known: v.Given}
				return nil
			},
		}
	}
	type field = *gevel.Opt[gevel.Date]
	return []param.Row[terms]{
		day(param.ValuationDate, "The valuation date; the default is today in Europe/Amsterdam.",
			func(in *terms) field { return &in.date }),
		day("since", "Compare with the value on this day where a row gives no earlier value.",
			func(in *terms) field { return &in.since }),
		{
			Param: param.Param{
				Name: "shock", Kind: param.Text, Doc: "Also work totals out after a change of all prices: -0.20 is a fall of 20 %.",
			},
			Set: func(in *terms, v param.Value) (err error) {
				if v.Given {
					in.shock, err = readShock(v.Spelled)
				}
				return err
			},
		},
	}
}

// readShock reads a change of prices, that leaves homes something of their value.
func readShock(text string) (gevel.Opt[float64], error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v > -1 && v <= 1) { // NaN is neither
		return gevel.Opt[float64]{}, param.Invalid([]gevel.Detail{{
			Reason: "shock", Message: "shock " + param.Quote(text) + " is not greater than -1 and at most 1: -0.20 is a fall of 20 %",
		}})
	}
	return gevel.Some(v), nil
}

// complete sets the valuation date where none is given.
func (t *terms) complete(today gevel.Date) error {
	if !t.date.Known {
		t.date = gevel.Some(today)
	}
	if t.since.Known && t.since.V >= t.date.V {
		return param.Invalid([]gevel.Detail{{
			Reason: "since", Message: fmt.Sprintf("since %s does not lie before the valuation date, %s", t.since.V, t.date.V),
		}})
	}
	return nil
}

// Described returns the description of a portfolio.
func Described() describe.PathItem {
	o := &describe.Operation{
		OperationID: "postPortfolio", Summary: "The totals of homes that secure loans",
		Description: fmt.Sprintf("What gevel portfolio --json writes of a file, in the envelope of /v1: loans to value, "+
			"the cap of article "+
			"229(1)(e) CRR, and the distribution of the book, whose homes err together. At most %d rows, each a request to "+
			"the key's quota "+
			"and rate; no value of a home is answered.", measure.Must(Path).Rows),
		Tags: []string{"valuation"}, Responses: upload.Responses(),
	}
	for _, p := range param.TableOf(termsTable()) {
		o.Parameters = append(o.Parameters, describe.Parameter(p, nil))
	}
	text, totals := describe.StringSchema, &describe.Schema{Type: "object"}
	o.Responses["200"] = describe.Response("The totals.", describe.Object(
		describe.Property{Name: "id", Schema: text},
		describe.Property{Name: "params", Schema: &describe.Schema{Type: "object"}},
		describe.Property{Name: "data", Schema: totals.Described("the totals: homes, exposure, values, now, capped, shock, " +
			"groups, book, bookShocked and others")},
		describe.Property{Name: "status", Schema: text},
	))
	o.RequestBody = &describe.BodyObject{
		Description: "A row per home and loan, with columns as of gevel portfolio: the home, loan_amount, and optionally " +
			"origination_date, " +
			"origination_value, last_value and last_date. Content-Encoding gzip is read too.",
		Required: true, Content: map[string]describe.MediaTypeObject{
			upload.CSVType: {Schema: text}, upload.JSONType: {Schema: &describe.Schema{Type: "array", Items: &describe.Schema{Type: "object"}}},
		},
	}
	return describe.PathItem{Post: o}
}
