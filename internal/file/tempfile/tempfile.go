// Package tempfile makes temporary files that no process leaves behind, however it ends.
package tempfile

import (
	"errors"
	"os"
)

// File is a temporary file. It is gone once it is closed.
type File struct {
	*os.File
	name string // to remove at the end, "" if it has none
}

// Create makes a file in the folder for temporary files: without a name where the system can, else with one that it loses at
// once, or, on Windows, at the end. The pattern is as for os.CreateTemp.
func Create(pattern string) (*File, error) {
	if f, err := createUnnamed(os.TempDir()); err == nil {
		return &File{File: f}, nil
	}
	f, err := os.CreateTemp("", pattern)
	if err != nil {
		return nil, err
	}
	name := f.Name()
	if os.Remove(name) == nil {
		name = ""
	}
	return &File{f, name}, nil
}

// Close closes the file and removes it.
func (f *File) Close() error {
	err := f.File.Close()
	if f.name != "" {
		err = errors.Join(err, os.Remove(f.name))
	}
	return err
}
