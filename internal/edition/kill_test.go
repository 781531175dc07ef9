//go:build unix

package edition

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// A process that publishes editions without end is killed again and again, each
// time with other files of the next edition on disk.

// publishForever names the folder in which the child process publishes.
const publishForever = "GEVEL_TEST_PUBLISH_FOREVER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(publishForever); dir != "" {
		err := publishWithoutEnd(dir)
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	goleak.VerifyTestMain(m)
}

func publishWithoutEnd(dir string) error {
	contents := inventContents(200, 1)
	for contents.Seed = 2; ; contents.Seed++ {
		if err := publishOnce(dir, contents); err != nil {
			return err
		}
	}
}

func publishOnce(dir string, contents invented) error {
	release, err := Lock(dir)
	if err != nil {
		return err
	}
	defer release()
	_, _, err = Write(context.Background(), dir, contents)
	return err
}

func TestAKilledProcessLeavesEditionsWhole(t *testing.T) {
	dir := t.TempDir()
	if err := publishOnce(dir, inventContents(200, 1)); err != nil {
		t.Fatal(err)
	}
	first, err := Newest(dir)
	if err != nil {
		t.Fatal(err)
	}
	before := snapshot(t, first)
	const files = 6 // of an edition before its manifest
	for n := range 2 * files {
		killPublisher(t, dir, n%files)
		checkSnapshot(t, first, before)
		checkPublished(t, dir)
	}
	if err := publishOnce(dir, inventContents(20, 3)); err != nil {
		t.Fatalf("publish after kills: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, stagingPrefix+"*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// killPublisher starts a process that publishes in dir and kills it as soon as n
// files of an edition are in its staging directory.
func killPublisher(t *testing.T, dir string, n int) {
	t.Helper()
	left, _ := filepath.Glob(filepath.Join(dir, stagingPrefix+"*"))
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), publishForever+"="+dir)
	child.Stderr = os.Stderr
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = child.Process.Kill()
		if err := child.Wait(); err == nil {
			t.Error("the publisher ended by itself")
		}
	}()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); runtime.Gosched() {
		staged, _ := filepath.Glob(filepath.Join(dir, stagingPrefix+"*"))
		if len(staged) == 1 && (len(left) == 0 || staged[0] != left[0]) && countFiles(staged[0]) >= n {
			return
		}
	}
	t.Fatalf("no staging directory came to hold %d files", n)
}

func countFiles(dir string) int {
	n := 0
	_ = filepath.WalkDir(dir, func(_ string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			n++
		}
		return nil
	})
	return n
}

// checkPublished opens each edition that has a manifest.
func checkPublished(t *testing.T, dir string) {
	t.Helper()
	manifests, err := filepath.Glob(filepath.Join(dir, "*", ManifestName))
	if err != nil || len(manifests) == 0 {
		t.Fatalf("no editions in %s: %v", dir, err)
	}
	for _, manifest := range manifests {
		if _, err := Open(t.Context(), filepath.Dir(manifest)); err != nil {
			t.Error(err)
		}
	}
	if _, err := OpenNewest(t.Context(), dir); err != nil {
		t.Error(err)
	}
}
