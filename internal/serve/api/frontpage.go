// The page in the browser, which somebody else serves: where it is routed.

package api

import (
	"net/http"
	"strings"
)

// Page is the page in the browser with its files.
type Page interface {
	http.Handler
	// Has reports whether there is something at a path.
	Has(path string) bool
}

const (
	assetsPath = "/assets/"
	recordPath = pageBase + "/accuracy"
)

// pageAt returns the label of the route if the page answers this request: at /, at the paths of its files, and where a
// browser is led to the record, which has the same path as what the page asks.
func (s *Service) pageAt(r *http.Request) (route string, ok bool) {
	path := r.URL.Path
	switch {
	case s.page == nil:
		return "", false
	case strings.HasPrefix(path, assetsPath):
		return assetsPath, s.page.Has(path)
	case path == recordPath:
		return path, r.Header.Get("Authorization") == "" && strings.Contains(r.Header.Get("Accept"), "text/html")
	}
	return path, path == "/"
}
