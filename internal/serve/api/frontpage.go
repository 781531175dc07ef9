// The page in the browser: where it is routed.

package api

import (
	"net/http"
	"strings"

	"github.com/gevel/gevel/internal/serve/pagedata"
)

// FrontPage is the page in the browser with its files.
type FrontPage interface {
	http.Handler
	// Has reports whether there is something at a path.
	Has(path string) bool
}

const (
	assetsPath   = "/assets/"
	accuracyPath = pagedata.Base + pagedata.AccuracyPath
)

// frontPageAt returns the label of the route if the page answers this request: at /, at the paths of its files, and where a
// browser is led to the accuracy, which has the same path as what the page asks.
func (s *Service) frontPageAt(r *http.Request) (route string, ok bool) {
	path := pathOf(r)
	switch {
	case s.parts.FrontPage == nil:
		return "", false
	case strings.HasPrefix(path, assetsPath):
		return assetsPath, s.parts.FrontPage.Has(path)
	case path == accuracyPath:
		return path, wantsPage(r)
	}
	return path, path == "/"
}

// wantsPage reports whether it is a browser that asks, for a page to look at.
func wantsPage(r *http.Request) bool {
	return r.Header.Get("Authorization") == "" && strings.Contains(r.Header.Get("Accept"), "text/html")
}
