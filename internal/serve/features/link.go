package features

import (
	"net/url"
	"strconv"

	"github.com/gevel/gevel/internal/serve/frame"
)

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
func (in question) query(c frame.Call) url.Values {
	asked := url.Values{}
	for i, p := range c.Exchange.Params.Table {
		v := c.Exchange.Params.Values[i]
		switch {
		case !v.Given || p.InPath:
		case v.Spelled != "":
			asked.Set(p.Name, v.Spelled)
		case p.Name == "valuationDate":
			asked.Set(p.Name, in.day.String())
		default:
			asked.Set(p.Name, strconv.Itoa(v.Number))
		}
	}
	return asked
}
