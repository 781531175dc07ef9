package atomicfile_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
)

func TestUntilItIsCompleteTheOldFileStays(t *testing.T) {
	path := oldFile(t)
	f, err := atomicfile.Create(path, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(f, "new"); err != nil {
		t.Fatal(err)
	}
	wantContent(t, path, "old")
	if err := f.Replace(); err != nil {
		t.Fatal(err)
	}
	wantContent(t, path, "new")
	if err := f.Discard(); err != nil {
		t.Errorf("discard what was put in its place: %v", err)
	}
	wantContent(t, path, "new")
	wantAlone(t, path)
}

func TestWhatIsDiscardedLeavesTheOldFileAlone(t *testing.T) {
	path := oldFile(t)
	f, err := atomicfile.Create(path, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(f, strings.Repeat("half", 10_000)); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Discard(), f.Discard()); err != nil {
		t.Error(err)
	}
	wantContent(t, path, "old")
	wantAlone(t, path)
}

func TestAFailureLeavesTheOldFileAlone(t *testing.T) {
	path := oldFile(t)
	f, err := atomicfile.Create(path, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	within := filepath.Join(path, "old") // a folder, which Replace must refuse
	if err := errors.Join(os.Mkdir(path, 0o755), os.WriteFile(within, []byte("old"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := f.Replace(); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v, want an error that names %s", err, path)
	}
	wantContent(t, within, "old")
	wantAlone(t, path)
}

func TestANewFileReplacesNone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := atomicfile.WriteNew(path, []byte("first"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.WriteNew(path, []byte("second"), 0o600); !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %v, want %v", err, fs.ErrExist)
	}
	wantContent(t, path, "first")
	wantAlone(t, path)
}

func TestWritersAtTheSameTimeLeaveOneWholeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	written := make(chan error)
	for _, letter := range "abcdefgh" {
		go func() {
			written <- atomicfile.Write(path, []byte(strings.Repeat(string(letter), 10_000)), 0o644)
		}()
	}
	for range "abcdefgh" {
		if err := <-written; err != nil {
			t.Error(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || len(got) != 10_000 || strings.Trim(string(got), string(got[:1])) != "" {
		t.Errorf("got %d bytes (%v), want 10000 of one writer", len(got), err)
	}
	wantAlone(t, path)
}

func TestOnlyRegularFilesAreReplaced(t *testing.T) {
	if err := atomicfile.Write(t.TempDir(), nil, 0o644); gevel.CodeOf(err) != gevel.Invalid {
		t.Errorf("over a folder: got %v, want %v", err, gevel.Invalid)
	}
	if err := atomicfile.Write(os.DevNull, nil, 0o644); gevel.CodeOf(err) != gevel.Invalid {
		t.Errorf("over a device: got %v, want %v", err, gevel.Invalid)
	}
}

func TestAnErrorNamesTheFileAndItsFolderAndNoDraft(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	path := filepath.Join(dir, "file")
	err := atomicfile.Write(path, nil, 0o644)
	want := "write " + path + ": in folder " + dir + ": "
	if !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "draft") {
		t.Errorf("got %v, want %s and that it is not there", err, want)
	}
}

func TestWhatOnlyLooksLikeADraftStays(t *testing.T) {
	path := oldFile(t)
	files := []string{
		".other.1.draft", ".file.draft", ".file..draft", ".file.1x.draft", ".file.1.draft.bak", "file.1.draft", "file",
	}
	for _, name := range files {
		if err := os.WriteFile(filepath.Join(filepath.Dir(path), name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := atomicfile.Write(path, []byte("new"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, want := names(t, filepath.Dir(path)), slices.Sorted(slices.Values(files)); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestRenamedAcrossFolders(t *testing.T) {
	from := oldFile(t)
	to := filepath.Join(t.TempDir(), "renamed")
	if err := atomicfile.Rename(from, to); err != nil {
		t.Fatal(err)
	}
	wantContent(t, to, "old")
	if left := names(t, filepath.Dir(from)); len(left) != 0 {
		t.Errorf("%v is left", left)
	}
}

// oldFile makes a file in a new folder.
func oldFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func wantContent(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s holds %q (%v), want %q", filepath.Base(path), got, err, want)
	}
}

func wantAlone(t *testing.T, path string) {
	t.Helper()
	if got := names(t, filepath.Dir(path)); !slices.Equal(got, []string{filepath.Base(path)}) {
		t.Errorf("the folder holds %v, want %s alone", got, filepath.Base(path))
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, entry := range entries {
		list = append(list, entry.Name())
	}
	return list
}
