package gevel_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// folders are those of the tree, beside the root package.
var folders = []string{".ci", "benchmarks", "clients", "cmd", "deploy", "docs", "examples", "internal"}

// largestTracked is beyond any source, picture or fixture, bytes.
const largestTracked = 1 << 20

// TestOnlyTheTreeIsTracked finds what was committed by mistake: a demo's folder, logs, large files.
func TestOnlyTheTreeIsTracked(t *testing.T) {
	if _, err := os.Stat(".git"); err != nil {
		t.Skip("this is no checkout")
	}
	list, err := exec.CommandContext(t.Context(), "git", "ls-files", "-z").Output()
	if err != nil {
		t.Skip("git can't list the files: ", err)
	}
	for path := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		top, _, below := strings.Cut(path, "/")
		if below && !slices.Contains(folders, top) {
			t.Fatalf("%s is tracked, and %s is no folder of the tree", path, top)
		}
		if slices.Contains([]string{".err", ".pid", ".log", ".db", ".keys"}, filepath.Ext(path)) {
			t.Errorf("%s is tracked", path)
		}
		if info, err := os.Stat(path); err == nil && info.Size() > largestTracked {
			t.Errorf("%s is tracked, of %d bytes", path, info.Size())
		}
	}
}
