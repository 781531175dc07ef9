//go:build unix

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// TryLock takes the advisory lock of an open file, or fails at once. Closing the file or ending the process
// releases it.
func TryLock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// IsLocked reports whether TryLock failed because another process holds the lock, not because the file system
// has no locks.
func IsLocked(err error) bool { return errors.Is(err, syscall.EWOULDBLOCK) }

// putNew gives a draft its name, unless a file has it.
func putNew(draft, path string) error { return os.Link(draft, path) }

// SyncDir writes a folder's list of names to disk.
func SyncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

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
