package bucket_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/bucket"
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

func mustWrite(t testing.TB, b bucket.Bucket, key, data string) {
	t.Helper()
	if err := b.Write(t.Context(), key, []byte(data)); err != nil {
		t.Fatal(err)
	}
}

func TestAnObjectIsReadAsItWasWritten(t *testing.T) {
	dir, root := newDir(t)
	mustWrite(t, dir, "a/b/c.txt", "old")
	open, err := dir.Open(t.Context(), "a/b/c.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	mustWrite(t, dir, "a/b/c.txt", "new and longer")
	if was, err := io.ReadAll(open); err != nil || string(was) != "old" {
		t.Errorf("who had it open reads %q (%v), want old", was, err)
	}
	if got, err := dir.Read(t.Context(), "a/b/c.txt"); err != nil || string(got) != "new and longer" {
		t.Errorf("got %q (%v), want the new object", got, err)
	}
	if data, err := os.ReadFile(filepath.Join(root, "a", "b", "c.txt")); err != nil || string(data) != "new and longer" {
		t.Errorf("the file holds %q (%v)", data, err)
	}
}

func TestARemovedObjectIsNotThere(t *testing.T) {
	dir, _ := newDir(t)
	mustWrite(t, dir, "a/b", "x")
	if err := dir.Remove(t.Context(), "a/b"); err != nil {
		t.Fatal(err)
	}
	_, readErr := dir.Read(t.Context(), "a/b")
	_, openErr := dir.Open(t.Context(), "a/b")
	for _, err := range []error{readErr, openErr, dir.Remove(t.Context(), "a/b")} {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("got %v, want %v", err, fs.ErrNotExist)
		}
	}
}

func TestNoKeyLeadsOutOfTheFolder(t *testing.T) {
	dir, _ := newDir(t)
	for _, key := range []string{"", ".", "/", "/a", "a/", "a//b", "../a", "a/../../b", "a/..", "a/./b"} {
		_, readErr := dir.Read(t.Context(), key)
		_, openErr := dir.Open(t.Context(), key)
		for _, err := range []error{
			readErr, openErr, dir.Write(t.Context(), key, nil), dir.Remove(t.Context(), key),
		} {
			if gevel.CodeOf(err) != gevel.Invalid {
				t.Errorf("%q: got %v, want %q", key, err, gevel.Invalid)
			}
		}
	}
}

func TestListYieldsWhatIsBelowAFolder(t *testing.T) {
	dir, root := newDir(t)
	want := []string{"a/.x.1.draft", "a/b/1", "a/b/2", "a/c"}
	for _, key := range append([]string{"ab", "z/1"}, want...) {
		mustWrite(t, dir, key, "x")
	}
	if err := os.Mkdir(filepath.Join(root, "a", "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got := list(t, dir, "a/"); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := list(t, dir, "none/"); got != nil {
		t.Errorf("got %v below a folder that is not there", got)
	}
	for key, err := range dir.List(t.Context(), "a/") {
		if key != want[0] || err != nil {
			t.Errorf("got %s (%v), want %s", key, err, want[0])
		}
		break // it must not go on
	}
}

func list(t *testing.T, b bucket.Bucket, folder string) (keys []string) {
	t.Helper()
	for key, err := range b.List(t.Context(), folder) {
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key)
	}
	return keys
}

func TestNothingIsDoneOnceTheContextHasEnded(t *testing.T) {
	dir, _ := newDir(t)
	mustWrite(t, dir, "a/b", "old")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	faults := []error{dir.Write(ctx, "a/b", []byte("new")), dir.Remove(ctx, "a/b")}
	for _, err := range dir.List(ctx, "a/") {
		faults = append(faults, err)
	}
	for i, err := range faults {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%d: got %v, want %v", i, err, context.Canceled)
		}
	}
	if got, err := dir.Read(t.Context(), "a/b"); err != nil || string(got) != "old" {
		t.Errorf("got %q (%v), want the old object", got, err)
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
