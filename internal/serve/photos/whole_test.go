package photos_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
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

func TestATakedownTakesWhatAKilledImportLeftOfThePictureAlong(t *testing.T) {
	dir, store, id, file := pictureIn(t, homeA)
	picture, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	folder, base := filepath.Split(file)
	copyFile(t, file, file+".17f0a.tmp", false)
	copyFile(t, file, folder+"."+base+".123.draft", true)
	for _, stays := range []string{"README", strings.Repeat("0123456789abcdef", 2) + ".jpg"} { // not asked for
		writeFile(t, folder+stays, "another")
	}
	if err := store.Remove(t.Context(), id, byTest); err != nil {
		t.Fatal(err)
	}
	if left := holding(t, dir, picture); left != nil {
		t.Errorf("the takedown left %v", left)
	}
	if left := strings.Count(filesIn(t, folder), "\n") + 1; left != 2 {
		t.Errorf("%d files are left, want the two leftovers", left)
	}
}

// verify returns what Verify finds, a line each.
func verify(t *testing.T, store *photos.Store, v photos.Verification) (found []string, done photos.Verified) {
	t.Helper()
	v.Found = func(f photos.Finding) error {
		found = append(found, fmt.Sprintf("%s %s %t", f.Fault, f.Key, f.Cleared))
		return nil
	}
	done, err := store.Verify(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	return found, done
}

func TestVerifyNamesEachFaultAndDeletesLeftoversOnlyIfAsked(t *testing.T) {
	dir := t.TempDir()
	store := newStoreIn(t, dir)
	const homeC, homeD = gevel.BAGID("0518010000007834"), gevel.BAGID("0363010000007801")
	for _, home := range []gevel.BAGID{homeA, homeB, homeC, homeD} {
		mustAdd(t, store, addition(t, home, 1))
		mustAdd(t, store, addition(t, home, 100))
	}
	if found, done := verify(t, store, photos.Verification{}); found != nil || done != (photos.Verified{Homes: 4, Pictures: 8}) {
		t.Fatalf("of a whole store: %v, %+v", found, done)
	}
	at := func(home gevel.BAGID, content string) string {
		return "images/0518/34/" + string(home) + "/" + content + ".jpg"
	}
	content := func(home gevel.BAGID, i int) string { return mustOf(t, store, home)[i].ID[17:] }
	left, lost, damaged := at(homeA, strings.Repeat("a", 32)), at(homeA, content(homeA, 0)), at(homeB, content(homeB, 0))
	draft := at(homeA, content(homeA, 1)) + ".17f0a.tmp"
	for _, key := range []string{left, draft, damaged, "homes/0518/34/README", "homes/.DS_Store", "images/0518/.DS_Store", "homes/0518/34/" + string(homeC) + ".json"} {
		writeFile(t, filepath.Join(dir, key), "x")
	}
	for _, key := range []string{lost, "homes/0363/01"} {
		if err := os.RemoveAll(filepath.Join(dir, key)); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		"unknown_file homes/.DS_Store false", "lost_catalogue homes/0363/01/" + string(homeD) + ".json false",
		"unknown_file images/0518/.DS_Store false", "unknown_file homes/0518/34/README false", "lost_picture " + lost + " false",
		"damaged_picture " + damaged + " false", "damaged_catalogue homes/0518/34/" + string(homeC) + ".json false",
	}
	for _, v := range []photos.Verification{{}, {NamesOnly: true}, {Clear: true}, {Leftovers: true}, {}} {
		found, _ := verify(t, store, v)
		for _, key := range []string{left, draft} {
			line := fmt.Sprintf("leftover %s %t", key, v.Leftovers)
			if i := slices.Index(found, line); i >= 0 {
				found = slices.Delete(found, i, i+1)
			} else if _, err := os.Stat(filepath.Join(dir, key)); err == nil {
				t.Errorf("with %+v %s is not found", v, line)
			}
		}
		of := want
		if v.NamesOnly {
			of = slices.Delete(slices.Clone(want), 5, 6)
		}
		if !slices.Equal(found, of) {
			t.Errorf("with %+v found\n%s\nwant\n%s", v, strings.Join(found, "\n"), strings.Join(of, "\n"))
		}
	}
	if files := filesIn(t, dir); strings.Contains(files, left) || strings.Contains(files, draft) {
		t.Errorf("leftovers are left of\n%s", files)
	}
}

func TestNothingIsWrittenOrDeletedWhereCataloguesAreLost(t *testing.T) {
	for _, away := range []string{"homes", "homes/0518", "homes/0518/34", "homes/0518/34/" + string(homeA) + ".json"} {
		dir := t.TempDir()
		imp, delivery := imported(t, newStoreIn(t, dir), map[string][]byte{
			string(homeA) + ".jpg": photos.Shade(t, 10), string(homeA) + "_2.jpg": photos.Shade(t, 90),
		})
		if err := os.RemoveAll(filepath.Join(dir, away)); err != nil {
			t.Fatal(err)
		}
		before := filesIn(t, dir)
		for _, path := range []string{delivery, deliver(t, map[string][]byte{string(homeB) + ".jpg": photos.Shade(t, 50)})} {
			var e *gevel.Error
			if report, err := imp.Run(t.Context(), path); !errors.As(err, &e) || !strings.Contains(e.Hint, "restore homes/") || report.Added > 0 {
				t.Errorf("without %s: %+v, %v, want it refused", away, report, err)
			}
		}
		if _, err := imp.Store.Add(t.Context(), addition(t, homeA, 200)); gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("without %s a photo is added to the home that lost its catalogue: %v", away, err)
		}
		if after := filesIn(t, dir); after != before {
			t.Errorf("without %s the folder holds\n%s\nwant\n%s", away, after, before)
		}
	}
}

func TestAnImportMakesALostPictureAgain(t *testing.T) {
	dir := t.TempDir()
	imp, delivery := imported(t, newStoreIn(t, dir), map[string][]byte{string(homeA) + ".jpg": photos.Shade(t, 10)})
	if err := os.RemoveAll(filepath.Join(dir, "images")); err != nil {
		t.Fatal(err)
	}
	report := mustRun(t, imp, delivery)
	if _, err := imp.Store.Picture(t.Context(), mustOf(t, imp.Store, homeA)[0].ID); err != nil || report.Renewed != 1 {
		t.Errorf("%+v, %v", report, err)
	}
}

func TestAPhotoAddedAfterABackUpOutlivesItsRestore(t *testing.T) {
	inEachBucket(t, func(t *testing.T, store *photos.Store, objects bucket.Bucket) {
		mustAdd(t, store, addition(t, homeA, 1))
		saved := backUp(t, objects)
		mustAdd(t, store, addition(t, homeA, 100))
		all := mustOf(t, store, homeA)
		restore(t, objects, saved)
		found, _ := verify(t, store, photos.Verification{Clear: true})
		if len(found) != 1 || !strings.HasPrefix(found[0], "leftover images/") || !strings.HasSuffix(found[0], " false") {
			t.Fatalf("after the restore: %v", found)
		}
		for _, image := range all {
			if _, err := store.Picture(t.Context(), image.ID); err != nil {
				t.Errorf("%s: %v", image.ID, err)
			}
		}
		mustAdd(t, store, addition(t, homeA, 100))
		if got := mustOf(t, store, homeA); !slices.Equal(got, all) {
			t.Errorf("added again: %v, want %v", got, all)
		}
		if found, _ := verify(t, store, photos.Verification{}); found != nil {
			t.Errorf("added again: %v", found)
		}
	})
}

func TestAHomeWhoseFirstImportWasKilledIsWrittenTo(t *testing.T) {
	dir := t.TempDir()
	store := newStoreIn(t, dir)
	mustAdd(t, store, addition(t, homeA, 1))
	writeFile(t, fileOf(t, dir, ".json"), `{"format":1,"home":"`+string(homeA)+`","images":[]}`)
	mustAdd(t, store, addition(t, homeA, 1))
	if found, _ := verify(t, store, photos.Verification{}); found != nil {
		t.Errorf("found %v", found)
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
