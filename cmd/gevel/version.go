// The program's version, for --version, manifests, studies and metrics.

package main

import (
	"runtime/debug"
	"strings"
)

// version is the program's version. A release may set it (-ldflags "-X main.version=1.2.3");
// otherwise it is what the Go toolchain noted of the build.
var version string

// unversioned is a build of which nothing is known, as that of go run.
const unversioned = "devel"

func init() {
	if version == "" {
		version = versionOf(debug.ReadBuildInfo())
	}
}

// versionOf returns the version of the module, which names the commit where it is no release.
func versionOf(info *debug.BuildInfo, ok bool) string {
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return unversioned
	}
	return strings.TrimPrefix(info.Main.Version, "v")
}

// versioned reports whether a version names one program: that of a checkout that was altered does not.
func versioned(version string) bool {
	return version != unversioned && !strings.HasSuffix(version, "+dirty")
}
