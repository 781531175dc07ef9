package api

import (
	"bytes"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/propertyreport"
)

// GET /page/report: the property report as a file of its own.

const htmlMedia = "text/html"

func (p *PageAnswers) pageReport(c call, in pageHomeInput) (answer, error) {
	e, err := p.explain(c, in.home)
	if err != nil {
		return answer{}, err
	}
	r := propertyreport.Report{
		Explanation: e, Language: in.language, Made: gevel.DayOf(c.now), MadeBy: "gevel " + p.program,
		Buildings: c.live.Edition.Buildings(),
	}
	photos, err := p.photos.At(c, e.Valuation.Address)
	if err != nil {
		return answer{}, err
	}
	for _, photo := range photos[:min(len(photos), propertyreport.MostPhotos)] {
		picture, err := p.photos.Store.Picture(c.ctx, photo.ID)
		if gevel.CodeOf(err) == gevel.NotFound {
			continue // taken down meanwhile
		}
		if err != nil {
			return answer{}, err
		}
		r.Photos = append(r.Photos, propertyreport.Photo{
			Picture: picture, Source: photo.Source, Taken: gevel.DayOf(photo.TakenAt),
		})
	}
	var b bytes.Buffer
	if err := propertyreport.Write(&b, r); err != nil {
		return answer{}, err
	}
	return answer{content: &content{media: htmlMedia + "; charset=utf-8", body: b.Bytes()}}, nil
}
