package main

import (
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

func TestVersionComesFromTheBuild(t *testing.T) {
	dev := gevel.NewestVersion() + "-dev"
	stamped := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef0123"}, {Key: "vcs.modified", Value: modified}}
	}
	for _, tt := range []struct {
		given    string
		settings []debug.BuildSetting
		want     string
	}{
		{"v1.2.3", stamped("false"), "1.2.3"},
		{"v1.2.3+dirty", stamped("true"), "1.2.3+dirty"},
		{"v0.0.0-20261124190000-0123456789ab", nil, dev + "+0123456789ab"},
		{"v1.2.4-0.20261124190000-0123456789ab+dirty", stamped("true"), dev + "+0123456789ab.dirty"},
		{"(devel)", stamped("false"), dev + "+0123456789ab"},
		{"(devel)", nil, dev},
		{"", nil, dev},
	} {
		if got := versionOf(&debug.BuildInfo{Main: debug.Module{Version: tt.given}, Settings: tt.settings}); got != tt.want {
			t.Errorf("version of a build of %q with %v is %q, want %q", tt.given, tt.settings, got, tt.want)
		}
	}
	if got := versionOf(nil); got != dev {
		t.Errorf("version without build info is %q, want %s", got, dev)
	}
}

func TestAProgramWithoutAVersionIsNamedByItsFile(t *testing.T) {
	was := version
	defer func() { version = was }()
	for _, version = range []string{"1.2.3", "1.2.3-dev+0123456789ab"} {
		if got, err := program(); got != version || err != nil {
			t.Errorf("a program of a known commit is %s, %v", got, err)
		}
	}
	for _, version = range []string{"1.2.3-dev", "1.2.3-dev+0123456789ab.dirty", "1.2.3+dirty"} {
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
	build := exec.Command("go", "build", "-buildvcs=false", "-ldflags", "-s -w -X main.version=7.8.9", "-o", program, ".")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	text, err := exec.Command(program, "--version").Output()
	if got := strings.TrimSpace(string(text)); err != nil || got != "gevel 7.8.9" {
		t.Errorf("--version says %q (%v), want gevel 7.8.9", got, err)
	}
}
