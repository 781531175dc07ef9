//go:build unix

package build_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/offline/build"
)

// A build is killed in each of its stages: a child process kills itself there, as
// kill -9 would.

// What the child process builds, and in which stage it dies.
const (
	dyingConfig = "GEVEL_TEST_CONFIG"
	dyingStage  = "GEVEL_TEST_DIE_IN"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(dyingConfig); path != "" {
		fmt.Fprintln(os.Stderr, buildAndDie(path, build.Stage(os.Getenv(dyingStage))))
		os.Exit(1)
	}
	goleak.VerifyTestMain(m)
}

func buildAndDie(path string, in build.Stage) error {
	c, err := build.ReadConfig(path)
	if err != nil {
		return err
	}
	c.Seed++ // another edition than the one that is there
	o := options()
	o.Fresh = "asked" // so that there is every stage
	o.Progress = func(at build.Step) {
		if at.Stage == in {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}
	}
	_, err = build.Run(context.Background(), c, o)
	return err
}

func TestAKilledBuildLeavesEditionsUntouched(t *testing.T) {
	path := writeTown(t)
	c, err := build.ReadConfig(path)
	if err != nil {
		t.Fatal(err)
	}
	s := builtIn(t, c)
	before := editionBytes(t, s)
	for _, stage := range []build.Stage{"register", "sales", build.StageTrain, build.StagePublish} {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), dyingConfig+"="+path, dyingStage+"="+string(stage))
		out, err := child.CombinedOutput()
		if status, ok := child.ProcessState.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGKILL {
			t.Fatalf("the child was not killed in %s: %v\n%s", stage, err, out)
		}
		if after := editionBytes(t, s); after != before {
			t.Errorf("killed in %s, the edition has changed", stage)
		}
		if newest, err := edition.OpenNewest(t.Context(), c.Editions); err != nil || newest.ID() != s.Manifest.ID {
			t.Errorf("killed in %s, the newest edition can't be opened: %v", stage, err)
		}
	}
	// As a kill during writing leaves one.
	if err := os.Mkdir(filepath.Join(c.Editions, ".building-0"), 0o755); err != nil {
		t.Fatal(err)
	}
	c.Seed++
	next := mustRun(t, c)
	checkFolder(t, c.Editions, s.Manifest.ID, next.Manifest.ID)
}

// editionBytes returns everything in an edition as one text.
func editionBytes(t *testing.T, s *build.Summary) string {
	t.Helper()
	all := readFile(t, s.Dir, "manifest.json")
	for name := range s.Manifest.Files {
		// The manifest vouches for the others by their checksums.
		readFile(t, s.Dir, name)
	}
	if _, err := edition.Verify(t.Context(), s.Dir); err != nil {
		t.Error(err)
	}
	return all
}
