package photos_test

import (
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/serve/photos"
	"github.com/gevel/gevel/internal/testing/s3test"
)

// TestARunWithoutNewsAsksABucketForNoHome imports again, and holds what is asked for against what changed meanwhile.
func TestARunWithoutNewsAsksABucketForNoHome(t *testing.T) {
	server := s3test.Start(t)
	location := server.Bucket("pictures")
	_, requests := server.Slow(0)
	store := openPhotos(t, location)
	imp, delivery := imported(t, store, map[string][]byte{
		string(homeA) + ".jpg": photos.Shade(t, 10), string(homeA) + "_2.jpg": photos.Shade(t, 60),
		string(homeB) + ".jpg": photos.Shade(t, 90),
	})
	again := func(want int64) {
		t.Helper()
		requests.Store(0)
		if report := mustRun(t, imp, delivery); report.Present != 3 || requests.Load() != want {
			t.Errorf("%d requests, want %d; report %+v", requests.Load(), want, report)
		}
	}
	const lists = 2 + 4 + 1 // municipalities, all of one in four folders, and its copies
	again(lists)

	objects, err := bucket.OpenS3(location)
	if err != nil {
		t.Fatal(err)
	}
	defer objects.Close()
	const key = "copies/0518.jsonl"
	copies, err := objects.Read(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	for what, damaged := range map[string]string{
		"another home's": strings.ReplaceAll(string(copies), string(homeA), string(homeB)),
		"another photo":  strings.ReplaceAll(string(copies), `"source":"`, `"source":"x`),
		"no JSON":        "{\n\n" + strings.Repeat("x", 1000),
	} {
		if err := objects.Write(t.Context(), key, []byte(damaged)); err != nil {
			t.Fatal(err)
		}
		requests.Store(0)
		if report := mustRun(t, imp, delivery); report.Present != 3 || requests.Load() <= lists {
			t.Errorf("copies are %s: %d requests, report %+v", what, requests.Load(), report)
		}
		again(lists)
	}

	image := mustOf(t, store, homeB)[0]
	if err := objects.Remove(t.Context(), "images/0518/34/"+string(homeB)+"/"+image.ID[17:]+".jpg"); err != nil {
		t.Fatal(err)
	}
	if report := mustRun(t, imp, delivery); report.Renewed != 1 || report.Present != 2 {
		t.Errorf("a picture was lost: %+v", report)
	}
	if err := store.Remove(t.Context(), image.ID, byTest); err != nil {
		t.Fatal(err)
	}
	if data, err := objects.Read(t.Context(), key); err == nil {
		t.Errorf("copies of what was removed are left: %s", data)
	}
	wantRejects(t, mustRun(t, imp, delivery), map[string]int{"removed": 1})

	a := addition(t, homeA, 10)
	a.Kind, a.Given.Kind = gevel.ImageFront, true
	if _, err := store.Add(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	imp.Kind = gevel.ImagePhoto
	if report := mustRun(t, imp, delivery); report.Corrected != 1 {
		t.Errorf("a photo became a front view meanwhile, and is corrected: %+v", report)
	}
}
