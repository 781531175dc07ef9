package atomicfile

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// beyond is half of the offset of the byte that stands for a file's lock, far behind all content: Windows refuses to
// read or write what is locked.
const beyond = 1 << 30

// TryLock takes the lock of an open file, or fails at once. Closing the file or ending the process releases it.
func TryLock(f *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: beyond})
}

// IsLocked reports whether TryLock failed because another process holds the lock, not because the file system
// has no locks.
func IsLocked(err error) bool { return errors.Is(err, windows.ERROR_LOCK_VIOLATION) }

// putNew gives a draft its name, unless a file has it. A hard link would do no more, and shares and sticks have none.
func putNew(draft, path string) error {
	from, err := windows.UTF16PtrFromString(draft)
	if err != nil {
		return err
	}
	to, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return err
	}
	return windows.MoveFileEx(from, to, windows.MOVEFILE_WRITE_THROUGH)
}

// SyncDir has nothing to do: Windows syncs no folders, and NTFS keeps a journal of names.
func SyncDir(string) error { return nil }

// OpenToOthers returns false: a file has the access of its folder, which modes do not say.
func OpenToOthers(string) (fs.FileMode, bool) { return 0, false }
