package api

import (
	"fmt"
	"strings"

	"github.com/gevel/gevel"
)

// Surfaces: the endpoints below one path, with the description of their own; and who answers
// at a path.

// A surface is a set of endpoints below a base.
type surface struct {
	base      string
	title     string
	version   string
	overview  string
	tags      []tagObject
	endpoints []endpoint
}

// surfaces returns those of the service, with the characteristics of a table for parameters.
func surfaces(table gevel.Attributes) []surface {
	all := []surface{published(table), page(table)}
	for _, of := range all {
		for i := range of.endpoints {
			of.endpoints[i].base = of.base
		}
	}
	return all
}

// published is the surface of the five endpoints.
func published(table gevel.Attributes) surface {
	return surface{base: base, title: title, version: Version, overview: overview, tags: tags, endpoints: endpoints(table)}
}

// describeAll returns the descriptions of surfaces and of batches, by base.
func describeAll(all []surface, l *Live) (map[string]packed, error) {
	texts := map[string]packed{}
	add := func(base string, text []byte, err error) error {
		if err == nil {
			texts[base], err = pack(text)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", base, err)
		}
		return nil
	}
	example := l.example()
	for _, of := range all {
		text, err := describe(of, example)
		if err := add(of.base, text, err); err != nil {
			return nil, err
		}
	}
	text, err := describeBatch(l)
	return texts, add(batchPath, text, err)
}

// router finds the endpoint at a path.
type router struct {
	exact   map[string]*endpoint
	pattern []*endpoint // those with segments that are parameters
}

func newRouter(all []surface) *router {
	r := &router{exact: map[string]*endpoint{}}
	for _, of := range all {
		for i := range of.endpoints {
			e := &of.endpoints[i]
			if strings.Contains(e.path, "{") {
				r.pattern = append(r.pattern, e)
			} else {
				r.exact[e.base+e.path] = e
			}
		}
	}
	return r
}

// find returns the endpoint at a path, and the segments that are its parameters, by name.
func (r *router) find(path string) (_ *endpoint, segments map[string]string, ok bool) {
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
func (e *endpoint) match(path string) (map[string]string, bool) {
	want, got := strings.Split(e.base+e.path, "/"), strings.Split(path, "/")
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
