package api

import (
	"errors"
	"maps"
	"net/http"
	"path"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/serve/agent"
	"github.com/gevel/gevel/internal/serve/batch"
	"github.com/gevel/gevel/internal/serve/describe"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/features"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/loans"
	"github.com/gevel/gevel/internal/serve/measure"
	"github.com/gevel/gevel/internal/serve/pagedata"
	"github.com/gevel/gevel/internal/serve/seals"
)

// Which handler answers a path.

const (
	openAPIPath      = endpoints.Base + openAPIFile
	pageOpenAPI      = pagedata.Base + openAPIFile
	featuresOpenAPI  = features.Base + openAPIFile
	batchOpenAPIPath = "/batch" + openAPIFile
	openAPIFile      = "/openapi.json"
	imagesPath       = "/images/"
)

// openPaths returns what is answered without a key, by path.
func (s *Service) openPaths(metrics http.Handler) map[string]http.Handler {
	open := map[string]http.Handler{
		"/":              http.RedirectHandler(describe.Path, http.StatusFound), // where there is no page
		openAPIPath:      s.openAPI(endpoints.Base),
		pageOpenAPI:      s.openAPI(pagedata.Base),
		featuresOpenAPI:  s.openAPI(features.Base),
		batchOpenAPIPath: s.openAPI(batch.Path),
		"/healthz":       http.HandlerFunc(s.healthz),
		"/readyz":        http.HandlerFunc(s.readyz),
		"/metrics":       metrics,
	}
	if agents := &s.settings.Agents; agents.AuthorizationServer != "" {
		open[agent.ResourcePath] = agents.Resource(s.parts.Public)
		open[agent.ResourcePath+agent.Path] = open[agent.ResourcePath]
	}
	if file := s.settings.Seals.Seals; file != "" {
		open[seals.Path] = seals.Handler(file, s.parts.Log)
	}
	maps.Copy(open, describe.Pages(s.parts.PageKey))
	return open
}

// routes returns the labels of routes in metrics.
func routes() []string {
	return list.Of(measure.All(), func(m measure.Measure) string { return m.Path })
}

// route finds the handler that answers. Where there is none, the error names the path that is meant: slashes, dots,
// escapes and capitals are not read away, since a proxy before the service may read them otherwise.
func (s *Service) route(x *frame.Exchange, r *http.Request) error {
	given := pathOf(r)
	if below(endpoints.Base, given) {
		x.Header().Set(frame.VersionHeader, endpoints.Version)
	}
	err := s.serveAt(given, x, r)
	if front := s.parts.FrontPage; errors.Is(err, errNoPath) && front != nil && wantsPage(r) && !below(endpoints.Base, given) {
		return s.pass("/", x, r, func(*visit) (frame.Sendable, error) {
			front.ServeNothing(x)
			return nil, nil
		})
	}
	right := strings.ToLower(path.Clean(r.URL.Path))
	if errors.Is(err, errNoPath) && right != given && right != "/" && s.has(right) {
		return gevel.Failure(gevel.NotFound, "", "%s; the right one is %s", errNoPath.Message, right)
	}
	return err
}

// has reports whether there is an endpoint or an open page at a path.
func (s *Service) has(path string) bool {
	_, _, ok := s.routers.Of(s.parts.Current.Get()).Find(path)
	return ok || s.open[path] != nil || path == batch.Path || path == loans.Path || path == agent.Path
}

func (s *Service) serveAt(path string, x *frame.Exchange, r *http.Request) error {
	if page, route := s.openAt(path, x, r); page != nil {
		return s.pass(route, x, r, func(v *visit) (frame.Sendable, error) {
			page.ServeHTTP(x, r)
			return nil, nil
		})
	}
	switch {
	case path == loans.Path:
		return s.passUpload(path, x, r, s.loans.Serve)
	case path == batch.Path:
		return s.passUpload(path, x, r, s.batches.Serve)
	case path == agent.Path:
		return challenge(x, s.settings.Agents.Challenge(s.parts.Public, r.Header.Get("Authorization")), s.pass(path, x, r, s.serveAgent))
	case below(features.Base, path):
		return challenge(x, `Basic realm="gevel", Bearer`, s.serveEndpoint(x, r))
	case below(endpoints.Base, path), below(pagedata.Base, path):
		return s.serveEndpoint(x, r)
	case s.parts.Images != nil && strings.HasPrefix(path, imagesPath):
		return s.pass(imagesPath, x, r, func(*visit) (frame.Sendable, error) {
			err := s.parts.Images(x, r)
			s.endpoints.Photos.Count(err)
			return nil, err
		})
	}
	return errNoPath
}

// challenge returns an error. Where that asks for a key, the answer says how a key can be given here.
func challenge(x *frame.Exchange, how string, err error) error {
	if err != nil && frame.StatusOfError(err) == http.StatusUnauthorized {
		x.Header().Set("WWW-Authenticate", how)
	}
	return err
}

func (s *Service) pass(route string, x *frame.Exchange, r *http.Request, work work) error {
	return s.door.pass(measure.Must(route), x, r, work)
}

// passUpload has an upload of homes answered, while there is an edition to do it from.
func (s *Service) passUpload(route string, x *frame.Exchange, r *http.Request, serve func(*frame.Exchange, *http.Request) error) error {
	x.Live = s.parts.Current.Get()
	return s.pass(route, x, r, func(*visit) (frame.Sendable, error) {
		if err := x.Live.Lost(); err != nil {
			return nil, err
		}
		return nil, serve(x, r)
	})
}

// openAt returns what answers at a path without a key, nil for nothing, and its route. The page in the browser answers
// at /, at the paths of its files, and where a browser is led to the accuracy, whose path is also what the page asks.
func (s *Service) openAt(path string, x *frame.Exchange, r *http.Request) (page http.Handler, route string) {
	front := s.parts.FrontPage
	switch isLed := path == accuracyPath && wantsPage(r); {
	case front != nil && (isLed || path == "/"):
		return front, "/"
	case front != nil && strings.HasPrefix(path, assetsPath) && front.Has(path):
		return front, assetsPath
	case isLed:
		x.Header().Add("Vary", "Accept, Authorization")
		return s.open["/"], "/"
	}
	return s.open[path], routeOf(path)
}

// routeOf returns the route of what is open at a path.
func routeOf(path string) string {
	for _, base := range []string{describe.Path, agent.ResourcePath} {
		if below(base, path) {
			return base
		}
	}
	return path
}

// below reports whether a path is a base, or below it.
func below(base, path string) bool { return path == base || strings.HasPrefix(path, base+"/") }

// pathOf returns the path of a request. An escaped slash separates nothing.
func pathOf(r *http.Request) string {
	if strings.Contains(strings.ToLower(r.URL.RawPath), "%2f") {
		return r.URL.RawPath
	}
	return r.URL.Path
}

var errNoPath = &gevel.Error{Code: gevel.NotFound, Message: "there is nothing at this path"}

// FrontPage is the page in the browser with its files.
type FrontPage interface {
	http.Handler
	// Has reports whether there is something at a path.
	Has(path string) bool
	// ServeNothing answers 404 with the page, which says that there is nothing at its path.
	ServeNothing(w http.ResponseWriter)
}

const (
	assetsPath   = "/assets/"
	accuracyPath = pagedata.Base + pagedata.AccuracyPath
)

// wantsPage reports whether it is a browser that asks, for a page to look at.
func wantsPage(r *http.Request) bool {
	return r.Header.Get("Authorization") == "" && strings.Contains(r.Header.Get("Accept"), "text/html")
}
