package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/testing/s3test"
)

// An edition whose models are fitted by machines that share only a bucket is that of one build.
func TestTrainingThroughABucket(t *testing.T) {
	server := s3test.Start(t)
	location := server.Bucket("training") + "/night"
	dir := t.TempDir()
	t.Setenv("GEVEL_CACHE", filepath.Join(dir, "cache"))
	if _, err := copyTown(smallTown, dir); err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(dir, smallBuild)
	whole, err := filepath.Glob(filepath.Join(dir, "editions", "*", "manifest.json"))
	if err != nil || len(whole) != 1 {
		t.Fatalf("editions of the town: %v, %v", whole, err)
	}
	id := filepath.Base(filepath.Dir(whole[0]))
	if err := os.RemoveAll(filepath.Join(dir, "editions")); err != nil {
		t.Fatal(err)
	}
	do := func(args ...string) (code int, out string) { return runInTown(t, args...) }
	want := func(code int, said string, args ...string) {
		t.Helper()
		if got, out := do(args...); got != code || !strings.Contains(out, said) || strings.Contains(out, s3test.SecretKey) {
			t.Fatalf("gevel %s: exit code %d: %s\nwant %d, %q", strings.Join(args, " "), got, out, code, said)
		}
	}
	want(2, "nothing is prepared for training at "+location, "train", location)
	want(0, "training set ", "build", "-c", config, "--prepare", location)
	want(0, "", "train", location, "--shard", "0/2")
	want(1, "is not fitted yet", "build", "-c", config, "--trained", location)
	want(0, "", "train", location, "--shard", "1/2")
	want(0, id, "build", "-c", config, "--trained", location)
	if _, err := os.Stat(filepath.Join(dir, "editions", id)); err != nil {
		t.Errorf("the edition of one build is not there: %v", err)
	}
	server.Stop()
	want(1, "", "train", location)
}
