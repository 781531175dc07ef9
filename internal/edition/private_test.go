package edition

import (
	"io/fs"
	"path/filepath"
	"syscall"
	"testing"
)

// TestAnEditionIsItsOwnersAlone publishes under a umask that lets everyone read and write.
func TestAnEditionIsItsOwnersAlone(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "editions")
	before := syscall.Umask(0)
	defer syscall.Umask(before)
	release, err := Lock(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	writeContents(t, folder, inventContents(20, 1))
	files := 0
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is open to others: %v", path, info.Mode())
		}
		files++
		return err
	})
	if err != nil || files < 10 {
		t.Errorf("%d files (%v)", files, err)
	}
}
