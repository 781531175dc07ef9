// Package private makes files and folders that only their owner can read, whatever the umask permits: editions, photos
// and values are about people's homes. In a folder that hands its group on (setgid), the group can read them too.
package private

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// FileMode returns the permissions of files that are made in a folder.
func FileMode(dir string) fs.FileMode {
	if isShared(dir) {
		return 0o640
	}
	return 0o600
}

func folderMode(dir string) fs.FileMode {
	if isShared(dir) {
		return 0o750 | fs.ModeSetgid
	}
	return 0o700
}

// isShared reports whether the group of a folder reads what is made in it.
func isShared(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.Mode()&fs.ModeSetgid != 0 && info.Mode().Perm()&0o050 == 0o050
}

// Create makes a file that must not be there yet, and opens it for writing.
func Create(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	if err := f.Chmod(FileMode(filepath.Dir(path))); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Mkdir makes a folder. Error: fs.ErrExist when something is there.
func Mkdir(path string) error {
	if err := os.Mkdir(path, folderMode(filepath.Dir(path)).Perm()); err != nil {
		return err
	}
	return Share(path)
}

// Share gives a new folder the permissions that its own folder asks for. It changes none that has them: systemd lets no
// service set the bit that hands a group on, which a folder has from the one above anyway.
func Share(path string) error {
	want := folderMode(filepath.Dir(path))
	info, err := os.Stat(path)
	if err != nil || info.Mode()&(fs.ModePerm|fs.ModeSetgid) == want {
		return err
	}
	return os.Chmod(path, want)
}

// MkdirAll makes a folder and the folders above it that are missing.
func MkdirAll(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	if above := filepath.Dir(path); above != path {
		if err := MkdirAll(above); err != nil {
			return err
		}
	}
	err := Mkdir(path)
	if info, statErr := os.Stat(path); errors.Is(err, fs.ErrExist) && statErr == nil && info.IsDir() {
		return nil // another process made it
	}
	return err
}
