package keystore

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/gevel/gevel"
)

// fileOf returns the bytes of a closed keys file with some keys, and its page size.
func fileOf(t *testing.T) (content []byte, page int) {
	t.Helper()
	s := newStore(t)
	for i := range 30 {
		mustCreate(t, s, allScopes(fmt.Sprint("key ", i)))
	}
	if err := s.db.QueryRowContext(t.Context(), `PRAGMA page_size`).Scan(&page); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(s.path())
	if err != nil {
		t.Fatal(err)
	}
	return content, page
}

// wantDamaged opens a file of these bytes.
func wantDamaged(t *testing.T, name string, content []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keys.db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), path)
	if err == nil {
		s.Close()
	}
	if err != nil && strings.ContainsFunc(err.Error(), func(r rune) bool { return !unicode.IsPrint(r) }) {
		t.Errorf("%s: %q is not one line of plain text", name, err)
	}
	if gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), "keys file "+path+" is damaged") ||
		!strings.Contains(err.Error(), "back-up") {
		t.Errorf("%s: got %v, want gevel.Invalid that it is damaged and what to do", name, err)
	}
}

func TestADamagedFileSaysSo(t *testing.T) {
	content, page := fileOf(t)
	for _, size := range []int{headerSize, 512, 1000, page, 2 * page, len(content) / 2, len(content) - page} {
		wantDamaged(t, fmt.Sprintf("cut to %d bytes", size), content[:size])
	}
	for from := 0; from < len(content); from += page {
		zeroed := append([]byte(nil), content...)
		clear(zeroed[max(from, headerSize) : from+page])
		wantDamaged(t, fmt.Sprintf("zeroes from %d", from), zeroed)
	}
	middle := append([]byte(nil), content...)
	for i := len(content) / 4; i < 3*len(content)/4; i++ {
		middle[i] = byte(i * 7)
	}
	wantDamaged(t, "overwritten in the middle", middle)
}

func TestDamageFoundWhileReadingIsExplained(t *testing.T) {
	s := newStore(t)
	mustCreate(t, s, allScopes("a"))
	if err := s.checkpoint(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.damage(t); gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), "is damaged") {
		t.Errorf("got %v, want gevel.Invalid that the file is damaged", err)
	}
}

// damage overwrites all but the header, and returns the error of reading.
func (s *Store) damage(t *testing.T) error {
	t.Helper()
	content, err := os.ReadFile(s.path())
	if err != nil {
		t.Fatal(err)
	}
	for i := headerSize; i < len(content); i++ {
		content[i] = byte(i * 7)
	}
	if err := os.WriteFile(s.path(), content, 0o600); err != nil {
		t.Fatal(err)
	}
	fresh, err := connectFile(s.path(), forKeys)
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	_, err = (&Store{db: fresh, engine: &file{path: s.path()}}).List(t.Context())
	return err
}

// lines takes a log's lines.
type lines chan string

func (l lines) Write(p []byte) (int, error) { l <- string(p); return len(p), nil }

// TestALargeFileIsReadWholeByTheGate opens a file that is too large to read whole first, and damages a part that nothing
// else reads.
func TestALargeFileIsReadWholeByTheGate(t *testing.T) {
	s := newStore(t)
	_, secret := mustCreate(t, s, allScopes("a"))
	for _, statement := range []string{
		`CREATE TABLE filler (id INTEGER PRIMARY KEY, text TEXT)`, `CREATE INDEX filler_text ON filler (text)`,
		fmt.Sprintf(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			INSERT INTO filler SELECT i, hex(zeroblob(1000)) || i FROM n`, wholeAtOpen/2000),
		`PRAGMA wal_checkpoint(TRUNCATE)`,
	} {
		if _, err := s.db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(s.path())
	if err != nil || len(content) <= wholeAtOpen {
		t.Fatalf("%d bytes: %v", len(content), err)
	}
	clear(content[len(content)/2 : len(content)/2+1<<16])
	if err := os.WriteFile(s.path(), content, 0o600); err != nil {
		t.Fatal(err)
	}
	damaged, err := Open(t.Context(), s.path())
	if err != nil {
		t.Fatal(err)
	}
	defer damaged.Close()
	said := make(lines, 10)
	g, err := NewGate(t.Context(), damaged, GateOptions{Refresh: time.Hour, Clock: time.Now, Log: slog.New(slog.NewTextHandler(said, nil))})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close(t.Context())
	mustAuthenticate(t, g, secret)
	if line := <-said; !strings.Contains(line, "is damaged") {
		t.Errorf("the log says %s", line)
	}
}
