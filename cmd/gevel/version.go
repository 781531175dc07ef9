// The program's version, for --version, manifests, studies and metrics.

package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime/debug"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/regular"
)

// version is the program's version. A release sets it (-ldflags "-X main.version=1.2.3"); otherwise it comes from the
// Go toolchain's build information, and from the changelog where no tag says it.
var version string

// unreleased ends the version of a build from an untagged commit. The commit follows where Go knows it.
const unreleased = "-dev"

func init() {
	if version == "" {
		info, _ := debug.ReadBuildInfo()
		version = versionOf(info)
	}
}

// untagged matches the versions that Go makes of a commit without a tag, whose last digits are the commit.
var untagged = regexp.MustCompile(`-(?:[0-9a-z.]+\.)?[0-9]{14}-([0-9a-f]{12})(\+incompatible)?(\+dirty)?$`)

// versionOf returns the version by the build information, nil for none: the tag, else the version of the changelog with
// the commit.
func versionOf(info *debug.BuildInfo) string {
	if info == nil {
		info = &debug.BuildInfo{}
	}
	commit, dirty := commitOf(info)
	if tag := info.Main.Version; tag != "" && tag != "(devel)" && !untagged.MatchString(tag) {
		return strings.TrimPrefix(tag, "v")
	}
	version := gevel.NewestVersion() + unreleased
	if commit != "" {
		version += "+" + commit + dirty
	}
	return version
}

// commitOf returns the first twelve digits of the commit, "" where they are not known, and whether files differ from it.
func commitOf(info *debug.BuildInfo) (commit, dirty string) {
	if made := untagged.FindStringSubmatch(info.Main.Version); made != nil {
		commit = made[1]
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = ".dirty"
		}
	}
	return commit, dirty
}

// program names the program so that no other has its name: by its version or, where that does not identify it, by the
// hash of its file as well.
func program() (string, error) {
	if versioned(version) {
		return version, nil
	}
	path, err := os.Executable()
	if err != nil {
		return version, fmt.Errorf("the program has no version, and its file is unknown: %w", err)
	}
	file, err := regular.Open(path)
	if err != nil {
		return version, fmt.Errorf("the program has no version, and its file can't be read: %w", err)
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return version, fmt.Errorf("the program has no version, and its file can't be read: %w", err)
	}
	return fmt.Sprintf("%s (program %x)", version, hash.Sum(nil)[:8]), nil
}

// versioned reports whether a version identifies one program. The version of a modified checkout or of an unknown
// commit does not.
func versioned(version string) bool {
	return !strings.HasSuffix(version, unreleased) && !strings.HasSuffix(version, "dirty")
}

// madeBy names a program, by its version, in manifests and reports.
func madeBy(program string) string { return "gevel " + program }
