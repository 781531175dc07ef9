package bucket_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"go.uber.org/goleak"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/testing/s3test"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestEveryBucketKeepsTheContract holds folders and S3 to the same.
func TestEveryBucketKeepsTheContract(t *testing.T) {
	for kind, open := range map[string]func(*testing.T) bucket.Bucket{
		"folder": func(t *testing.T) bucket.Bucket { dir, _ := newDir(t); return dir },
		"S3": func(t *testing.T) bucket.Bucket {
			return openS3(t, s3test.Start(t).Bucket("contract")+"/below/here")
		},
	} {
		t.Run(kind, func(t *testing.T) {
			b := open(t)
			for name, test := range map[string]func(*testing.T, bucket.Bucket){
				"an object is read as it was written":    readsAsWritten,
				"an object is read from any place":       readsFromAnyPlace,
				"a removed object is not there":          removes,
				"no key leads out of the bucket":         refusesKeys,
				"a list is of what is below a folder":    lists,
				"names are of what a folder has":         names,
				"nothing is done once the context ended": endsWithContext,
				"a write replaces all at once":           replacesAtOnce,
			} {
				t.Run(name, func(t *testing.T) { test(t, b) })
			}
		})
	}
}

func openS3(t testing.TB, location string) *bucket.S3 {
	t.Helper()
	s3, err := bucket.OpenS3(location)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s3.Close() })
	if err := s3.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s3
}

func mustWrite(t testing.TB, b bucket.Bucket, key, data string) {
	t.Helper()
	if err := b.Write(t.Context(), key, []byte(data)); err != nil {
		t.Fatal(err)
	}
}

func names(t *testing.T, b bucket.Bucket) {
	for _, key := range []string{"named/a/1", "named/a/2", "named/b.json", "named/c/d/3"} {
		mustWrite(t, b, key, "x")
	}
	for folder, want := range map[string][]string{"named/": {"a", "b.json", "c"}, "named/a/": {"1", "2"}, "nowhere/": nil} {
		if got, err := b.Names(t.Context(), folder); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s has %v, %v, want %v", folder, got, err, want)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := b.Names(ended, "named/"); err == nil {
		t.Errorf("got %v once the context ended", got)
	}
}

func list(t testing.TB, b bucket.Bucket, folder string) (keys []string) {
	t.Helper()
	for key, err := range b.List(t.Context(), folder) {
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key)
	}
	return keys
}

func readsAsWritten(t *testing.T, b bucket.Bucket) {
	mustWrite(t, b, "read/b/c.txt", "old")
	open, err := b.Open(t.Context(), "read/b/c.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	mustWrite(t, b, "read/b/c.txt", "new and longer")
	if was, err := io.ReadAll(open); err != nil || string(was) != "old" {
		t.Errorf("who had it open reads %q (%v), want old", was, err)
	}
	if got, err := b.Read(t.Context(), "read/b/c.txt"); err != nil || string(got) != "new and longer" {
		t.Errorf("got %q (%v), want the new object", got, err)
	}
	mustWrite(t, b, "read/empty", "")
	if got, err := b.Read(t.Context(), "read/empty"); err != nil || len(got) > 0 {
		t.Errorf("got %q (%v), want nothing", got, err)
	}
}

func readsFromAnyPlace(t *testing.T, b bucket.Bucket) {
	text := strings.Repeat("0123456789", 100)
	mustWrite(t, b, "any/place", text)
	open, err := b.Open(t.Context(), "any/place")
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	if err := iotest.TestReader(open, []byte(text)); err != nil {
		t.Error(err)
	}
}

func removes(t *testing.T, b bucket.Bucket) {
	mustWrite(t, b, "gone/b", "x")
	if err := b.Remove(t.Context(), "gone/b"); err != nil {
		t.Fatal(err)
	}
	_, readErr := b.Read(t.Context(), "gone/b")
	_, openErr := b.Open(t.Context(), "gone/b")
	for _, err := range []error{readErr, openErr, b.Remove(t.Context(), "gone/b")} {
		if !errors.Is(err, fs.ErrNotExist) || !errors.As(err, new(*fs.PathError)) {
			t.Errorf("got %v, want %v of a path", err, fs.ErrNotExist)
		}
	}
}

func refusesKeys(t *testing.T, b bucket.Bucket) {
	for _, key := range []string{"", ".", "/", "/a", "a/", "a//b", "../a", "a/../../b", "a/..", "a/./b"} {
		_, readErr := b.Read(t.Context(), key)
		_, openErr := b.Open(t.Context(), key)
		for _, err := range []error{readErr, openErr, b.Write(t.Context(), key, nil), b.Remove(t.Context(), key)} {
			if gevel.CodeOf(err) != gevel.Invalid {
				t.Errorf("%q: got %v, want %q", key, err, gevel.Invalid)
			}
		}
	}
}

func lists(t *testing.T, b bucket.Bucket) {
	want := []string{"list/.x.1.draft", "list/b/1", "list/b/2", "list/c"}
	for _, key := range append([]string{"listed", "z/1"}, want...) {
		mustWrite(t, b, key, "x")
	}
	if got := list(t, b, "list/"); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := list(t, b, "none/"); got != nil {
		t.Errorf("got %v below a folder that is not there", got)
	}
	for key, err := range b.List(t.Context(), "list/") {
		if key != want[0] || err != nil {
			t.Errorf("got %s (%v), want %s", key, err, want[0])
		}
		break // it must not go on
	}
}

func endsWithContext(t *testing.T, b bucket.Bucket) {
	mustWrite(t, b, "end/b", "old")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	faults := []error{b.Write(ctx, "end/b", []byte("new")), b.Remove(ctx, "end/b")}
	for _, err := range b.List(ctx, "end/") {
		faults = append(faults, err)
	}
	for i, err := range faults {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%d: got %v, want %v", i, err, context.Canceled)
		}
	}
	if len(faults) != 3 {
		t.Errorf("the list ended without a word")
	}
	if got, err := b.Read(t.Context(), "end/b"); err != nil || string(got) != "old" {
		t.Errorf("got %q (%v), want the old object", got, err)
	}
}

func replacesAtOnce(t *testing.T, b bucket.Bucket) {
	texts := []string{strings.Repeat("a", 100_000), strings.Repeat("b", 150_000)}
	mustWrite(t, b, "whole", texts[0])
	var writing sync.WaitGroup
	writing.Go(func() {
		for i := range 20 {
			if err := b.Write(t.Context(), "whole", []byte(texts[i%2])); err != nil {
				t.Error(err)
			}
		}
	})
	for range 20 {
		if got, err := b.Read(t.Context(), "whole"); err != nil || !slices.Contains(texts, string(got)) {
			t.Errorf("read %d bytes that nobody wrote (%v)", len(got), err)
		}
	}
	writing.Wait()
}
