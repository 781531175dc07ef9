package kept

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestAFolderIsFilledOnceForAllThatAskAtATime(t *testing.T) {
	home, filled := t.TempDir(), 0
	fill := func(dir string) error {
		filled++ // the lock keeps the others out
		return os.WriteFile(filepath.Join(dir, "town"), []byte("whole"), 0o644)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			dir, err := folderIn(home, "town", fill)
			if err != nil {
				t.Error(err)
				return
			}
			if content, err := os.ReadFile(filepath.Join(dir, "town")); err != nil || string(content) != "whole" {
				t.Errorf("the folder has %q, %v", content, err)
			}
		})
	}
	all.Wait()
	if filled != 1 {
		t.Errorf("it was filled %d times", filled)
	}
}

func TestAFolderThatCouldNotBeFilledIsFilledByTheNext(t *testing.T) {
	home, broken := t.TempDir(), errors.New("no room")
	if _, err := folderIn(home, "town", func(dir string) error {
		return errors.Join(os.WriteFile(filepath.Join(dir, "town"), nil, 0o644), broken)
	}); !errors.Is(err, broken) {
		t.Fatalf("got %v", err)
	}
	dir, err := folderIn(home, "town", func(dir string) error { return os.WriteFile(filepath.Join(dir, "other"), nil, 0o644) })
	if err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != "other" {
		t.Errorf("it has %v, %v", left, err)
	}
	if drafts, _ := filepath.Glob(filepath.Join(home, "*.draft*")); len(drafts) > 0 {
		t.Errorf("%v are left", drafts)
	}
}

func TestNothingIsKeptWhereThatIsOff(t *testing.T) {
	t.Setenv(Variable, "off")
	aside := t.TempDir()
	dir, err := Folder("town", func() string { return aside }, func(dir string) error { return nil })
	if err != nil || dir != aside {
		t.Errorf("it is in %q, %v", dir, err)
	}
}

func TestFoldersOfOldCodeAreRemovedButForTheNewest(t *testing.T) {
	all, now := t.TempDir(), time.Now()
	for i := range mostKept + 3 {
		dir := filepath.Join(all, fmt.Sprint("code", i))
		at := now.Add(-leastKept/2 - time.Duration(i)*leastKept/mostKept)
		if err := errors.Join(os.Mkdir(dir, 0o755), os.Chtimes(dir, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	recent := filepath.Join(all, "recent")
	if err := os.Mkdir(recent, 0o755); err != nil {
		t.Fatal(err)
	}
	removeOld(all, now)
	left, err := os.ReadDir(all)
	if err != nil || len(left) != mostKept || left[len(left)-1].Name() != "recent" {
		t.Errorf("%v are left, %v", left, err)
	}
	for _, f := range left[:len(left)-1] {
		if f.Name() == fmt.Sprint("code", mostKept) {
			t.Error("an old one is left instead of a newer")
		}
	}
}

// TestTheHashCoversTheCodeThatTownsAreMadeBy asks go which packages that is.
func TestTheHashCoversTheCodeThatTownsAreMadeBy(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "../smalltown", "../demotown")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range strings.Lines(string(out)) {
		within, ok := strings.CutPrefix(strings.TrimSpace(pkg), "github.com/gevel/gevel/")
		covered := !ok
		for _, folder := range makers {
			covered = covered || within == folder || strings.HasPrefix(within, folder+"/")
		}
		if !covered {
			t.Errorf("a change of %s makes another town, and is not in the hash", within)
		}
	}
}

func TestAChangeOfCodeIsAnotherHashAndOneOfATestIsNot(t *testing.T) {
	root := t.TempDir()
	write := func(path, text string) (hash string) {
		t.Helper()
		path = filepath.Join(root, path)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
		hash, _, err := hashBelow(root)
		if err != nil {
			t.Fatal(err)
		}
		return hash
	}
	for _, folder := range makers {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[string]string{write("go.mod", "module x"): "go.mod"}
	for _, change := range [][2]string{
		{"sale.go", "a"},
		{"sale.go", "b"},
		{"internal/model/index/fit.go", "a"},
		{"internal/offline/build/presets/a.yaml", "a"},
		{"internal/offline/train/plan.go", "a"},
		{"internal/testing/smalltown/town.go", "a"},
	} {
		hash := write(change[0], change[1])
		if before, ok := seen[hash]; ok {
			t.Errorf("%s has the hash of %s", change[0], before)
		}
		seen[hash] = change[0]
	}
	changed := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(root, "internal/model/index/fit.go"), changed, changed); err != nil {
		t.Fatal(err)
	}
	if _, newest, err := hashBelow(root); err != nil || newest.Sub(changed).Abs() > time.Second || linkedAfter(newest) {
		t.Errorf("the code was last changed on %s, %v, and this program linked after it: %v", newest, err, linkedAfter(newest))
	}
	same := write("README.md", "a")
	for _, path := range []string{"sale_test.go", "internal/model/index/fit_test.go", "internal/model/index/testdata/a.csv", "internal/serve/server.go"} {
		if write(path, "a") != same {
			t.Errorf("%s changes the hash", path)
		}
	}
}
