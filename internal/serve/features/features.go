// Package features answers OGC API Features below /ogc, so that QGIS, GDAL and others read areas, sales and homes as layers.
package features

import (
	"iter"

	"github.com/paulmach/orb"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/admission"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/tile"
)

// Base is the path below which features are.
const Base = "/ogc"

const (
	// version is the version of the collections and their properties.
	version = "0.1.0"

	geoJSONMedia = "application/geo+json"
	jsonMedia    = "application/json"
	schemaMedia  = "application/schema+json"
	htmlMedia    = "text/html; charset=utf-8"
)

const overview = `
OGC API Features: Part 1 (core, GeoJSON, HTML), Part 2 (CRS84 and RD New), and of Part 3 what a property is equal to. The
same keys, limits and errors as /v1; a key needs the scope valuation. It may also be the password of HTTP Basic, with any
name.
`

// conformance are the conformance classes that hold.
var conformance = []string{
	"http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core",
	"http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson",
	"http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/html",
	"http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/crs",
	"http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/queryables",
	"http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/queryables-query-parameters",
}

// Settings say what is published.
type Settings struct {
	PublishSales bool `name:"publish-sales" env:"GEVEL_PUBLISH_SALES" help:"Publish single sales, as features below /ogc and on the map of the page, to keys of scope valuation (env ${env})."`
}

// Sales says whether tiles of the map show sales.
func (s Settings) Sales() tile.Sales {
	if s.PublishSales {
		return tile.Published
	}
	return tile.Unpublished
}

// Features answers what is asked of collections.
type Features struct {
	public      string // what links begin with
	collections []collection
}

// New returns the answers to what is asked of collections, in which links begin with public. Homes are valued on
// processors that are shared with batches.
func New(s Settings, values *endpoints.Values, processors *admission.Processors, public string) *Features {
	f := &Features{public: public}
	f.collections = append(f.collections, areasCollection())
	if s.PublishSales {
		f.collections = append(f.collections, salesCollection())
	}
	f.collections = append(f.collections, homesCollection(values, processors))
	return f
}

// Surface returns the endpoints.
func (f *Features) Surface() frame.Surface {
	all := []frame.Endpoint{
		f.document("", "getLanding", "What is here", f.landing),
		f.document("/", "getLanding", "What is here", f.landing), // as clients also ask
		f.document("/conformance", "getConformance", "The conformance classes that hold", f.conformance),
		f.document("/collections", "getCollections", "The collections", f.list),
	}
	for _, c := range f.collections {
		path := "/collections/" + c.id
		all = append(
			all,
			f.document(path, "get"+c.name, c.title, func(ask frame.Call, in question) page { return f.describe(ask, c, in) }),
			f.document(path+"/queryables", "get"+c.name+"Queryables", "What may be asked of: "+c.title,
				func(ask frame.Call, in question) page { return f.queryables(ask, c, in) }),
			frame.Endpoint{
				Path: path + "/items", OperationID: "get" + c.name + "Items", Input: "FeaturesInput",
				Summary: c.title, Doc: c.doc, Media: geoJSONMedia,
				Handler: frame.Handle(itemsTable(c.queryables), func(ask frame.Call, in question) (frame.Answer, error) {
					return f.items(ask, c, in)
				}),
			},
			frame.Endpoint{
				Path: path + "/items/{id}", OperationID: "get" + c.name + "Item", Input: "FeatureInput",
				Summary: "One of: " + c.title, Doc: c.doc, Media: geoJSONMedia,
				Handler: frame.Handle(itemTable(), func(ask frame.Call, in question) (frame.Answer, error) {
					return f.item(ask, c, in)
				}),
			},
		)
	}
	return frame.NewSurface(frame.Surface{
		Base: Base, Title: "gevel: features", Version: version, Overview: overview, Endpoints: all,
		Shared: []param.Param{limitRow().Param},
		Tags:   []frame.Tag{{Name: string(gevel.ScopeValuation), Description: "For keys with the scope valuation."}},
	})
}

// document returns an endpoint that takes no parameter but the format.
func (f *Features) document(path, operation, title string, answer func(frame.Call, question) page) frame.Endpoint {
	return frame.Endpoint{
		Path: path, OperationID: operation, Input: "DocumentInput",
		Summary: title, Doc: title + ".", Media: jsonMedia,
		Handler: frame.Handle(documentTable(), func(ask frame.Call, in question) (frame.Answer, error) {
			p := answer(ask, in)
			if p.media == "" {
				p.media = jsonMedia
			}
			return p.answer(ask, in)
		}),
	}
}

// collection is what a kind of feature has of its own.
type collection struct {
	id, name   string
	title, doc string
	timed      bool          // its features have a day
	queryables []param.Param // the properties that it may be asked for, equal to a value
	extent     func(*extents) orb.Bound
	// items returns the features of a page, and counts all that match.
	items func(c frame.Call, s scope, p *pager) ([]feature, error)
	// item returns one feature. Error: gevel.NotFound.
	item func(c frame.Call, s scope) (feature, error)
}

// source yields what may be features, cheaply, and makes a feature of one.
type source[T any] struct {
	each  func(frame.Call, scope) iter.Seq[T]
	known func(frame.Call, scope, T) feature
	// finish completes a page by what costs time, for which each feature is worth a use of the key; nil where nothing does.
	finish func(frame.Call, scope, []feature) error
}

func (of source[T]) items(c frame.Call, s scope, p *pager) ([]feature, error) {
	page := []feature{}
	for one := range of.each(c, s) {
		if p.matched%1024 == 0 && c.Ctx.Err() != nil { // the caller has left
			return nil, c.Ctx.Err()
		}
		if p.uncounted() {
			break
		}
		var made feature
		if len(s.filters) > 0 {
			if made = of.known(c, s, one); !s.wants(made) {
				continue
			}
		}
		if !p.take() || of.finish != nil && !p.pay(c) {
			continue
		}
		if len(s.filters) == 0 {
			made = of.known(c, s, one)
		}
		page = append(page, made)
		p.returned++
	}
	if of.finish == nil {
		return page, nil
	}
	return page, of.finish(c, s, page)
}

var errNoFeature = &gevel.Error{Code: gevel.NotFound, Message: "there is no such feature"}
