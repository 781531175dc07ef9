// Package atomicfile writes files that are there whole or not at all. What is being
// written is a draft beside the file; when it is complete it takes the file's place
// in one step, and is on disk before that is reported. Whoever fails on the way leaves
// the file as it was.
package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gevel/gevel"
)

// File is a file being written. It ends with Replace or Discard.
type File struct {
	path  string
	mode  fs.FileMode
	draft *os.File
	text  *bufio.Writer
	done  bool // the draft has gone
}

// Create begins to write the file at path, in a folder that must be there. The file
// gets the permissions of mode, whatever the umask. Errors: gevel.Invalid when what
// is at path is no regular file.
func Create(path string, mode fs.FileMode) (*File, error) {
	// Renaming over a folder fails, over a device it would do harm.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("%s is there already and is no regular file", path),
		}
	}
	draft, err := newDraft(path)
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", path, inFolder(filepath.Dir(path), err))
	}
	return &File{path: path, mode: mode, draft: draft, text: bufio.NewWriter(draft)}, nil
}

// inFolder says of which folder an error is that speaks of a draft's made-up name.
func inFolder(folder string, err error) error {
	if fault := (*fs.PathError)(nil); errors.As(err, &fault) {
		return fmt.Errorf("in folder %s: %w", folder, fault.Err)
	}
	return err
}

// Write writes to the draft.
func (f *File) Write(p []byte) (int, error) { return f.text.Write(p) }

// Replace puts the file in its place, over what is there.
func (f *File) Replace() error { return f.place(os.Rename) }

// place syncs the draft, puts it in its place and syncs the folder. The draft stays
// open until then, and with it its lock.
func (f *File) place(put func(draft, path string) error) error {
	err := errors.Join(f.text.Flush(), f.draft.Chmod(f.mode), f.draft.Sync())
	if err == nil {
		err = put(f.draft.Name(), f.path)
	}
	if err == nil {
		err = SyncDir(filepath.Dir(f.path))
	}
	if err = errors.Join(err, f.Discard()); err != nil {
		return fmt.Errorf("write %s: %w", f.path, err)
	}
	return nil
}

// Discard removes the draft; after Replace there is none.
func (f *File) Discard() error {
	if f.done {
		return nil
	}
	f.done = true
	err := os.Remove(f.draft.Name())
	if errors.Is(err, fs.ErrNotExist) { // it took the file's place
		err = nil
	}
	return errors.Join(err, f.draft.Close())
}

// Write makes data the content of the file at path, over what is there.
func Write(path string, data []byte, mode fs.FileMode) error {
	return write(path, data, mode, os.Rename)
}

// WriteNew is Write for a file that must not be there yet. Errors: fs.ErrExist when it
// is, also when somebody else makes it meanwhile.
func WriteNew(path string, data []byte, mode fs.FileMode) error {
	return write(path, data, mode, os.Link)
}

func write(path string, data []byte, mode fs.FileMode, put func(draft, path string) error) error {
	f, err := Create(path, mode)
	if err != nil {
		return err
	}
	_, _ = f.Write(data) // place reports what went wrong here
	return f.place(put)
}

// Rename renames a file or folder for good: also after a power cut.
func Rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(to))
}

// SyncDir puts on disk which names a folder holds.
func SyncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
