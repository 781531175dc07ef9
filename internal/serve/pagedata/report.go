package pagedata

import (
	"bytes"
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/visible"
	"github.com/gevel/gevel/internal/present/propertyreport"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/value/valuation"
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

func (p *Page) report(c frame.Call, in reportInput) (frame.Answer, error) {
	t, err := p.values.Trace(c, in.Home)
	if err != nil {
		return frame.Answer{}, err
	}
	r, err := p.reportOf(c, in, t)
	if err != nil {
		return frame.Answer{}, err
	}
	if err := p.values.Record(c, in.Home, r.Explanation.Valuation); err != nil {
		return frame.Answer{}, err
	}
	return p.written(c, r)
}

// worksheetReport is report with the worksheet of the judgement in the body.
func (p *Page) worksheetReport(c frame.Call, in reportInput) (frame.Answer, error) {
	j, err := p.judged(c, in.Home)
	if err != nil {
		return frame.Answer{}, err
	}
	in.Home = j.home
	r, err := p.reportOf(c, in, j.trace)
	if err != nil {
		return frame.Answer{}, err
	}
	r.Worksheet = &j.worksheet
	return p.written(c, r)
}

// reportOf returns the report of a trace, without photos.
func (p *Page) reportOf(c frame.Call, in reportInput, t *valuation.Trace) (r propertyreport.Report, err error) {
	r = propertyreport.Report{
		Order: in.order, Language: in.Language, Made: gevel.DayOf(c.Now), MadeBy: "gevel " + p.program,
	}
	r.Case, err = derivedOf(c).desk.OfTrace(t, in.Home.Overrides)
	return r, err
}

// written answers with a report and the home's photos.
func (p *Page) written(c frame.Call, r propertyreport.Report) (frame.Answer, error) {
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
