package seals

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/seal"
)

// TestAFileThatCannotBeReadIsReadLater shows no file, a folder in its place, a damaged file, and seals; many requests say a
// fault once.
func TestAFileThatCannotBeReadIsReadLater(t *testing.T) {
	path := filepath.Join(t.TempDir(), "seals")
	var said bytes.Buffer
	s := Handler(path, slog.New(slog.NewTextHandler(&said, nil)))
	ask := func() string {
		_, list := s.current()
		if list == nil {
			return ""
		}
		w := httptest.NewRecorder()
		list.ServeHTTP(w, httptest.NewRequest(http.MethodGet, Path, nil))
		return w.Body.String()
	}
	fails := func(lines int) {
		t.Helper()
		for range 5 {
			if got := ask(); got != "" {
				t.Errorf("it shows %s", got)
			}
		}
		if n := strings.Count(said.String(), "\n"); n != lines {
			t.Errorf("%d lines, want %d:\n%s", n, lines, &said)
		}
	}
	fails(1)
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	fails(2)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	fails(3)
	one, err := seal.Chain{}.Add(seal.Seal{Day: gevel.NewDate(2026, 1, 1), Sealed: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC), Homes: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, one.Line(), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := ask(); !strings.Contains(got, `"number":1`) {
		t.Errorf("it shows %s", got)
	}
}
