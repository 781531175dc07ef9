//go:build unix

package atomicfile

import (
	"io/fs"
	"os"
)

// OpenToOthers returns the permissions of a file with secrets, and whether others than its owner may read or
// write it. It returns false for a file that does not exist.
func OpenToOthers(path string) (fs.FileMode, bool) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	const groupAndOthers = 0o077
	mode := info.Mode().Perm()
	return mode, mode&groupAndOthers != 0
}
