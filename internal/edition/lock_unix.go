//go:build unix

package edition

import (
	"os"
	"syscall"
)

// lockFile takes the advisory lock of f, or fails at once when another process
// has it.
func lockFile(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
