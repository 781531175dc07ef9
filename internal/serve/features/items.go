package features

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/paulmach/orb"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/frame"
)

// Features of a collection, by pages or one alone.

func (f *Features) items(c frame.Call, of collection, in question) (frame.Answer, error) {
	s, err := in.understand()
	if err != nil {
		return frame.Answer{}, err
	}
	paged := &pager{offset: in.offset, limit: in.limit}
	found, err := of.items(c, s, paged)
	if err != nil {
		return frame.Answer{}, err
	}
	path, query := "/collections/"+of.id+"/items", query(c)
	o := collectionObject{
		Type: "FeatureCollection", TimeStamp: c.Now.UTC().Format(time.RFC3339), NumberReturned: paged.returned,
		Links: f.bothWays(path, geoJSONMedia, in.isHTML(c), query), Features: []featureObject{},
	}
	all := "More than " + strconv.Itoa(paged.matched) + " in all."
	if !paged.beyond {
		o.NumberMatched, all = &paged.matched, strconv.Itoa(paged.matched)+" in all."
	}
	if paged.more() && paged.returned > 0 {
		format, media := "json", geoJSONMedia
		if in.isHTML(c) {
			format, media = "html", "text/html"
		}
		query.Set("offset", strconv.Itoa(in.offset+paged.returned))
		o.Links = append(o.Links, link{f.with(path, query, format), "next", media, "The next page"})
	}
	o.Links = append(o.Links, link{f.at("/collections/" + of.id), "collection", jsonMedia, of.title})
	for _, one := range found {
		object, err := one.object()
		if err != nil {
			return frame.Answer{}, err
		}
		o.Features = append(o.Features, object)
	}
	p := page{Title: of.title, Doc: all, Links: o.Links, body: o, media: geoJSONMedia}
	p.Header, p.Rows = f.table(path, found)
	return s.answer(c, p)
}

func (f *Features) item(c frame.Call, of collection, in question) (frame.Answer, error) {
	s, err := in.understand()
	if err != nil {
		return frame.Answer{}, err
	}
	one, err := of.item(c, s)
	if err != nil {
		return frame.Answer{}, err
	}
	path := "/collections/" + of.id + "/items"
	object, err := one.object()
	if err != nil {
		return frame.Answer{}, err
	}
	object.Links = append(
		f.bothWays(path+"/"+one.id, geoJSONMedia, in.isHTML(c), query(c)),
		link{f.at("/collections/" + of.id), "collection", jsonMedia, of.title},
	)
	p := page{Title: of.title + ": " + one.id, Links: object.Links, body: object, media: geoJSONMedia}
	p.Header, p.Rows = f.table(path, []feature{one})
	return s.answer(c, p)
}

// answer returns features in the form that is asked for, with the system that their positions are in.
func (s scope) answer(c frame.Call, p page) (frame.Answer, error) {
	answer, err := p.answer(c, s.question)
	if err == nil {
		c.Exchange.Header().Set("Content-Crs", "<"+string(s.out)+">")
	}
	return answer, err
}

// table shows features, a row each.
func (f *Features) table(path string, list []feature) (header []string, rows [][]cell) {
	for i, one := range list {
		row := []cell{{Text: one.id, Href: f.with(path+"/"+one.id, nil, "html")}}
		if i == 0 {
			header = []string{"id"}
		}
		for _, p := range one.properties {
			if i == 0 {
				header = append(header, p.name)
			}
			row = append(row, cell{Text: textOf(p.value)})
		}
		rows = append(rows, row)
	}
	return header, rows
}

// Features as GeoJSON.

// feature is one feature. Its properties keep their order.
type feature struct {
	id         string
	geometry   orb.Geometry
	properties []property
	address    gevel.AddressQuery // of a home, by which it is valued
}

type property struct {
	name  string
	value any // nil where it is not known
}

// featureObject is a feature in GeoJSON.
type featureObject struct {
	Type       string          `json:"type"`
	ID         string          `json:"id"`
	Geometry   geometryObject  `json:"geometry"`
	Properties json.RawMessage `json:"properties"`
	Links      []link          `json:"links,omitempty"`
}

type geometryObject struct {
	Type        string       `json:"type"`
	Coordinates orb.Geometry `json:"coordinates"`
}

type collectionObject struct {
	Type           string          `json:"type"`
	TimeStamp      string          `json:"timeStamp"`
	NumberMatched  *int            `json:"numberMatched,omitempty"`
	NumberReturned int             `json:"numberReturned"`
	Links          []link          `json:"links"`
	Features       []featureObject `json:"features"`
}

func (f feature) object() (featureObject, error) {
	text := []byte{'{'}
	for i, p := range f.properties {
		if i > 0 {
			text = append(text, ',')
		}
		name, err := json.Marshal(p.name)
		if err != nil {
			return featureObject{}, err
		}
		value, err := json.Marshal(p.value)
		if err != nil {
			return featureObject{}, err
		}
		text = append(append(append(text, name...), ':'), value...)
	}
	return featureObject{
		Type: "Feature", ID: f.id, Geometry: geometryObject{f.geometry.GeoJSONType(), f.geometry},
		Properties: append(text, '}'),
	}, nil
}
