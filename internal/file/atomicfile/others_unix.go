//go:build unix

package atomicfile

import (
	"io/fs"
	"os"
)

// OpenToOthers returns the permissions of a file that holds secrets, and whether they
// let anybody but its owner read or write it. A file that isn't there is open to nobody.
func OpenToOthers(path string) (fs.FileMode, bool) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	const groupAndOthers = 0o077
	mode := info.Mode().Perm()
	return mode, mode&groupAndOthers != 0
}
