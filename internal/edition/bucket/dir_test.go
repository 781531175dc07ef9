package bucket_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/gevel/gevel/internal/edition/bucket"
)

func newDir(t testing.TB) (*bucket.Dir, string) {
	t.Helper()
	root := t.TempDir()
	dir, err := bucket.OpenDir(root)
	if err != nil {
		t.Fatal(err)
	}
	return dir, root
}

func TestAnObjectOfAFolderIsAFile(t *testing.T) {
	dir, root := newDir(t)
	mustWrite(t, dir, "a/b/c.txt", "new")
	if data, err := os.ReadFile(filepath.Join(root, "a", "b", "c.txt")); err != nil || string(data) != "new" {
		t.Errorf("the file holds %q (%v)", data, err)
	}
	if err := os.Mkdir(filepath.Join(root, "a", "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got := list(t, dir, "a/"); len(got) != 1 {
		t.Errorf("got %v, want the one file", got)
	}
}

func TestOnlyAFolderIsOpened(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if _, err := bucket.OpenDir(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing there: got %v, want %v", err, fs.ErrNotExist)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := bucket.OpenDir(file); err == nil {
		t.Error("a file was opened")
	}
}

func FuzzKey(f *testing.F) {
	f.Add("a/b")
	f.Add("../x")
	f.Add("a\x00b")
	dir, root := newDir(f)
	f.Fuzz(func(t *testing.T, key string) {
		if dir.Write(t.Context(), key, []byte("x")) != nil {
			return
		}
		below, err := filepath.Rel(root, filepath.Join(root, filepath.FromSlash(key)))
		if err != nil || !filepath.IsLocal(below) {
			t.Errorf("%q leads to %q (%v)", key, below, err)
		}
		if got, err := dir.Read(t.Context(), key); err != nil || string(got) != "x" {
			t.Errorf("%q: got %q (%v)", key, got, err)
		}
		if err := dir.Remove(t.Context(), key); err != nil {
			t.Error(err)
		}
	})
}
