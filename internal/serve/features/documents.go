package features

import (
	"strings"

	"github.com/gevel/gevel/internal/serve/frame"
)

// What is here: the landing page, the conformance classes and the collections.

type landingObject struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	Links       []link `json:"links"`
}

type conformanceObject struct {
	ConformsTo []string `json:"conformsTo"`
}

type collectionsObject struct {
	Links       []link           `json:"links"`
	Collections []describeObject `json:"collections"`
}

type describeObject struct {
	ID          string   `json:"id"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	ItemType    string   `json:"itemType"`
	Links       []link   `json:"links"`
	Extent      extent   `json:"extent"`
	CRS         []string `json:"crs"`
	StorageCRS  string   `json:"storageCrs"`
}

type extent struct {
	Spatial struct {
		BBox [][4]float64 `json:"bbox"`
		CRS  string       `json:"crs"`
	} `json:"spatial"`
	Temporal *temporal `json:"temporal,omitempty"`
}

type temporal struct {
	Interval [][2]*string `json:"interval"`
}

func (f *Features) landing(c frame.Call, in question) page {
	o := landingObject{
		Title: "gevel", Description: strings.TrimSpace(overview),
		Links: append(
			f.bothWays("", jsonMedia, in.isHTML(c), nil),
			link{f.at("/openapi.json"), "service-desc", "application/vnd.oai.openapi+json;version=3.0", "What can be asked"},
			link{f.public + "/docs", "service-doc", "text/html", "What can be asked, to read"},
			link{f.at("/conformance"), "conformance", jsonMedia, "Conformance classes"},
			link{f.at("/collections"), "data", jsonMedia, "Collections"},
		),
	}
	return page{Title: o.Title, Doc: o.Description, Links: o.Links, body: o}
}

func (f *Features) conformance(c frame.Call, in question) page {
	p := page{
		Title: "Conformance classes", Links: f.bothWays("/conformance", jsonMedia, in.isHTML(c), nil), Header: []string{"class"},
		body: conformanceObject{conformance},
	}
	for _, class := range conformance {
		p.Rows = append(p.Rows, []cell{{Text: class}})
	}
	return p
}

func (f *Features) list(c frame.Call, in question) page {
	o := collectionsObject{Links: f.bothWays("/collections", jsonMedia, in.isHTML(c), nil)}
	p := page{Title: "Collections", Links: o.Links, Header: []string{"collection", "what"}}
	for _, one := range f.collections {
		o.Collections = append(o.Collections, f.object(c, one, in))
		p.Rows = append(p.Rows, []cell{
			{Text: one.title, Href: f.with("/collections/"+one.id+"/items", nil, "html")},
			{Text: one.doc},
		})
	}
	p.body = o
	return p
}

func (f *Features) describe(c frame.Call, of collection, in question) page {
	o := f.object(c, of, in)
	return page{Title: o.Title, Doc: o.Description, Links: o.Links, body: o}
}

func (f *Features) object(c frame.Call, of collection, in question) describeObject {
	path := "/collections/" + of.id
	o := describeObject{
		ID: of.id, Title: of.title, Description: of.doc, ItemType: "feature",
		Links: append(
			f.bothWays(path, jsonMedia, in.isHTML(c), nil),
			link{f.with(path+"/items", nil, "json"), "items", geoJSONMedia, "As GeoJSON"},
			link{f.with(path+"/items", nil, "html"), "items", "text/html", "To look at"},
		),
		CRS: []string{crs84URI, rdURI}, StorageCRS: rdURI,
	}
	o.Extent.Spatial.BBox, o.Extent.Spatial.CRS = [][4]float64{countryExtent}, crs84URI
	if of.timed {
		o.Extent.Temporal = &temporal{[][2]*string{{nil, nil}}}
	}
	return o
}
