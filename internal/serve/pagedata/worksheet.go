package pagedata

import (
	"fmt"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
	"github.com/gevel/gevel/internal/value/worksheet"
)

// POST /page/worksheet: the value of a home by an appraiser's judgement of its comparables. Nothing of it is kept here but
// the entry of the valuation log.

type pageWorksheet struct {
	present.Worksheet
	Comparables []present.JudgedComparable `json:"comparables" doc:"of the home as corrected, those with the most weight in the model first"`
}

func (p *Page) worksheetEndpoint(table gevel.Attributes) frame.Endpoint {
	return frame.Endpoint{
		Path: "/worksheet", OperationID: "postWorksheet", Input: "ExplainedHomeInput",
		Summary: "The value by an appraiser's judgement",
		Doc: "The home's comparables, picked or rejected with a reason each, and its characteristics, corrected with a source each: " +
			"the chosen comparables' indication is reconciled with the model's value by the errors of both on unseen sales. A body without " +
			"entries lists the comparables. Each request is an entry of the valuation log, if one is kept, and gevel replay repeats it.",
		Data:        pageWorksheet{},
		Body:        judgementBody,
		MetaDoc:     "As /v1/homevalue, of the model's value of the home as corrected.",
		NotFoundDoc: endpoints.ValuationNotFound,
		Handler:     frame.Handle(endpoints.ExplainedTable(table), p.worksheet),
	}
}

// judgementBody is the body of both endpoints.
var judgementBody = &frame.Body{
	Type: worksheet.Judgement{},
	Doc:  "The judgement. What the query gives of the home counts where the body corrects nothing.",
}

func (p *Page) worksheetReportEndpoint(table gevel.Attributes) frame.Endpoint {
	return frame.Endpoint{
		Path: "/worksheet/report", OperationID: "postWorksheetReport", Input: "ReportInput",
		Summary:     "The property report with a worksheet",
		Doc:         "As /page/report, with the value by the judgement in the body, and all of that.",
		Media:       htmlMedia,
		Body:        judgementBody,
		NotFoundDoc: endpoints.ValuationNotFound,
		Handler:     frame.Handle(reportTable(table), p.worksheetReport),
	}
}

func (p *Page) worksheet(c frame.Call, in endpoints.ExplainedInput) (frame.Answer, error) {
	var listed explain.Listed
	j, err := p.judged(c, in.Home, func(j *judged) (err error) {
		wanted := valuation.Wanted{Limit: len(j.trace.Comparables.Sales)}
		listed, err = endpoints.Explainer(c.Live).Evidence(j.trace, wanted, explain.ByWeight)
		return err
	})
	if err != nil {
		return frame.Answer{}, err
	}
	return frame.Answer{
		Data: pageWorksheet{j.figures, present.NewJudgedComparables(listed.Comparables, j.worksheet, in.Language)},
		Meta: present.Meta(j.model),
	}, nil
}

// judged is a home valued by a judgement.
type judged struct {
	home      gevel.Inquiry // as corrected
	trace     *valuation.Trace
	model     gevel.Valuation
	worksheet worksheet.Result
	figures   present.Worksheet
}

// judged values a home by the judgement in the body, makes the rest of the answer, and records it.
func (p *Page) judged(c frame.Call, home gevel.Inquiry, rest func(*judged) error) (j judged, err error) {
	judgement, err := worksheet.Parse(c.Body)
	if err != nil {
		return j, err
	}
	if j.home, err = corrected(c, home, judgement.Corrections); err != nil {
		return j, err
	}
	then := func(t *valuation.Trace, model *gevel.Valuation) (*present.Worksheet, error) {
		j.trace, j.model = t, *model
		if j.worksheet, err = worksheet.New(t, judgement); err != nil {
			return nil, err
		}
		j.figures = present.NewWorksheet(j.worksheet, model.Value)
		return &j.figures, rest(&j)
	}
	_, err = p.values.Value(c, j.home, endpoints.Wish{Whole: true, Then: then})
	return j, err
}

// corrected returns a home with corrections, which are read as parameters are. Error: gevel.Invalid that names each at fault.
func corrected(c frame.Call, home gevel.Inquiry, corrections []worksheet.Correction) (gevel.Inquiry, error) {
	attributes := c.Live.Edition.Sales().Attributes
	isOther := func(r param.Row[gevel.Inquiry]) bool { return r.Attribute == nil }
	rows := slices.DeleteFunc(endpoints.HomeTable(attributes), isOther)
	given := param.Pairs{Values: map[string][]param.Cell{}}
	for _, of := range corrections {
		cell := param.Cell{Text: fmt.Sprint(of.Value)}
		if number, ok := of.Value.(float64); ok {
			cell.Number = gevel.Some(number)
		}
		given.Add(of.Characteristic, cell)
	}
	bound, err := param.BindRow(param.TableOf(rows), given, param.Limits{Today: home.Date, Oldest: c.Live.Valuer.Oldest()})
	if err != nil {
		return home, err
	}
	right, err := param.Fill(rows, bound)
	if err != nil {
		return home, err
	}
	home.Overrides = attributes.Over(right.Overrides, home.Overrides)
	return home, nil
}
