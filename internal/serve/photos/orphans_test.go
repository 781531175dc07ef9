package photos_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/image"
	"github.com/gevel/gevel/internal/serve/photos"
)

func TestPhotosWhoseHomesAreGoneAreCountedForEachEdition(t *testing.T) {
	dir := t.TempDir()
	store := newStoreIn(t, dir)
	for n := range uint8(2) {
		mustAdd(t, store, addition(t, homeA, n))
	}
	mustAdd(t, store, addition(t, homeB, 3))
	if err := os.WriteFile(filepath.Join(dir, "images", "note.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		gone := map[string]gevel.BAGID{"first": homeA, "second": homeB, "third": ""}
		var edition atomic.Value
		edition.Store("first")
		orphans := photos.NewOrphans(store)
		if n := orphans.Count(); !math.IsNaN(n) {
			t.Errorf("%v before they are counted", n)
		}
		ctx, cancel := context.WithCancel(t.Context())
		go orphans.Follow(ctx, func() (string, func(gevel.BAGID) bool) {
			id := edition.Load().(string)
			return id, func(home gevel.BAGID) bool { return home != gone[id] }
		})
		for id, want := range map[string]float64{"first": 2, "second": 1, "third": 0} {
			edition.Store(id)
			time.Sleep(2 * time.Minute) // of the test's own clock
			if got := orphans.Count(); got != want {
				t.Errorf("%s: %v, want %v", id, got, want)
			}
		}
		cancel()
		synctest.Wait()
	})
}

// TestAnEditionThatCantBeReadIsCountedOnceItCan counts by an image that is cut short, and then by one that is whole.
func TestAnEditionThatCantBeReadIsCountedOnceItCan(t *testing.T) {
	store := newStoreIn(t, t.TempDir())
	mustAdd(t, store, addition(t, homeA, 1))
	path, numbers := filepath.Join(t.TempDir(), "image"), make([]int64, 1000)
	f, err := os.Create(path)
	if err == nil {
		err = errors.Join(image.Write(f, nil, &numbers), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	whole := numbers
	open, err := image.Open(path, nil, &numbers)
	if err == nil {
		err = os.Truncate(path, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		var edition atomic.Pointer[[]int64]
		edition.Store(&numbers)
		orphans := photos.NewOrphans(store)
		ctx, cancel := context.WithCancel(t.Context())
		go orphans.Follow(ctx, func() (string, func(gevel.BAGID) bool) {
			return "the same", func(gevel.BAGID) bool { return (*edition.Load())[0] > 0 }
		})
		time.Sleep(2 * time.Minute)
		if n := orphans.Count(); !math.IsNaN(n) || open.Sound() == nil {
			t.Errorf("%v by what can't be read", n)
		}
		edition.Store(&whole)
		time.Sleep(2 * time.Minute)
		if n := orphans.Count(); n != 1 {
			t.Errorf("%v once it can be read", n)
		}
		cancel()
		synctest.Wait()
	})
}
