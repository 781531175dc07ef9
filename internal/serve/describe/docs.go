package describe

import (
	_ "embed"
	"html"
	"net/http"
	"strings"

	"github.com/swaggest/swgui/v5/static"
	"github.com/vearutop/statigz"

	"github.com/gevel/gevel/internal/serve/frame"
)

// The page at /docs is Swagger UI from the binary. It is a page of our own around the two embedded files, because
// that needs no inline script, which the content policy forbids, and asks nothing of any other host.

// Path is the path of the page.
const Path = "/docs"

//go:embed docs.html
var docsHTML string

//go:embed docs.js
var docsJS []byte

// docsPolicy lets the page load its own files and ask its own host. Swagger UI
// sets inline styles and draws with data URLs.
const docsPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Pages returns the page and its files by path. The page fills in the key, if one is given.
func Pages(key string) map[string]http.Handler {
	filledIn := strings.ReplaceAll(docsHTML, "{{key}}", html.EscapeString(key))
	page := withPolicy(frame.Fixed("text/html; charset=utf-8", []byte(filledIn)))
	files := http.StripPrefix(Path, statigz.FileServer(static.FS))
	return map[string]http.Handler{
		Path:                           page,
		Path + "/":                     page,
		Path + "/docs.js":              frame.Fixed("text/javascript; charset=utf-8", docsJS),
		Path + "/swagger-ui.css":       files,
		Path + "/swagger-ui-bundle.js": files,
		Path + "/favicon-32x32.png":    files,
	}
}

func withPolicy(page http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", docsPolicy)
		w.Header().Set("Referrer-Policy", "no-referrer")
		page.ServeHTTP(w, r)
	})
}
