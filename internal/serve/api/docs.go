package api

import (
	_ "embed"
	"net/http"

	"github.com/swaggest/swgui/v5/static"
	"github.com/vearutop/statigz"
)

// The page at /docs is Swagger UI from the binary. It is a page of our own around
// the two embedded files, because that needs no inline script, which the content
// policy forbids, and asks nothing of any other host.

const docsPath = "/docs"

//go:embed docs.html
var docsHTML []byte

//go:embed docs.js
var docsJS []byte

// docsPolicy lets the page load its own files and ask its own host. Swagger UI
// sets inline styles and draws with data URLs.
const docsPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// docsPages returns the page and its files by path.
func docsPages() map[string]http.Handler {
	page := withPolicy(fixed("text/html; charset=utf-8", docsHTML))
	files := http.StripPrefix(docsPath, statigz.FileServer(static.FS))
	return map[string]http.Handler{
		docsPath:                           page,
		docsPath + "/":                     page,
		docsPath + "/docs.js":              fixed("text/javascript; charset=utf-8", docsJS),
		docsPath + "/swagger-ui.css":       files,
		docsPath + "/swagger-ui-bundle.js": files,
		docsPath + "/favicon-32x32.png":    files,
	}
}

func withPolicy(page http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", docsPolicy)
		w.Header().Set("Referrer-Policy", "no-referrer")
		page.ServeHTTP(w, r)
	})
}
