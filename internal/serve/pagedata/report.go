package pagedata

import (
	"bytes"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/visible"
	"github.com/gevel/gevel/internal/present/propertyreport"
	"github.com/gevel/gevel/internal/serve/frame"
)

// GET /page/report: the property report as a file of its own.

const htmlMedia = "text/html"

func (p *Page) report(c frame.Call, in homeInput) (frame.Answer, error) {
	e, err := p.explain(c, in.home)
	if err != nil {
		return frame.Answer{}, err
	}
	r := propertyreport.Report{
		Explanation: e, Language: in.language, Made: gevel.DayOf(c.Now), MadeBy: "gevel " + p.program,
		Buildings: c.Live.Edition.Buildings(),
	}
	photos, err := p.photos.At(c, e.Valuation.Address)
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
