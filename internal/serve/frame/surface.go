package frame

import (
	"strings"

	"github.com/gevel/gevel/internal/serve/measure"
)

// A Surface is a set of endpoints below a base, which has a description of its own.
type Surface struct {
	Base      string
	Title     string
	Version   string
	Overview  string
	Tags      []Tag
	Endpoints []Endpoint
}

// Tag is what endpoints are grouped by: a scope of keys.
type Tag struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// NewSurface returns a surface whose endpoints lie below its base, each with its measure. It panics where one has none.
func NewSurface(of Surface) Surface {
	for i := range of.Endpoints {
		e := &of.Endpoints[i]
		e.Base, e.Measure = of.Base, measure.Must(of.Base+e.Path)
	}
	return of
}

// Router finds the endpoint at a path.
type Router struct {
	exact   map[string]*Endpoint
	pattern []*Endpoint // those with segments that are parameters
}

// NewRouter returns a router over surfaces.
func NewRouter(all []Surface) *Router {
	r := &Router{exact: map[string]*Endpoint{}}
	for _, of := range all {
		for i := range of.Endpoints {
			e := &of.Endpoints[i]
			if strings.Contains(e.Path, "{") {
				r.pattern = append(r.pattern, e)
			} else {
				r.exact[e.Base+e.Path] = e
			}
		}
	}
	return r
}

// Find returns the endpoint at a path, and the segments that are its parameters, by name.
func (r *Router) Find(path string) (_ *Endpoint, segments map[string]string, ok bool) {
	if e, ok := r.exact[path]; ok {
		return e, nil, true
	}
	for _, e := range r.pattern {
		if segments, ok := e.match(path); ok {
			return e, segments, true
		}
	}
	return nil, nil, false
}

// match reads the segments of a path that are parameters, if it is one of the endpoint's.
func (e *Endpoint) match(path string) (map[string]string, bool) {
	want, got := strings.Split(e.Base+e.Path, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return nil, false
	}
	segments := map[string]string{}
	for i, part := range want {
		name, isParameter := strings.CutPrefix(part, "{")
		switch {
		case isParameter && got[i] != "":
			segments[strings.TrimSuffix(name, "}")] = got[i]
		case part != got[i]:
			return nil, false
		}
	}
	return segments, true
}
