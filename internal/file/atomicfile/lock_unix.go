//go:build unix

package atomicfile

import (
	"errors"
	"os"
	"syscall"
)

// TryLock takes the advisory lock of an open file, or fails at once. The lock goes
// when the file is closed or its process ends.
func TryLock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// IsLocked reports whether TryLock failed because somebody else has the lock, and not
// because the file system has none.
func IsLocked(err error) bool { return errors.Is(err, syscall.EWOULDBLOCK) }
