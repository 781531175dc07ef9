// Package seals shows the seals of values at /seals: a page to browsers, JSON to programs, and nothing to hide from
// either, so neither needs a key. Who keeps what it answers can later show that no seal was changed.
package seals

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/judge/seal"
	"github.com/gevel/gevel/internal/serve/frame"
)

// Path is where seals are shown.
const Path = "/seals"

// Settings say which seals are shown.
type Settings struct {
	Seals string `env:"GEVEL_SEALS" placeholder:"FILE" help:"Show the seals of this file, which gevel seal writes, at /seals, without a key (default: none; env ${env})."`
}

// MostBytes is beyond the seals of decades.
const MostBytes = 16 << 20

// Shown is a file of seals as it is shown.
type Shown struct {
	path string
	log  *slog.Logger

	mu         sync.Mutex
	was        fs.FileInfo // when it was read
	fault      string      // as logged last
	page, list http.Handler
}

// Handler shows the seals of a file as it is at each request.
func Handler(path string, log *slog.Logger) *Shown { return &Shown{path: path, log: log} }

// ServeHTTP answers the page, or JSON.
func (s *Shown) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	page, list := s.current()
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Add("Vary", "Accept")
	switch {
	case list == nil:
		w.(*frame.Exchange).Fail(gevel.Failure(gevel.Unavailable, "", "the seals can't be read"))
	case strings.Contains(r.Header.Get("Accept"), "text/html"):
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		page.ServeHTTP(w, r)
	default:
		list.ServeHTTP(w, r)
	}
}

// current returns what is shown. A file that can't be read is logged once, and what was shown before stays.
func (s *Shown) current() (page, list http.Handler) {
	s.mu.Lock()
	defer s.mu.Unlock()
	info, err := os.Stat(s.path)
	if err == nil && s.was != nil && info.ModTime().Equal(s.was.ModTime()) && info.Size() == s.was.Size() {
		return s.page, s.list
	}
	if err == nil {
		// What a file says is as it is until it changes; that it can't be read may pass.
		if err = s.read(); !errors.As(err, new(*fs.PathError)) {
			s.was = info
		}
	}
	fault := ""
	if err != nil {
		fault = err.Error()
	}
	if fault != s.fault && fault != "" {
		s.log.Error("seals can't be read", slog.String("file", s.path), slog.Any("error", err))
	}
	s.fault = fault
	return s.page, s.list
}

func (s *Shown) read() error {
	text, err := regular.Read(s.path, MostBytes)
	if err != nil {
		return err
	}
	chain, err := seal.ParseChain(text)
	if err != nil {
		return err
	}
	list, err := json.Marshal(struct {
		Seals seal.Chain `json:"seals"`
	}{append(seal.Chain{}, chain...)})
	if err != nil {
		return err
	}
	slices.Reverse(chain)
	var page bytes.Buffer
	if err := pageTemplate.Execute(&page, chain); err != nil {
		return err
	}
	s.list, s.page = frame.Fixed("application/json", list), frame.Fixed("text/html; charset=utf-8", page.Bytes())
	return nil
}

//go:embed seals.html
var pageText string

var pageTemplate = template.Must(template.New("seals").Parse(pageText))
