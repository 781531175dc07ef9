// Package atomicfile writes files that are there whole or not at all. Writing goes to a draft beside the
// file; the finished draft replaces the file in one step, and is on disk before the call returns. A failed
// write leaves the file as it was.
package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/robustio"

	"github.com/gevel/gevel"
)

// File is a file being written. End it with Replace or Discard.
type File struct {
	path  string
	mode  fs.FileMode
	draft *os.File
	text  *bufio.Writer
	done  bool // the draft is gone
}

// Create begins to write the file at path; its folder must exist. The file gets the permissions of mode,
// whatever the umask is. Errors: gevel.Invalid when path names something other than a regular file.
func Create(path string, mode fs.FileMode) (*File, error) {
	// Renaming over a folder fails; over a device it would do harm.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, gevel.Refusal("", "%s is there already and is no regular file", path)
	}
	draft, err := newDraft(path)
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", path, inFolder(filepath.Dir(path), err))
	}
	return &File{path: path, mode: mode, draft: draft, text: bufio.NewWriter(draft)}, nil
}

// inFolder replaces the draft's made-up name in an error by the folder.
func inFolder(folder string, err error) error {
	if fault := (*fs.PathError)(nil); errors.As(err, &fault) {
		return fmt.Errorf("in folder %s: %w", folder, fault.Err)
	}
	return err
}

// Write writes to the draft.
func (f *File) Write(p []byte) (int, error) { return f.text.Write(p) }

// Draft returns the path of the draft, for what writes by path and not to f.
func (f *File) Draft() string { return f.draft.Name() }

// Replace puts the draft in place of the file.
func (f *File) Replace() error { return f.place(robustio.Rename) }

// place syncs the draft, puts it in its place and syncs the folder. The draft stays open, and so locked, until then.
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

// Discard removes the draft; after Replace it does nothing.
func (f *File) Discard() error {
	if f.done {
		return nil
	}
	f.done = true
	err := os.Remove(f.draft.Name())
	if errors.Is(err, fs.ErrNotExist) { // it is the file now
		err = nil
	}
	return errors.Join(err, f.draft.Close())
}

// Write replaces the content of the file at path by data.
func Write(path string, data []byte, mode fs.FileMode) error {
	return write(path, data, mode, robustio.Rename)
}

// WriteNew is Write for a file that must not exist yet. Errors: fs.ErrExist when it does, or another process
// makes it meanwhile.
func WriteNew(path string, data []byte, mode fs.FileMode) error {
	return write(path, data, mode, putNew)
}

func write(path string, data []byte, mode fs.FileMode, put func(draft, path string) error) error {
	f, err := Create(path, mode)
	if err != nil {
		return err
	}
	_, _ = f.Write(data) // place reports the error
	return f.place(put)
}

// Rename renames a file or folder durably: a power cut does not undo it.
func Rename(from, to string) error {
	if err := robustio.Rename(from, to); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(to))
}

// Drafts, and how the drafts of killed processes are found: a process locks the draft that it writes, and the
// system drops the locks of processes that end.

// The draft of NAME is .NAME.DIGITS.draft.
const draftSuffix = ".draft"

func draftPrefix(path string) string { return "." + filepath.Base(path) + "." }

// newDraft removes the drafts of killed processes and makes a locked draft of the file at path, which only
// its owner can read.
func newDraft(path string) (*os.File, error) {
	folder, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	clearDrafts(folder, path)
	for {
		name := draftPrefix(path) + strconv.FormatUint(uint64(rand.Uint32()), 10) + draftSuffix
		// What a root opens can be renamed and removed while it is open, on Windows too.
		draft, err := folder.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		lockErr := TryLock(draft)
		if _, err := folder.Stat(name); err == nil && !IsLocked(lockErr) {
			return draft, nil
		}
		draft.Close() // another process removed it as abandoned before it was locked
	}
}

// clearDrafts removes the unlocked drafts of a file. It leaves a draft that it can't remove: drafts do no harm.
func clearDrafts(folder *os.Root, path string) {
	entries, _ := os.ReadDir(folder.Name())
	for _, entry := range entries {
		if entry.Type().IsRegular() && isDraft(entry.Name(), path) {
			clearDraft(folder, entry.Name())
		}
	}
}

func isDraft(name, path string) bool {
	rest, isOf := strings.CutPrefix(name, draftPrefix(path))
	digits, isDraft := strings.CutSuffix(rest, draftSuffix)
	return isOf && isDraft && digits != "" && strings.Trim(digits, "0123456789") == ""
}

func clearDraft(folder *os.Root, name string) {
	draft, err := folder.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer draft.Close()
	if TryLock(draft) == nil {
		_ = folder.Remove(name)
	}
}
