// The program's version, for --version, manifests, studies and metrics.

package main

import (
	"runtime/debug"
	"strings"
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

// versioned reports whether a version identifies one program; a modified checkout's does not.
func versioned(version string) bool {
	return version != unversioned && !strings.HasSuffix(version, "+dirty")
}
