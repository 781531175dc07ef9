package api

import (
	"net/http"
	"strings"

	"github.com/gevel/gevel"
)

// Which path is answered by whom.

const (
	openAPIPath      = base + openAPIFile
	pageOpenAPI      = pageBase + openAPIFile
	batchOpenAPIPath = "/batch" + openAPIFile
	openAPIFile      = "/openapi.json"
	imagesPath       = "/images/"
)

// openPaths returns what is answered without a key, by path.
func (s *Service) openPaths(metrics http.Handler) map[string]http.Handler {
	open := map[string]http.Handler{
		"/":              http.RedirectHandler(docsPath, http.StatusFound), // where there is no page
		openAPIPath:      s.openAPI(base),
		pageOpenAPI:      s.openAPI(pageBase),
		batchOpenAPIPath: s.openAPI(batchPath),
		"/healthz":       http.HandlerFunc(s.healthz),
		"/readyz":        http.HandlerFunc(s.readyz),
		"/metrics":       metrics,
	}
	for path, page := range docsPages() {
		open[path] = page
	}
	return open
}

// routes returns the labels of routes in metrics.
func (s *Service) routes() []string {
	routes := []string{imagesPath, openAPIPath, pageOpenAPI, batchPath, batchOpenAPIPath, "/healthz", "/readyz", "/metrics"}
	for _, of := range s.surfaces(nil) {
		for _, e := range of.endpoints {
			routes = append(routes, e.base+e.path)
		}
	}
	return routes
}

// route finds who answers.
func (s *Service) route(x *exchange, r *http.Request) error {
	path := r.URL.Path
	if route, ok := s.frontPageAt(r); ok {
		x.route = route
		return serveRead(s.frontPage, x, r)
	}
	if page, ok := s.open[path]; ok {
		x.route = path
		return serveRead(page, x, r)
	}
	switch {
	case path == recordPath && wantsPage(r):
		x.route = path
		x.Header().Add("Vary", "Accept, Authorization")
		return serveRead(s.open["/"], x, r)
	case below(base, path), below(pageBase, path):
		return s.serveEndpoint(x, r)
	case path == batchPath:
		return s.batches.Serve(x, r)
	case s.images != nil && strings.HasPrefix(path, imagesPath):
		return s.serveImage(x, r)
	}
	return errNoPath
}

func (s *Service) serveImage(x *exchange, r *http.Request) error {
	x.route = imagesPath
	if err := s.load.Downloads.Enter(r.Context()); err != nil {
		return err
	}
	defer s.load.Downloads.Leave()
	if err := checkMethod(r); err != nil {
		return err
	}
	err := s.images(x, r)
	s.endpoints.Photos.Count(err)
	return err
}

// below reports whether a path is a base, or below it.
func below(base, path string) bool { return path == base || strings.HasPrefix(path, base+"/") }

var errNoPath = &gevel.Error{Code: gevel.NotFound, Message: "there is nothing at this path"}

// serveRead lets page answer, if the request only reads.
func serveRead(page http.Handler, x *exchange, r *http.Request) error {
	if err := checkMethod(r); err != nil {
		return err
	}
	page.ServeHTTP(x, r)
	return nil
}
