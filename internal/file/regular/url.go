package regular

import (
	"net/url"
	"path/filepath"
	"strings"
)

// URL returns the file: URL by which SQLite opens a file with settings; C:\a b becomes file:///C:/a%20b.
func URL(path string, settings url.Values) (string, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	slashed := filepath.ToSlash(absolute)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed
	}
	at := url.URL{Scheme: "file", Path: slashed, RawQuery: settings.Encode()}
	return at.String(), nil
}
