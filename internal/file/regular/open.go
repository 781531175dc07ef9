// Package regular opens the files that people name. Only regular files are opened: a pipe or a device could block for
// ever, or never end. A Watch knows whether files stayed as they were while a program read them.
package regular

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/gevel/gevel"
)

// Open opens the regular file to which path leads. Errors: gevel.Invalid when it is something else.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path) // opening a device may have effects of its own
	if err != nil {
		return nil, err
	}
	if err := check(path, info); err != nil {
		return nil, err
	}
	// A pipe that takes the file's place meanwhile does not block.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil {
		err = check(path, info)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// OpenWatched is Open under the watch that ctx carries, if it carries one.
func OpenWatched(ctx context.Context, path string) (*os.File, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	if w, ok := ctx.Value(watchKey{}).(*Watch); ok {
		if err := w.note(path, f); err != nil {
			f.Close()
			return nil, err
		}
	}
	return f, nil
}

// Read returns the content of a file of at most so many bytes. Errors: gevel.Invalid when it is larger, or no regular
// file.
func Read(path string, most int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(content)) > most {
		return nil, gevel.Refusal("name the right file", "%s is larger than %d bytes", gevel.Printable(path), most)
	}
	return content, err
}

// check refuses everything but regular files.
func check(path string, info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return gevel.Refusal("name a regular file", "%s is %s", gevel.Printable(path), kindOf(info.Mode()))
}

// kindOf names what a file is that is not regular.
func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return fmt.Sprintf("no regular file (%s)", mode.Type())
}

// Interruptible reads from a reader until its context has ended.
type Interruptible struct {
	Ctx  context.Context
	From io.Reader
}

// Read fails once the context has ended.
func (i Interruptible) Read(p []byte) (int, error) {
	if err := i.Ctx.Err(); err != nil {
		return 0, err
	}
	return i.From.Read(p)
}
