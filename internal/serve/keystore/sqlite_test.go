package keystore

import (
	"bytes"
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gevel/gevel"
)

// path is the path of the keys file.
func (s *Store) path() string { return s.engine.(*file).path }

// newStore makes an empty store that is closed with the test.
func newStore(t testing.TB) *Store {
	t.Helper()
	return createAt(t, filepath.Join(t.TempDir(), "keys.db"))
}

func createAt(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestOnlyTheOwnerReadsTheFile(t *testing.T) {
	s := newStore(t)
	mustCreate(t, s, allScopes("a"))
	files, err := filepath.Glob(s.path() + "*")
	if err != nil || len(files) < 2 {
		t.Fatalf("got files %v (%v), want the database and its log", files, err)
	}
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != 0o600 {
			t.Errorf("%s has mode %o, want 600", filepath.Base(name), got)
		}
	}
}

func TestTheFileHoldsNoSecret(t *testing.T) {
	s := newStore(t)
	_, secret := mustCreate(t, s, allScopes("a"))
	_, rotated, err := s.Rotate(t.Context(), Rotation{Key: "a"}, noon)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(s.path() + "*")
	if err != nil {
		t.Fatal(err)
	}
	hashSeen := false
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []string{secret, rotated} {
			if bytes.Contains(content, []byte(s[len(secretPrefix):])) {
				t.Errorf("%s holds a secret", filepath.Base(name))
			}
		}
		hashSeen = hashSeen || bytes.Contains(content, []byte(digestOf(rotated).hex()))
	}
	if !hashSeen {
		t.Error("no file holds the hash either: the test looks in the wrong location")
	}
}

func TestAMissingFileSaysHowToMakeIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.db")
	_, err := Open(t.Context(), path)
	wantCode(t, err, gevel.Invalid)
	if want := "gevel keys create --keys " + path; !strings.Contains(err.Error(), want) {
		t.Errorf("got %q, want it to contain %q", err, want)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want no file made by opening", err)
	}
}

func TestFilesThatAreNoKeysFileAreRefusedUntouched(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "other.db")
	db, err := sql.Open("sqlite", other)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`CREATE TABLE keys (id TEXT)`); err != nil {
		t.Fatal(err)
	}
	db.Close()
	text := filepath.Join(dir, "text.db")
	empty := filepath.Join(dir, "empty.db")
	if err := errors.Join(os.WriteFile(text, bytes.Repeat([]byte("no database "), 100), 0o600),
		os.WriteFile(empty, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{other, text, empty} {
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Create(t.Context(), path)
		if gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), path) {
			t.Errorf("got %v, want gevel.Invalid naming %s", err, path)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
			t.Errorf("%s was changed (%v)", filepath.Base(path), err)
		}
	}
}

func TestANewerFormatIsRefused(t *testing.T) {
	s := newStore(t)
	if _, err := s.db.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)`); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), s.path())
	wantCode(t, err, gevel.Invalid)
	if !strings.Contains(err.Error(), "format 99") {
		t.Errorf("got %q, want it to name format 99", err)
	}
}

func TestTwoProcessesMayBringAFileUpToDateAtOnce(t *testing.T) {
	s := newStore(t)
	for _, undo := range []string{`DROP TABLE leases`, `DROP TABLE gates`, `DROP TABLE shares`, `DELETE FROM goose_db_version WHERE version_id >= 2`} {
		if _, err := s.db.Exec(undo); err != nil {
			t.Fatal(err)
		}
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			other, err := Open(t.Context(), s.path())
			if err != nil {
				t.Error(err)
				return
			}
			defer other.Close()
			if err := other.upgrade(t.Context(), slog.New(slog.DiscardHandler)); err != nil {
				t.Error(err)
			}
			if err := other.leave(t.Context(), by("gate", time.Now)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// TestCommandsLeaveAnOlderFormat makes, lists and revokes keys in a file of format 2, whose program may still run, and
// opens a gate on it, which leaves a copy.
func TestCommandsLeaveAnOlderFormat(t *testing.T) {
	s := newStore(t)
	for _, undo := range []string{`DROP TABLE gates`, `DROP TABLE shares`, `DELETE FROM goose_db_version WHERE version_id >= 3`} {
		if _, err := s.db.Exec(undo); err != nil {
			t.Fatal(err)
		}
	}
	format := func(path string) (n int) {
		db, err := connectFile(path, forKeys)
		if err == nil {
			err = errors.Join(db.QueryRow(`SELECT MAX(version_id) FROM goose_db_version`).Scan(&n), db.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	command, err := Create(t.Context(), s.path())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { command.Close() })
	_, secret := mustCreate(t, command, allScopes("a"))
	other, _ := mustCreate(t, command, allScopes("b"))
	if _, err := command.Revoke(t.Context(), other.ID, noon); err != nil {
		t.Fatal(err)
	}
	if keys, err := command.List(t.Context()); err != nil || len(keys) != 2 || format(s.path()) != 2 {
		t.Errorf("%d keys, format %d: %v", len(keys), format(s.path()), err)
	}
	kept := s.path() + ".format-2"
	if err := os.WriteFile(kept, []byte("of an upgrade that was taken back"), 0o600); err != nil {
		t.Fatal(err)
	}
	mustAuthenticate(t, newGate(t, command, clockAt(noon)), secret)
	if format(s.path()) == 2 || format(kept) != 2 {
		t.Errorf("the file has format %d, its copy %d", format(s.path()), format(kept))
	}
	if info, err := os.Stat(kept); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

func TestPathsMayHoldAnyCharacter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sleutels ?#%41&mode=ro é.db")
	mustCreate(t, createAt(t, path), allScopes("a"))
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

func TestManyMayCreateTheSameFileAtOnce(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "keys.db")
	const makers = 4
	var all sync.WaitGroup
	for i := range makers {
		all.Go(func() {
			s, err := Create(t.Context(), path)
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			if _, _, err := s.Create(t.Context(), allScopes(string(rune('a'+i))), noon); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	keys, err := createAt(t, path).List(t.Context())
	if err != nil || len(keys) != makers {
		t.Errorf("got %d keys (%v), want %d: none lost to another's file", len(keys), err, makers)
	}
	if drafts, _ := filepath.Glob(filepath.Join(dir, ".*")); len(drafts) > 0 {
		t.Errorf("drafts left behind: %v", drafts)
	}
}
