package api

import "strings"

// A surface is a set of endpoints below a base, which has a description of its own.
type surface struct {
	base      string
	title     string
	version   string
	overview  string
	tags      []Tag
	endpoints []endpoint
}

// Tag is what endpoints are grouped by: a scope of keys.
type Tag struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// newSurface returns a surface whose endpoints lie below its base.
func newSurface(of surface) surface {
	for i := range of.endpoints {
		of.endpoints[i].base = of.base
	}
	return of
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
