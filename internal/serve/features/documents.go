package features

// What is here: the landing page, the conformance classes and the collections.

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"net/url"
	"strings"

	"github.com/gevel/gevel/internal/serve/describe"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
)

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
			link{f.at(path + "/queryables"), queryablesRel, schemaMedia, "What it may be asked for"},
		),
		CRS: []string{crs84URI, rdURI}, StorageCRS: rdURI,
	}
	is := extentsOf.Of(c.Live)
	b := of.extent(is)
	o.Extent.Spatial.BBox, o.Extent.Spatial.CRS = [][4]float64{{b.Left(), b.Bottom(), b.Right(), b.Top()}}, crs84URI
	if of.timed {
		o.Extent.Temporal = &temporal{[][2]*string{is.days}}
	}
	return o
}

// queryablesRel leads from a collection to what it may be asked for.
const queryablesRel = "http://www.opengis.net/def/rel/ogc/1.0/queryables"

type queryablesObject struct {
	Schema     string                    `json:"$schema"`
	ID         string                    `json:"$id"`
	Type       string                    `json:"type"`
	Title      string                    `json:"title"`
	Properties map[string]queryableField `json:"properties"`
	Additional bool                      `json:"additionalProperties"`
}

type queryableField struct {
	Title string `json:"title"`
	*describe.Schema
}

// fieldOf describes a parameter, without a component to refer to.
func fieldOf(p param.Param) queryableField {
	if p.Enum != nil {
		p.Enum = &param.Enumeration{Values: p.Enum.Values}
	}
	return queryableField{p.Name, describe.ParamSchema(p)}
}

func (f *Features) queryables(c frame.Call, of collection, in question) page {
	path := "/collections/" + of.id + "/queryables"
	o := queryablesObject{
		Schema: "https://json-schema.org/draft/2019-09/schema", ID: f.at(path), Type: "object", Title: of.title,
		Properties: map[string]queryableField{},
	}
	p := page{
		Title: "What may be asked of: " + of.title, Links: f.bothWays(path, schemaMedia, in.isHTML(c), nil),
		Header: []string{"property", "type"}, media: schemaMedia,
	}
	for _, one := range of.queryables {
		field := fieldOf(one)
		o.Properties[one.Name] = field
		p.Rows = append(p.Rows, []cell{{Text: one.Name}, {Text: field.Type}})
	}
	p.body = o
	return p
}

// An answer as JSON, or as a page to look at.

// page is an answer in both forms.
type page struct {
	Title  string
	Doc    string
	Links  []link
	Header []string
	Rows   [][]cell
	body   any    // as JSON
	media  string // of the JSON
}

// cell is a field of a page's table.
type cell struct {
	Text string
	Href string
}

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// isHTML reports whether a page to look at is asked for.
func (in question) isHTML(c frame.Call) bool {
	if in.format != "" {
		return in.format == "html"
	}
	return strings.Contains(c.Header.Get("Accept"), "text/html")
}

// answer returns the answer in the form that is asked for.
func (p page) answer(c frame.Call, in question) (frame.Answer, error) {
	c.Exchange.Header().Add("Vary", "Accept")
	if !in.isHTML(c) {
		body, err := frame.Render(p.body)
		if err != nil {
			return frame.Answer{}, err
		}
		body = frame.Compress(c.Exchange.Header(), c.Header, body)
		return frame.Answer{Content: frame.Content{Media: p.media, Body: body.Bytes()}}, nil
	}
	h := c.Exchange.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "no-referrer")
	var text bytes.Buffer
	if err := pageTemplate.Execute(&text, p); err != nil {
		return frame.Answer{}, err
	}
	body := frame.Compress(c.Exchange.Header(), c.Header, &text)
	return frame.Answer{Content: frame.Content{Media: htmlMedia, Body: body.Bytes()}}, nil
}

// policy lets the page have its own style and nothing else.
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func textOf(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case *float64:
		if v == nil {
			return ""
		}
		return fmt.Sprint(*v)
	}
	return fmt.Sprint(value)
}

// link leads from one answer to another.
type link struct {
	Href  string `json:"href"`
	Rel   string `json:"rel"`
	Type  string `json:"type,omitempty"`
	Title string `json:"title,omitempty"`
}

// at returns the address of a path below Base.
func (f *Features) at(path string) string { return f.public + Base + path }

// bothWays returns the links of an answer to itself, in the form that it has and in the other.
func (f *Features) bothWays(path, media string, isHTML bool, query url.Values) []link {
	self := link{Href: f.with(path, query, "json"), Rel: "self", Type: media}
	other := link{Href: f.with(path, query, "html"), Rel: "alternate", Type: "text/html"}
	if isHTML {
		self.Rel, other.Rel = other.Rel, self.Rel
	}
	return []link{self, other}
}

// with returns the address of a path with a query, in a format.
func (f *Features) with(path string, query url.Values, format string) string {
	asked := url.Values{"f": {format}}
	for name, values := range query {
		if name != "f" {
			asked[name] = values
		}
	}
	return f.at(path) + "?" + asked.Encode()
}

// query returns what was asked of features, as it was spelled.
func query(c frame.Call) url.Values {
	asked := url.Values{}
	for i, p := range c.Exchange.Params.Table {
		if v := c.Exchange.Params.Values[i]; v.Given && !p.InPath {
			asked.Set(p.Name, plain(p, v))
		}
	}
	return asked
}
