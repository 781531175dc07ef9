package main

import (
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersionComesFromTheBuild(t *testing.T) {
	for given, want := range map[string]string{
		"v1.2.3": "1.2.3",
		"v0.0.0-20261124190000-0123456789ab+dirty": "0.0.0-20261124190000-0123456789ab+dirty",
		"(devel)": "devel",
		"":        "devel",
	} {
		if got := versionOf(&debug.BuildInfo{Main: debug.Module{Version: given}}, true); got != want {
			t.Errorf("version of a build of %q is %q, want %q", given, got, want)
		}
	}
	if got := versionOf(nil, false); got != "devel" {
		t.Errorf("version without build info is %q, want devel", got)
	}
}

func TestAProgramWithoutAVersionIsNamedByItsFile(t *testing.T) {
	was := version
	defer func() { version = was }()
	version = "1.2.3"
	if got, err := program(); got != "1.2.3" || err != nil {
		t.Errorf("a release is %s, %v", got, err)
	}
	for _, version = range []string{unversioned, "1.2.4-0.20261124190000-0123456789ab+dirty"} {
		got, err := program()
		hash, found := strings.CutPrefix(got, version+" (program ")
		if err != nil || !found || len(hash) != len("0123456789abcdef)") {
			t.Errorf("%s is %s, %v", version, got, err)
		}
	}
}

// TestVersionCanBeSetByTheLinker builds the program as a release does.
func TestVersionCanBeSetByTheLinker(t *testing.T) {
	if testing.Short() {
		t.Skip("links the program once more")
	}
	program := filepath.Join(t.TempDir(), "gevel")
	build := exec.Command("go", "build", "-buildvcs=false", "-ldflags", "-X main.version=7.8.9", "-o", program, ".")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	text, err := exec.Command(program, "--version").Output()
	if got := strings.TrimSpace(string(text)); err != nil || got != "gevel 7.8.9" {
		t.Errorf("--version says %q (%v), want gevel 7.8.9", got, err)
	}
}
