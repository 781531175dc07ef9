package pagedata

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
	"github.com/gevel/gevel/internal/value/valuation"
	"github.com/gevel/gevel/internal/value/worksheet"
)

// GET /page/report: the property report as a file of its own.

const htmlMedia = "text/html"

// reportInput is a home, and who asks for its report.
type reportInput struct {
	endpoints.ExplainedInput
	order propertyreport.Order
}

// reportTable are the rows of a reportInput.
func reportTable(table gevel.Attributes) []param.Row[reportInput] {
	rows := endpoints.Within(endpoints.ExplainedTable(table), func(in *reportInput) *endpoints.ExplainedInput { return &in.ExplainedInput })
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
	_, err = p.values.Value(c, in.Home, endpoints.Wish{Then: then})
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
		Order: in.order, Language: in.Language, Made: gevel.DayOf(c.Now), MadeBy: "gevel " + p.program, Worksheet: w,
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
	photos, err := p.photos.At(c, r.Explanation.Valuation.Address)
	if err != nil {
		return frame.Answer{}, err
	}
	for _, photo := range photos[:min(len(photos), propertyreport.MostPhotos)] {
		picture, err := p.photos.Store.Picture(c.Ctx, photo.ID)
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
