package edition

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/file/regular"
)

// TestEachFileThatWasCheckedIsTheOneThatIsRead moves another file into the place of each, behind the check.
func TestEachFileThatWasCheckedIsTheOneThatIsRead(t *testing.T) {
	folder := t.TempDir()
	dir := filepath.Join(folder, writeContents(t, folder, inventContents(20, 1)).ID)
	m, err := ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name := range m.Files {
		watch := &regular.Watch{What: "a file changed"}
		ctx := watch.Within(t.Context())
		if err := m.verifyFiles(ctx, dir); err != nil {
			t.Fatal(err)
		}
		swap(t, filepath.Join(dir, name))
		e := &Edition{manifest: m, dir: dir, watch: watch}
		err := e.read(ctx)
		for _, model := range e.Models() {
			if _, fault := e.Model(model); err == nil {
				err = fault
			}
		}
		if err == nil || !strings.Contains(err.Error(), "a file changed: "+filepath.Base(name)) {
			t.Errorf("%s: got %v, want that it changed", name, err)
		}
	}
	if _, err := Open(t.Context(), dir); err != nil {
		t.Error(err)
	}
}

// TestAFileThatAnotherEditionSharesIsStillTheOneThatWasChecked gives each file a further name, and takes it away, while the
// edition is open, as publishing and removing others does.
func TestAFileThatAnotherEditionSharesIsStillTheOneThatWasChecked(t *testing.T) {
	folder := t.TempDir()
	dir := filepath.Join(folder, writeContents(t, folder, inventContents(20, 1)).ID)
	e, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	models := e.Models()
	if len(models) == 0 {
		t.Fatal("the edition has no models")
	}
	for name := range e.manifest.Files {
		at := filepath.Join(dir, name)
		if err := errors.Join(os.Link(at, at+".shared"), os.Remove(at+".shared")); err != nil {
			t.Fatal(err)
		}
	}
	for _, model := range models {
		if _, err := e.Model(model); err != nil {
			t.Error(err)
		}
	}
	if err := e.watch.Check(); err != nil {
		t.Error(err)
	}
}

// swap puts a copy of a file in its place.
func swap(t *testing.T, path string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	overwrite(t, path+".new", content)
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
}
