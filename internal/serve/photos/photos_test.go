package photos_test

import (
	"context"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/photos"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	homeA = gevel.BAGID("0518010000001234")
	homeB = gevel.BAGID("0518010000005634")
)

var noon = time.Date(2024, time.May, 17, 12, 0, 0, 0, time.UTC)

// byTest is a deed of tests.
var byTest = photos.Deed{At: noon, By: "test", Why: "asked to"}

func newTestStore(t testing.TB) *photos.Store {
	t.Helper()
	return newStoreIn(t, t.TempDir())
}

func newStoreIn(t testing.TB, dir string) *photos.Store {
	t.Helper()
	store, err := photos.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func addition(t testing.TB, home gevel.BAGID, gray uint8) photos.Addition {
	return photos.Addition{
		Home: home, Kind: gevel.ImagePhoto, TakenAt: noon.Add(time.Duration(gray) * time.Hour),
		Source: "test", File: photos.Shade(t, gray),
	}
}

func mustAdd(t testing.TB, store *photos.Store, a photos.Addition) {
	t.Helper()
	if added, err := store.Add(context.Background(), a); err != nil || !added {
		t.Fatalf("Add = %v, %v, want true, nil", added, err)
	}
}

func mustOf(t testing.TB, store *photos.Store, home gevel.BAGID) []gevel.Image {
	t.Helper()
	images, err := store.Of(context.Background(), home)
	if err != nil {
		t.Fatal(err)
	}
	return images
}

// fileOf returns the path of the store's single file with an ending.
func fileOf(t testing.TB, dir, ending string) string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ending) {
			found = append(found, path)
		}
		return err
	})
	if err != nil || len(found) != 1 {
		t.Fatalf("%v end in %s (%v), want one file", found, ending, err)
	}
	return found[0]
}
