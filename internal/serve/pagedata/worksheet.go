package pagedata

// POST /page/worksheet: the value of a home by an appraiser's judgement of sales. Nothing of it is kept here but the entry
// of the valuation log.

import (
	"bytes"
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/visible"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/present/propertyreport"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
	"github.com/gevel/gevel/internal/value/worksheet"
)

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
	_, err = p.Values.Value(c, j.home, endpoints.Wish{Whole: true, Then: then})
	return j, err
}

// GET /page/report: the property report as a file of its own.

const htmlMedia = "text/html"

// reportInput is a home, and who asks for its report.
type reportInput struct {
	endpoints.ExplainedInput
	order propertyreport.Order
}

// reportTable are the rows of a reportInput.
func reportTable(table gevel.Attributes) []param.Row[reportInput] {
	rows := endpoints.Within(endpoints.ExplainedTable(table),
		func(in *reportInput) *endpoints.ExplainedInput { return &in.ExplainedInput })
	for _, line := range []struct {
		name, doc string
		of        func(*propertyreport.Order) *propertyreport.Line
	}{
		{"client", "Who asked for the report, as it says.", func(o *propertyreport.Order) *propertyreport.Line { return &o.Client }},
		{"purpose", "What the report is for.", func(o *propertyreport.Order) *propertyreport.Line { return &o.Purpose }},
		{"reference", "The client's reference.", func(o *propertyreport.Order) *propertyreport.Line { return &o.Reference }},
		{"issuer", "Who issues the report.", func(o *propertyreport.Order) *propertyreport.Line { return &o.Issuer }},
	} {
		rows = append(rows, param.Row[reportInput]{
			Param: param.Param{
				Name: line.name, Kind: param.Text,
				Doc: fmt.Sprintf("%s One line of at most %d letters.", line.doc, propertyreport.MostLetters),
			},
			Set: func(in *reportInput, v param.Value) error {
				err := line.of(&in.order).UnmarshalText([]byte(v.Spelled))
				if err != nil {
					return param.Invalid([]gevel.Detail{{Reason: line.name, Message: line.name + " " + err.Error()}})
				}
				return nil
			},
		})
	}
	return rows
}

func (p *Page) report(c frame.Call, in reportInput) (answer frame.Answer, err error) {
	then := func(t *valuation.Trace, _ *gevel.Valuation) (_ *present.Worksheet, err error) {
		answer, err = p.written(c, in, t, nil)
		return nil, err
	}
	_, err = p.Values.Value(c, in.Home, endpoints.Wish{Then: then})
	return answer, err
}

// worksheetReport is report with the worksheet of the judgement in the body.
func (p *Page) worksheetReport(c frame.Call, in reportInput) (answer frame.Answer, err error) {
	_, err = p.judged(c, in.Home, func(j *judged) (err error) {
		in.Home = j.home
		answer, err = p.written(c, in, j.trace, &j.worksheet)
		return err
	})
	return answer, err
}

// written answers with the report of a trace, with the home's photos, and a worksheet if there is one.
func (p *Page) written(c frame.Call, in reportInput, t *valuation.Trace, w *worksheet.Result) (frame.Answer, error) {
	r := propertyreport.Report{
		Order: in.order, Language: in.Language, Made: gevel.DayOf(c.Now), MadeBy: "gevel " + p.Program, Worksheet: w,
	}
	var err error
	if r.Case, err = derivedOf(c).desk.OfTrace(t, in.Home.Overrides); err != nil {
		return frame.Answer{}, err
	}
	if w != nil {
		if err := r.Lead(endpoints.Explainer(c.Live), t); err != nil {
			return frame.Answer{}, err
		}
	}
	photos, err := p.Photos.At(c, r.Explanation.Valuation.Address)
	if err != nil {
		return frame.Answer{}, err
	}
	for _, photo := range photos[:min(len(photos), propertyreport.MostPhotos)] {
		picture, err := p.Photos.Store.Picture(c.Ctx, photo.ID)
		if gevel.CodeOf(err) == gevel.NotFound {
			continue // taken down meanwhile
		}
		if err != nil {
			return frame.Answer{}, err
		}
		r.Photos = append(r.Photos, propertyreport.Photo{
			Picture: picture, Source: photo.Source, Taken: gevel.DayOf(photo.TakenAt),
		})
	}
	var b bytes.Buffer
	if err := propertyreport.Write(&b, r); err != nil {
		return frame.Answer{}, err
	}
	return frame.Answer{Content: &frame.Content{Media: htmlMedia + "; charset=utf-8", Body: visible.Bytes(b.Bytes())}}, nil
}
