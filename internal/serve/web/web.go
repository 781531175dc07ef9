// Package web serves the web page's files with their HTTP headers.
//
// The page is plain HTML, CSS and JavaScript modules in the folder assets, joined by bundle.mjs. It sends requests only
// to this service, and keeps its state in the fragment of its address, which browsers never send.
package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/vearutop/statigz"

	"github.com/gevel/gevel"
)

//go:embed assets/index.html assets/*.gz assets/*.svg assets/vendored/*.gz assets/vendored/*.woff2 assets/vendored/*.txt
var assets embed.FS

// assetsPath is the path of the page's files; below it a folder changes its name with their content.
const assetsPath = "/assets/"

// Config has the settings of the page. All are optional.
type Config struct {
	// Key is filled in for every visitor: only for a demo.
	Key string
	// Images are URLs of further hosts with pictures, such as a bucket's.
	Images []string
	// Background is the URL of the operator's background for the map.
	Background string
}

// Page serves the page and its files.
type Page struct {
	document []byte
	policy   string
	edition  string // of the files: the folder's name
	files    *statigz.Server
}

// New returns the page. Error: a URL without a host.
func New(c Config) (*Page, error) {
	policy, err := policyOf(c)
	if err != nil {
		return nil, err
	}
	document, err := assets.ReadFile("assets/index.html")
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	p := &Page{policy: policy, files: statigz.FileServer(assets, statigz.EncodeOnInit, statigz.FSPrefix("assets"))}
	if p.edition, err = hashOf(assets); err != nil {
		return nil, err
	}
	key := ""
	if c.Key != "" {
		key = `<meta name="gevel-key" content="` + html.EscapeString(c.Key) + `">`
	}
	p.document = []byte(strings.NewReplacer("{{assets}}", assetsPath+p.edition, "{{key}}", key).Replace(string(document)))
	return p, nil
}

// Has reports whether there is something at a path: the page itself, or one of its files.
func (p *Page) Has(path string) bool {
	_, file, ok := splitAsset(path)
	return path == "/" || ok && p.has(file)
}

// ServeHTTP serves the page itself at every path other than its files'.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	edition, file, ok := splitAsset(r.URL.Path)
	if !ok {
		p.serveDocument(w, r)
		return
	}
	// While replicas of two versions answer, one may get a request for a file by the other's name. Its own
	// version of the file will do, but must not be cached.
	w.Header().Set("Cache-Control", "no-store")
	if edition == p.edition {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	asked := r.Clone(r.Context())
	asked.URL = &url.URL{Path: "/" + file}
	p.files.ServeHTTP(w, asked)
}

// ServeNothing answers 404 with the page itself, which says that there is nothing at its path.
func (p *Page) ServeNothing(w http.ResponseWriter) {
	p.setHeaders(w.Header())
	w.WriteHeader(http.StatusNotFound)
	_, _ = w.Write(p.document) // to a reader that left: nothing can be done
}

func (p *Page) setHeaders(h http.Header) {
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Security-Policy", p.policy)
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Referrer-Policy", "no-referrer")
	h.Add("Vary", "Accept")
}

func (p *Page) serveDocument(w http.ResponseWriter, r *http.Request) {
	p.setHeaders(w.Header())
	w.Header().Set("Etag", `"`+p.edition+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(p.document))
}

func (p *Page) has(file string) bool {
	r := &http.Request{URL: &url.URL{Path: "/" + file}, Header: http.Header{}}
	return file != "" && !strings.HasSuffix(file, "/") && file != "vendored" && file != "index.html" && p.files.Found(r)
}

// splitAsset splits the path of a file: /assets/<edition>/<file>.
func splitAsset(path string) (edition, file string, ok bool) {
	rest, ok := strings.CutPrefix(path, assetsPath)
	if !ok {
		return "", "", false
	}
	edition, file, ok = strings.Cut(rest, "/")
	return edition, file, ok
}

// hashOf returns a name that changes with the files' content.
func hashOf(files fs.FS) (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, path)
		fmt.Fprintf(sum, "%s %d\n", path, len(content))
		sum.Write(content)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("read the page's files: %w", err)
	}
	const digits = 16
	return hex.EncodeToString(sum.Sum(nil))[:digits], nil
}

// policyOf returns the Content-Security-Policy of the page. Scripts and styles are files of the page, never
// inline. The map makes its own images (data, blob) and runs in a worker.
func policyOf(c Config) (string, error) {
	images, err := origins(c.Images...)
	if err != nil {
		return "", err
	}
	background, err := origins(c.Background)
	if err != nil {
		return "", err
	}
	return strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "worker-src 'self'", "style-src 'self'", "font-src 'self'",
		"connect-src 'self'" + background, "img-src 'self' data: blob:" + images + background,
		"manifest-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
	}, "; "), nil
}

// origins returns scheme and host of each URL, preceded by a space. Error: gevel.Invalid for a URL without
// either, or with a character that would end the list in a policy.
func origins(urls ...string) (string, error) {
	var list strings.Builder
	for _, given := range urls {
		if given == "" {
			continue
		}
		u, err := url.Parse(given)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.ContainsAny(u.Host, " ;,'\"*") {
			return "", &gevel.Error{
				Code: gevel.Invalid, Message: "the page can't load from " + given,
				Hint: "give a URL such as https://tiles.example/nl.pmtiles", Err: err,
			}
		}
		list.WriteString(" " + u.Scheme + "://" + u.Host)
	}
	return list.String(), nil
}
