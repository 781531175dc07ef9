package api

import (
	"fmt"
	"net/http"
)

// The descriptions of the edition in use.

// descriptions are those of surfaces and of batches, by their paths.
type descriptions struct {
	texts map[string]packed
	err   error
}

// describe makes the descriptions of an edition.
func (s *Service) describe(l *Live) descriptions {
	d := descriptions{texts: map[string]packed{}}
	add := func(path string, text []byte, err error) {
		if err == nil {
			d.texts[path], err = pack(text)
		}
		if err != nil && d.err == nil {
			d.err = fmt.Errorf("%s: %w", path, err)
		}
	}
	example, table := exampleOf(l), l.Edition.Sales().Attributes
	all := s.surfaces(table)
	for _, of := range all {
		text, err := describe(of, example)
		add(of.base, text, err)
	}
	text, err := describeBatch(paramsOf(homeTable(table)), all[0].endpoints[0])
	add(batchPath, text, err)
	return d
}

// openAPI answers with the description of what lies at a path.
func (s *Service) openAPI(path string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d := s.described.Of(s.current.Get())
		if d.err != nil {
			w.(*exchange).fail(d.err)
			return
		}
		d.texts[path].serve(w, r, "application/json")
	})
}
