package pagedata

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
	"github.com/gevel/gevel/internal/value/worksheet"
)

// POST /page/worksheet: the value of a home by an appraiser's judgement of sales. Nothing of it is kept here but the entry
// of the valuation log.

type pageWorksheet struct {
	present.Worksheet
	Comparables []present.JudgedComparable `json:"comparables" doc:"of the home as corrected, those with the most weight in the model first; then the sales beyond them that count"`
}

func (p *Page) worksheetEndpoint(table gevel.Attributes) frame.Endpoint {
	return frame.Endpoint{
		Path: "/worksheet", OperationID: "postWorksheet", Input: "JudgedHomeInput",
		Summary: "The value by an appraiser's judgement",
		Doc: "Sales picked or rejected with a reason each (the home's comparables, other sales of the edition by their id, the " +
			"appraiser's own), their adjustments corrected, the home's characteristics corrected with a source each, and a value " +
			"that the appraiser states: the chosen sales' indication is reconciled with the model's value by the errors of both on " +
			"unseen sales. A body without entries lists the comparables. The judgement in the answer is the document to keep: sent " +
			"again, on this or on a later edition, without a query, it is answered again, with what has changed. A picked sale beyond " +
			"the home's comparables costs a use more. Each request is an entry of the valuation log, if one is kept, and gevel replay " +
			"repeats it.",
		Data:        pageWorksheet{},
		Body:        judgementBody,
		MetaDoc:     "As /v1/homevalue, of the model's value of the home as corrected.",
		NotFoundDoc: endpoints.ValuationNotFound,
		Handler:     frame.Handle(documented(endpoints.ExplainedTable(table)), p.worksheet),
	}
}

// judgementBody is the body of both endpoints.
var judgementBody = &frame.Body{
	Type: worksheet.Judgement{},
	Doc: "The judgement, as a document that was kept, or new. The query says which home and which day, or else its " +
		"request does. What the query gives of the home counts where the body corrects nothing.",
}

func (p *Page) worksheetReportEndpoint(table gevel.Attributes) frame.Endpoint {
	return frame.Endpoint{
		Path: "/worksheet/report", OperationID: "postWorksheetReport", Input: "JudgedReportInput",
		Summary:     "The property report with a worksheet",
		Doc:         "As /page/report, with the value by the judgement in the body, and all of that.",
		Media:       htmlMedia,
		Body:        judgementBody,
		NotFoundDoc: endpoints.ValuationNotFound,
		Handler:     frame.Handle(documented(reportTable(table)), p.worksheetReport),
	}
}

// documented are rows whose home and day may be missing: a document says them too.
func documented[In any](rows []param.Row[In]) []param.Row[In] {
	for i := range rows {
		switch r := &rows[i]; r.Name {
		case "postalCode", "houseNumber":
			r.Required = false
			r.Doc += " Where it is not given, the judgement's request says which home is meant."
		case param.ValuationDate:
			set := r.Set
			r.Fallback, r.Set = nil, func(in *In, v param.Value) error {
				if !v.Given {
					v.Number = int(gevel.NoDate)
				}
				return set(in, v)
			}
			r.Doc = "The day that the value is of; the default is the day of the judgement's request, or else today."
		}
	}
	return rows
}

func (p *Page) worksheet(c frame.Call, in endpoints.ExplainedInput) (frame.Answer, error) {
	var list []explain.Comparable
	j, err := p.judged(c, in.Home, func(j *judged) (err error) {
		list, err = endpoints.Explainer(c.Live).Judged(j.trace, j.worksheet.Sales)
		return err
	})
	if err != nil {
		return frame.Answer{}, err
	}
	return frame.Answer{
		Data: pageWorksheet{j.figures, present.NewJudgedComparables(list, j.worksheet, in.Language)},
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

// judged values a home by the judgement in the body, makes the rest of the answer, charges for the sales beyond the home's
// own comparables, and records it.
func (p *Page) judged(c frame.Call, asked gevel.Inquiry, rest func(*judged) error) (j judged, err error) {
	judgement, err := worksheet.Parse(c.Body)
	if err != nil {
		return j, err
	}
	table := c.Live.Edition.Sales().Attributes
	if err := judgement.Ask(c.Live.Edition, gevel.DayOf(c.Now), &asked); err != nil {
		return j, err
	}
	right, err := worksheet.Corrected(table, judgement.Corrections, asked.Date.Year())
	if err != nil {
		return j, err
	}
	j.home = asked
	j.home.Overrides = table.Over(right, asked.Overrides)
	then := func(t *valuation.Trace, model *gevel.Valuation) (*present.Worksheet, error) {
		j.trace, j.model = t, *model
		if err := judgement.Answer(t, asked.Overrides, gevel.DayOf(c.Now)); err != nil {
			return nil, err
		}
		if j.worksheet, err = worksheet.New(c.Live.Edition, t, judgement); err != nil {
			return nil, err
		}
		for range j.worksheet.Beyond {
			if err := c.Admit(); err != nil {
				return nil, err
			}
		}
		j.figures = present.NewWorksheet(j.worksheet, model.Value)
		return &j.figures, rest(&j)
	}
	_, err = p.values.Value(c, j.home, endpoints.Wish{Whole: true, Then: then})
	return j, err
}
