// The program's version, for --version, manifests, studies and metrics.

package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/gevel/gevel/internal/file/regular"
)

// version is the program's version. A release may set it (-ldflags "-X main.version=1.2.3"); otherwise it
// comes from the Go toolchain's build information.
var version string

// unversioned is the version of a build without information, such as by go run.
const unversioned = "devel"

func init() {
	if version == "" {
		version = versionOf(debug.ReadBuildInfo())
	}
}

// versionOf returns the version of the module; outside releases it contains the commit.
func versionOf(info *debug.BuildInfo, ok bool) string {
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return unversioned
	}
	return strings.TrimPrefix(info.Main.Version, "v")
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

// versioned reports whether a version identifies one program; a modified checkout's does not.
func versioned(version string) bool {
	return version != unversioned && !strings.HasSuffix(version, "+dirty")
}
