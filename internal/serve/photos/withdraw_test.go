package photos_test

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/serve/photos"
	"github.com/gevel/gevel/internal/testing/s3test"
)

// inEachBucket runs a test of a store in a folder, and in S3.
func inEachBucket(t *testing.T, test func(t *testing.T, store *photos.Store, objects bucket.Bucket)) {
	for kind, location := range map[string]func(*testing.T) string{
		"folder": func(t *testing.T) string { return t.TempDir() },
		"S3":     func(t *testing.T) string { return s3test.Start(t).Bucket("pictures") + "/here" },
	} {
		t.Run(kind, func(t *testing.T) {
			at := location(t)
			objects, err := bucket.Open(at)
			if err != nil {
				t.Fatal(err)
			}
			if closing, ok := objects.(*bucket.S3); ok {
				t.Cleanup(func() { closing.Close() })
			}
			test(t, openPhotos(t, at), objects)
		})
	}
}

// storeFolders are all that a back-up has.
var storeFolders = []string{"homes/", "images/", "blocked/", "record/"}

// backUp returns all objects, by key.
func backUp(t *testing.T, objects bucket.Bucket) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for _, folder := range storeFolders {
		for key, err := range objects.List(t.Context(), folder) {
			if err == nil {
				all[key], err = objects.Read(t.Context(), key)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return all
}

// restore copies a back-up over what is there.
func restore(t *testing.T, objects bucket.Bucket, all map[string][]byte) {
	t.Helper()
	for key, data := range all {
		if err := objects.Write(t.Context(), key, data); err != nil {
			t.Fatal(err)
		}
	}
}

// wantGone requires that nothing of an id is served.
func wantGone(t *testing.T, when string, store *photos.Store, id string) {
	t.Helper()
	if _, err := store.Picture(t.Context(), id); gevel.CodeOf(err) != gevel.NotFound {
		t.Errorf("%s: the picture gives %v, want that there is none", when, err)
	}
	for _, image := range mustOf(t, store, gevel.BAGID(id[:16])) {
		if image.ID == id {
			t.Errorf("%s: the photo is listed", when)
		}
	}
}

func TestWhatWasRemovedStaysAwayThroughImportsAndARestore(t *testing.T) {
	inEachBucket(t, func(t *testing.T, store *photos.Store, objects bucket.Bucket) {
		imp, delivery := imported(t, store, map[string][]byte{
			string(homeA) + ".jpg": photos.Shade(t, 10), string(homeB) + ".jpg": photos.Shade(t, 10),
		})
		old := mustOf(t, store, homeA)[0].ID
		saved := backUp(t, objects)
		if err := store.Remove(t.Context(), old, byTest); err != nil {
			t.Fatal(err)
		}
		wantGone(t, "removed", store, old)

		report := mustRun(t, imp, delivery)
		wantRejects(t, report, map[string]int{"removed": 1})
		same := deliver(t, map[string][]byte{string(homeA) + ".jpg": photos.WithEXIF(photos.Shade(t, 10), []byte("another file of it"))})
		wantRejects(t, mustRun(t, imp, same), map[string]int{"removed": 1})
		wantGone(t, "imported again", store, old)

		restore(t, objects, saved)
		wantGone(t, "restored", store, old)
		key := "images/0518/34/" + string(homeA) + "/" + old[17:] + ".jpg"
		if found, _ := verify(t, store, photos.Verification{Clear: true}); fmt.Sprint(found) != "[withdrawn "+key+" true]" {
			t.Errorf("verify found %v", found)
		}
		if found, _ := verify(t, store, photos.Verification{}); found != nil {
			t.Errorf("after it was cleared: %v", found)
		}

		imp.Again = true
		if report := mustRun(t, imp, delivery); report.Added != 1 || report.Present != 1 {
			t.Fatalf("brought back: %+v", report)
		}
		wantGone(t, "brought back", store, old)
		imp.Again = false
		if report := mustRun(t, imp, delivery); report.Present != 2 || len(mustOf(t, store, homeA)) != 1 {
			t.Errorf("imported once more: %+v", report)
		}
	})
}

func TestABlockedHomeIsServedAndAddedToOnlyOnceItIsUnblocked(t *testing.T) {
	inEachBucket(t, func(t *testing.T, store *photos.Store, objects bucket.Bucket) {
		imp, delivery := imported(t, store, map[string][]byte{
			string(homeA) + ".jpg": photos.Shade(t, 10), string(homeA) + "_2.jpg": photos.Shade(t, 90),
		})
		images, saved := mustOf(t, store, homeA), backUp(t, objects)
		links, inS3 := store.Presigned()
		address := ""
		if inS3 {
			address, _ = links.URL(t.Context(), images[0].ID, time.Now())
			if status, _ := get(t, address); status != http.StatusOK {
				t.Fatalf("before: status %d", status)
			}
		}
		if err := store.Block(t.Context(), homeA, byTest); err != nil {
			t.Fatal(err)
		}
		if inS3 {
			if status, _ := get(t, address); status != http.StatusNotFound {
				t.Errorf("a URL of the bucket's own gives status %d", status)
			}
		}
		wantGone(t, "blocked", store, images[0].ID)
		wantRejects(t, mustRun(t, imp, delivery), map[string]int{"blocked": 2})
		if found, done := verify(t, store, photos.Verification{}); found != nil || done.Pictures != 2 {
			t.Errorf("while blocked: %v, %+v", found, done)
		}
		restore(t, objects, saved)
		wantGone(t, "restored", store, images[1].ID)
		if found, _ := verify(t, store, photos.Verification{Clear: true}); len(found) != 2 || !strings.HasPrefix(found[0], "misplaced images/") {
			t.Errorf("after the restore: %v", found)
		}
		if err := store.Remove(t.Context(), images[1].ID, byTest); err != nil {
			t.Fatal(err)
		}
		if err := store.Unblock(t.Context(), homeA, byTest); err != nil {
			t.Fatal(err)
		}
		if got := mustOf(t, store, homeA); len(got) != 1 || got[0] != images[0] {
			t.Errorf("unblocked: %v", got)
		}
		if _, err := store.Picture(t.Context(), images[0].ID); err != nil {
			t.Error(err)
		}
		wantGone(t, "removed while blocked", store, images[1].ID)
		if err := store.Unblock(t.Context(), homeA, byTest); gevel.CodeOf(err) != gevel.NotFound {
			t.Errorf("unblocked twice: %v", err)
		}
	})
}

func TestTheRecordKeepsEachDeedInItsOrder(t *testing.T) {
	inEachBucket(t, func(t *testing.T, store *photos.Store, objects bucket.Bucket) {
		mustAdd(t, store, addition(t, homeA, 1))
		id := mustOf(t, store, homeA)[0].ID
		early := photos.Deed{At: noon.Add(-time.Hour), By: "clerk", Why: "a mistake"} // by a clock that is behind
		for _, step := range []error{
			store.Block(t.Context(), homeA, byTest), store.Unblock(t.Context(), homeA, early),
			store.Remove(t.Context(), id, byTest), store.Block(t.Context(), homeB, early),
		} {
			if step != nil {
				t.Fatal(step)
			}
		}
		before := backUp(t, objects)
		if err := store.Block(t.Context(), homeA, early); err != nil {
			t.Fatal(err)
		}
		after := backUp(t, objects)
		for key, data := range before {
			if strings.HasPrefix(key, "record/") && !bytes.Equal(after[key], data) {
				t.Errorf("%s has changed", key)
			}
		}
		var lines []string
		for d, err := range store.Record(t.Context(), "") {
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, fmt.Sprint(d.Home, " ", d.Act, " ", d.Content == id[17:], " ", d.By, " ", d.Why))
		}
		want := []string{
			"0518010000001234 block false test asked to", "0518010000001234 unblock false clerk a mistake",
			"0518010000001234 remove true test asked to", "0518010000001234 block false clerk a mistake",
			"0518010000005634 block false clerk a mistake",
		}
		if fmt.Sprint(lines) != fmt.Sprint(want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
		}
	})
}

func TestAHomeThatLostTheRecordOfItsBlockStaysBlocked(t *testing.T) {
	inEachBucket(t, func(t *testing.T, store *photos.Store, objects bucket.Bucket) {
		imp, delivery := imported(t, store, map[string][]byte{string(homeA) + ".jpg": photos.Shade(t, 10)})
		images := mustOf(t, store, homeA)
		if err := store.Block(t.Context(), homeA, byTest); err != nil {
			t.Fatal(err)
		}
		for key := range backUp(t, objects) {
			if strings.HasPrefix(key, "record/") {
				if err := objects.Remove(t.Context(), key); err != nil {
					t.Fatal(err)
				}
			}
		}
		for range 2 {
			found, done := verify(t, store, photos.Verification{Clear: true, Leftovers: true})
			if fmt.Sprint(found) != "[lost_record record/0518/34/"+string(homeA)+"/ false]" || done.Pictures != 1 {
				t.Errorf("%v, %+v", found, done)
			}
		}
		wantGone(t, "without a record", store, images[0].ID)
		wantRejects(t, mustRun(t, imp, delivery), map[string]int{"blocked": 1})
		if err := store.Unblock(t.Context(), homeA, byTest); err != nil {
			t.Fatal(err)
		}
		if _, err := store.Picture(t.Context(), images[0].ID); err != nil {
			t.Error(err)
		}
	})
}

func TestPicturesOfALiftedBlockComeBackFromAmongTheBlocked(t *testing.T) {
	inEachBucket(t, func(t *testing.T, store *photos.Store, objects bucket.Bucket) {
		mustAdd(t, store, addition(t, homeA, 1))
		id := mustOf(t, store, homeA)[0].ID
		if err := store.Block(t.Context(), homeA, byTest); err != nil {
			t.Fatal(err)
		}
		saved := backUp(t, objects)
		if err := store.Unblock(t.Context(), homeA, byTest); err != nil {
			t.Fatal(err)
		}
		restore(t, objects, saved)
		if found, _ := verify(t, store, photos.Verification{Clear: true}); len(found) != 1 || !strings.HasPrefix(found[0], "misplaced blocked/") {
			t.Errorf("after the restore: %v", found)
		}
		if _, err := store.Picture(t.Context(), id); err != nil {
			t.Error(err)
		}
	})
}

func TestAHomeWhoseCatalogueIsDamagedIsTakenDownAsAnyOther(t *testing.T) {
	inEachBucket(t, func(t *testing.T, store *photos.Store, objects bucket.Bucket) {
		mustAdd(t, store, addition(t, homeA, 1))
		mustAdd(t, store, addition(t, homeA, 100))
		images, key := mustOf(t, store, homeA), "homes/0518/34/"+string(homeA)+".json"
		whole, err := objects.Read(t.Context(), key)
		if err == nil {
			err = objects.Write(t.Context(), key, []byte("{"))
		}
		if err != nil {
			t.Fatal(err)
		}
		ids, err := store.IDs(t.Context(), homeA)
		if err != nil || len(ids) != 2 {
			t.Errorf("ids %v, %v", ids, err)
		}
		for _, err := range []error{
			store.Remove(t.Context(), images[0].ID, byTest), store.Block(t.Context(), homeA, byTest),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		wantPicture := func(when string, want bool) {
			t.Helper()
			if _, err := store.Picture(t.Context(), images[1].ID); (err == nil) != want {
				t.Errorf("%s: %v", when, err)
			}
		}
		wantPicture("blocked", false)
		if err := store.Unblock(t.Context(), homeA, byTest); err != nil {
			t.Fatal(err)
		}
		wantPicture("unblocked", true)
		if err := objects.Write(t.Context(), key, whole); err != nil {
			t.Fatal(err)
		}
		wantGone(t, "its catalogue restored", store, images[0].ID)
		if got := mustOf(t, store, homeA); len(got) != 1 {
			t.Errorf("its catalogue restored: %v", got)
		}
		if err := store.Remove(t.Context(), string(homeB)+"-"+strings.Repeat("a", 32), byTest); gevel.CodeOf(err) != gevel.NotFound {
			t.Errorf("an unknown photo: %v", err)
		}
	})
}

func TestARemovedPictureTakesThoseOfEarlierEncodersAlong(t *testing.T) {
	inEachBucket(t, func(t *testing.T, store *photos.Store, objects bucket.Bucket) {
		imp, delivery := imported(t, store, map[string][]byte{string(homeA) + ".jpg": photos.InAdobeRGB(t)})
		now := mustOf(t, store, homeA)[0].ID[17:]
		at, key := "images/0518/34/"+string(homeA)+"/", "homes/0518/34/"+string(homeA)+".json"
		pale, err := store.Reencode(t.Context(), photos.Shade(t, 10))
		catalogue, fault := objects.Read(t.Context(), key)
		if err = cmp.Or(err, fault, objects.Remove(t.Context(), at+now+".jpg")); err != nil {
			t.Fatal(err)
		}
		old := photos.ContentOf(pale)
		restore(t, objects, map[string][]byte{
			at + old + ".jpg": pale,
			key:               []byte(strings.NewReplacer(now, old, `"encoder":3,`, "").Replace(withoutSum(catalogue))),
		})
		saved := backUp(t, objects)
		if report := mustRun(t, imp, delivery); report.Renewed != 1 {
			t.Fatalf("%+v, want it made anew", report)
		}
		if err := store.Remove(t.Context(), string(homeA)+"-"+now, byTest); err != nil {
			t.Fatal(err)
		}
		restore(t, objects, saved)
		for _, content := range []string{old, now} {
			wantGone(t, "restored", store, string(homeA)+"-"+content)
		}
		want := "[withdrawn " + at + old + ".jpg true]"
		if found, _ := verify(t, store, photos.Verification{Clear: true}); fmt.Sprint(found) != want {
			t.Errorf("found %v, want %s", found, want)
		}
		imp.Again = true
		if report := mustRun(t, imp, delivery); report.Added != 1 || len(mustOf(t, store, homeA)) != 1 {
			t.Errorf("brought back: %+v", report)
		}
	})
}
