// What the page may load: its own files, answers of its own host, and hosts that the operator names.

package web

import (
	"net/url"
	"strings"

	"github.com/gevel/gevel"
)

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
