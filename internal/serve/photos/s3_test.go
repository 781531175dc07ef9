package photos_test

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/serve/photos"
	"github.com/gevel/gevel/internal/testing/s3test"
)

// openPhotos opens the photos at an S3 location, as a process does.
func openPhotos(t *testing.T, location string) *photos.Store {
	t.Helper()
	store, err := photos.Create(location)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	if err := store.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	return store
}

func TestPhotosInS3AreAddedListedAndTakenDown(t *testing.T) {
	server := s3test.Start(t)
	store := openPhotos(t, server.Bucket("pictures")+"/of/homes")
	mustAdd(t, store, addition(t, homeA, 1))
	mustAdd(t, store, addition(t, homeA, 100))
	mustAdd(t, store, addition(t, homeB, 1))
	if added, err := store.Add(t.Context(), addition(t, homeA, 1)); added || err != nil {
		t.Errorf("Add again = %v, %v", added, err)
	}
	images := mustOf(t, store, homeA)
	if len(images) != 2 || !images[0].TakenAt.After(images[1].TakenAt) {
		t.Fatalf("got %v", images)
	}
	all := 0
	for _, err := range store.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		all++
	}
	links, ok := store.Presigned()
	if !ok || all != 3 {
		t.Fatalf("%d photos listed; URLs of the bucket's own: %v", all, ok)
	}
	address, err := links.URL(t.Context(), images[0].ID, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if status, kind := get(t, address); status != http.StatusOK || kind != "image/jpeg" {
		t.Errorf("status %d, %s", status, kind)
	}
	if err := store.Remove(t.Context(), images[0].ID, byTest); err != nil {
		t.Fatal(err)
	}
	if status, _ := get(t, address); status != http.StatusNotFound || len(mustOf(t, store, homeA)) != 1 {
		t.Errorf("after it was taken down: status %d, %d photos left", status, len(mustOf(t, store, homeA)))
	}
	if left := filesBelow(t, server.Path("pictures", "of/homes/locks")); left != nil {
		t.Errorf("locks are left: %v", left)
	}
}

func TestAURLOfS3LivesForADayFromTheAnswerOn(t *testing.T) {
	store := openPhotos(t, s3test.Start(t).Bucket("pictures"))
	links, _ := store.Presigned()
	before := time.Now().Truncate(time.Second)
	address, err := links.URL(t.Context(), string(homeA)+"-"+strings.Repeat("0", 32), before)
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	made, err := time.Parse("20060102T150405Z", u.Query().Get("X-Amz-Date"))
	if err != nil || made.Before(before) || made.After(time.Now()) || u.Query().Get("X-Amz-Expires") != "86400" {
		t.Errorf("%s is not for 86400 seconds from the answer on (%v)", address, err)
	}
	if _, err := links.URL(t.Context(), "../"+string(homeA), before); err == nil {
		t.Error("a URL was made of what is no image")
	}
}

// TestAURLUnderAnotherEndpointWorksThere uses another name of the same server, which the signature includes.
func TestAURLUnderAnotherEndpointWorksThere(t *testing.T) {
	server := s3test.Start(t)
	store := openPhotos(t, server.Bucket("pictures"))
	mustAdd(t, store, addition(t, homeA, 1))
	links, _ := store.Presigned()
	outside := strings.Replace(server.Endpoint, "127.0.0.1", "localhost", 1)
	public, err := links.At(outside + "/")
	if err != nil {
		t.Fatal(err)
	}
	address, err := public.URL(t.Context(), mustOf(t, store, homeA)[0].ID, time.Now())
	if err != nil || !strings.HasPrefix(address, outside+"/pictures/images/") {
		t.Fatalf("the URL is %s (%v)", address, err)
	}
	if status, kind := get(t, address); status != http.StatusOK || kind != "image/jpeg" {
		t.Errorf("status %d, %s", status, kind)
	}
	if status, _ := get(t, strings.Replace(address, "localhost", "127.0.0.1", 1)); status != http.StatusForbidden {
		t.Errorf("under a name that was not signed: status %d, want 403", status)
	}
	for _, wrong := range []string{"photos.example", "ftp://photos.example", "https://photos.example/path", "https://user:pass@photos.example"} {
		if _, err := links.At(wrong); gevel.CodeOf(err) != gevel.Invalid || strings.Contains(err.Error(), "pass") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// TestTwoImportersAtOnceLoseNothing lets several stores, in the role of processes, add photos of one home.
func TestTwoImportersAtOnceLoseNothing(t *testing.T) {
	server := s3test.Start(t)
	location := server.Bucket("pictures")
	const pictures, stores = 6, 3
	var done sync.WaitGroup
	for range stores {
		store := openPhotos(t, location)
		for gray := range uint8(pictures) {
			done.Go(func() {
				if _, err := store.Add(context.Background(), addition(t, homeA, gray*20)); err != nil {
					t.Error(err)
				}
			})
		}
	}
	done.Wait()
	if got := len(mustOf(t, openPhotos(t, location), homeA)); got != pictures {
		t.Errorf("got %d photos, want %d", got, pictures)
	}
	if left := filesBelow(t, server.Path("pictures", "locks")); left != nil {
		t.Errorf("locks are left: %v", left)
	}
}

// TestWhatAKilledImportLeftInS3IsFoundAndCleared leaves a picture and a lock, as a kill between picture and catalogue
// would.
func TestWhatAKilledImportLeftInS3IsFoundAndCleared(t *testing.T) {
	location := s3test.Start(t).Bucket("pictures")
	store := openPhotos(t, location)
	photos.ShortenLeases(store, 300*time.Millisecond)
	mustAdd(t, store, addition(t, homeA, 1))
	mustAdd(t, store, addition(t, homeB, 1))
	objects, err := bucket.OpenS3(location)
	if err != nil {
		t.Fatal(err)
	}
	defer objects.Close()
	left := "images/0518/34/" + string(homeA) + "/" + strings.Repeat("a", 32) + ".jpg"
	lost := "homes/0518/34/" + string(homeB) + ".json"
	for key, data := range map[string]string{left: "left over", "locks/0518/34/" + string(homeA): "of a dead process"} {
		if err := objects.Write(t.Context(), key, []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := objects.Remove(t.Context(), lost); err != nil {
		t.Fatal(err)
	}
	for _, deleted := range []string{"false", "true"} {
		want := []string{"leftover " + left + " " + deleted, "lost_catalogue " + lost + " false"}
		if found, _ := verify(t, store, photos.Verification{Clear: true, Leftovers: deleted == "true"}); !slices.Equal(found, want) {
			t.Errorf("found %v, want %v", found, want)
		}
	}
	for object, err := range objects.Objects(t.Context(), "") {
		if err != nil || object.Key == left || strings.HasPrefix(object.Key, "locks/") {
			t.Errorf("%s is left (%v)", object.Key, err)
		}
	}
	if len(mustOf(t, store, homeA)) != 1 {
		t.Error("the photo that is filed went along")
	}
	imp := newImport(t)
	imp.Store = store
	if _, err := imp.Run(t.Context(), deliver(t, map[string][]byte{string(homeA) + ".jpg": photos.Shade(t, 50)})); gevel.CodeOf(err) != gevel.Invalid {
		t.Errorf("an import into a bucket without a catalogue: %v, want it refused", err)
	}
}

func TestALogOfS3FaultsNamesNoHome(t *testing.T) {
	server := s3test.Start(t)
	store := openPhotos(t, server.Bucket("pictures"))
	links, _ := store.Presigned()
	server.Stop()
	_, err := store.Of(t.Context(), homeA)
	if err == nil || namesAHome(err) || !bucket.IsAway(err) || gevel.CodeOf(err) != gevel.Internal {
		t.Errorf("got %v, want that the bucket is away and no home's name", err)
	}
	t.Setenv("AWS_ACCESS_KEY_ID", "")
	if _, err := links.URL(t.Context(), string(homeA)+"-"+strings.Repeat("0", 32), time.Now()); err != nil {
		t.Errorf("a URL takes the network, or forgot the credentials: %v", err)
	}
}

func get(t *testing.T, address string) (status int, kind string) {
	t.Helper()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode, answer.Header.Get("Content-Type")
}

// filesBelow returns the files below a folder.
func filesBelow(t *testing.T, dir string) (files []string) {
	t.Helper()
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return nil
	})
	return files
}
