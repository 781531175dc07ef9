//go:build unix

package atomicfile

import (
	"errors"
	"os"
	"syscall"
)

// TryLock takes the advisory lock of an open file, or fails at once. Closing the file or ending the process
// releases it.
func TryLock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// IsLocked reports whether TryLock failed because another process holds the lock, not because the file system
// has no locks.
func IsLocked(err error) bool { return errors.Is(err, syscall.EWOULDBLOCK) }
