package photos_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/photos"
)

// pictureIn adds a photo of a home to a store in a new folder, and returns its id and file.
func pictureIn(t *testing.T, home gevel.BAGID) (dir string, store *photos.Store, id, file string) {
	t.Helper()
	dir = t.TempDir()
	store = newStoreIn(t, dir)
	mustAdd(t, store, addition(t, home, 1))
	return dir, store, mustOf(t, store, home)[0].ID, fileOf(t, dir, ".jpg")
}

// copyFile copies a file; only half of it when torn.
func copyFile(t *testing.T, from, to string, torn bool) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if torn {
		data = data[:len(data)/2]
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	writeFile(t, to, string(data))
}

// holding returns the files below dir that begin like a picture.
func holding(t *testing.T, dir string, picture []byte) (found []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if half := len(picture) / 2; len(data) >= half && bytes.Equal(data[:half], picture[:half]) {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestATakedownTakesWhatAKilledImportLeftAlong(t *testing.T) {
	dir, store, id, file := pictureIn(t, homeA)
	picture, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	other := strings.Repeat("0123456789abcdef", 2) + ".jpg"
	folder, base := filepath.Split(file)
	for _, name := range []string{
		base + ".17f0a.tmp", "." + base + ".123.draft", // of this picture
		other + ".17f0a.tmp", "." + other + ".123.draft", other, // of one being added
	} {
		copyFile(t, file, filepath.Join(folder, name), strings.HasSuffix(name, "draft"))
	}
	foreign := filepath.Join(folder, "README")
	writeFile(t, foreign, "not ours")
	if err := store.Remove(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if left := holding(t, dir, picture); left != nil {
		t.Errorf("the takedown left %v", left)
	}
	if _, err := os.Stat(foreign); err != nil {
		t.Error("a file that is not ours is gone")
	}
}

func TestClearRemovesWhatKilledImportsLeftOfAnyHome(t *testing.T) {
	dir, store, _, file := pictureIn(t, homeA)
	catalogue := fileOf(t, dir, ".json")
	before := filesIn(t, dir)
	base, atB := filepath.Base(file), strings.NewReplacer("/34/", "/34/", string(homeA), string(homeB))
	copyFile(t, file, file+".17f0a.tmp", false)
	copyFile(t, file, atB.Replace(filepath.Dir(file))+"/"+base, false)
	copyFile(t, file, atB.Replace(filepath.Dir(file))+"/."+base+".4.draft", true)
	copyFile(t, catalogue, catalogue+".17f0a.tmp", true)
	copyFile(t, catalogue, filepath.Join(filepath.Dir(catalogue), "."+filepath.Base(catalogue)+".77.draft"), false)
	if err := store.Clear(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after := filesIn(t, dir); after != before {
		t.Errorf("the folder holds\n%s\nwant\n%s", after, before)
	}
}

func TestAnImportClearsWhatAKilledOneLeft(t *testing.T) {
	imp, dir := newImport(t), t.TempDir()
	imp.Store = newStoreIn(t, dir)
	mustAdd(t, imp.Store, addition(t, homeA, 1))
	file := fileOf(t, dir, ".jpg")
	copyFile(t, file, file+".17f0a.tmp", false)
	mustRun(t, imp, deliver(t, map[string][]byte{string(homeB) + ".jpg": photos.Shade(t, 10)}))
	if _, err := os.Stat(file + ".17f0a.tmp"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the copy is left: %v", err)
	}
}

func TestPicturesWhoseCatalogueIsDamagedStay(t *testing.T) {
	dir, store, _, file := pictureIn(t, homeA)
	writeFile(t, fileOf(t, dir, ".json"), "{")
	copyFile(t, file, strings.ReplaceAll(file, string(homeA), string(homeB)), false)
	err := store.Clear(t.Context())
	if err == nil || !strings.Contains(err.Error(), string(homeA)) {
		t.Errorf("got %v, want an error that names the home", err)
	}
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
	fileOf(t, dir, ".jpg") // the other home's is gone
}

func TestPicturesWithoutAnyCatalogueStay(t *testing.T) {
	dir, store, _, _ := pictureIn(t, homeA)
	mustAdd(t, store, addition(t, homeB, 1))
	if err := os.RemoveAll(filepath.Join(dir, "homes")); err != nil {
		t.Fatal(err)
	}
	before := filesIn(t, dir)
	var e *gevel.Error
	if err := store.Clear(t.Context()); !errors.As(err, &e) || !strings.Contains(e.Hint, "restore homes/") {
		t.Errorf("got %v, want it refused", err)
	}
	if after := filesIn(t, dir); after != before {
		t.Errorf("the folder holds\n%s\nwant\n%s", after, before)
	}
}

func TestTakingTheLastPhotoDownLeavesNothingUncleared(t *testing.T) {
	dir, store, id, file := pictureIn(t, homeA)
	picture, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, home := range []gevel.BAGID{homeB, "0518010000007834"} {
		copyFile(t, file, strings.ReplaceAll(file, string(homeA), string(home)), false)
	}
	if err := store.Remove(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if err := store.Clear(t.Context()); err != nil {
		t.Error(err)
	}
	if left := holding(t, dir, picture); left != nil {
		t.Errorf("left %v", left)
	}
}

// filesIn lists the files below dir.
func filesIn(t *testing.T, dir string) string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, "\n")
}
