// Package regular opens the files that people name. Only regular files are opened: a pipe or a device could block for
// ever, or never end. A Watch knows whether files stayed as they were while a program read them.
package regular

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

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

// Watch notes which files are opened, and refuses one that is no longer the file that it was. Several goroutines may
// use it; one that knows What is ready for use.
type Watch struct {
	// What changed, as errors begin.
	What string
	// Vouch, unless nil, reports whether a file has the content that it had, where only the system's time of change differs:
	// a further name of the file, or one less, changes that.
	Vouch func(path string) bool

	mu    sync.Mutex
	files map[string]identity
	paths []string // in the order in which they were first opened
	last  string   // that was opened
}

type watchKey struct{}

// Within returns a context under which OpenWatched notes what it opens.
func (w *Watch) Within(ctx context.Context) context.Context {
	return context.WithValue(ctx, watchKey{}, w)
}

// identity is a file as it was: it is another one once another file takes its place, or something writes into it. The
// time of change is the system's own, and no program can set it back; on Windows it is 0.
type identity struct {
	info    os.FileInfo
	changed int64 // nanoseconds since 1970
}

// identify returns the identity of a file by what the system says of it.
func identify(info os.FileInfo) identity { return identity{info, changeOf(info)} }

// isSame reports whether it is the same file, of the same size and time of writing.
func (was identity) isSame(now identity) bool {
	return os.SameFile(was.info, now.info) && was.info.Size() == now.info.Size() && was.info.ModTime().Equal(now.info.ModTime())
}

// note records an opened file, and compares it with the one that was opened at its path before.
func (w *Watch) note(path string, f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	is := identify(info)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = path
	if was, ok := w.files[path]; ok {
		return w.compare(path, was, is)
	}
	if w.files == nil {
		w.files = map[string]identity{}
	}
	w.files[path] = is
	w.paths = append(w.paths, path)
	return nil
}

// Last returns the name of the file that was opened last, "" before any.
func (w *Watch) Last() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.last == "" {
		return ""
	}
	return filepath.Base(w.last)
}

// Check returns an error unless each file that was opened is still the same, with the same content.
func (w *Watch) Check() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, path := range w.paths {
		info, err := os.Stat(path)
		if err != nil {
			return w.Changed(path, err)
		}
		if err := w.compare(path, w.files[path], identify(info)); err != nil {
			return err
		}
	}
	return nil
}

// compare returns an error unless a file is what it was.
func (w *Watch) compare(path string, was, is identity) error {
	if was.isSame(is) && was.changed == is.changed {
		return nil
	}
	vouched := was.isSame(is) && w.Vouch != nil
	if vouched { // which reads the file: others go on meanwhile
		w.mu.Unlock()
		vouched = w.Vouch(path)
		w.mu.Lock()
	}
	if !vouched {
		return w.Changed(path, nil)
	}
	w.files[path] = is
	return nil
}

// Settled reports whether a file was opened and had last changed well before a moment. The times of a file are coarse:
// a second write right after the first one may leave them as they are, so the watch can't vouch for any other file.
func (w *Watch) Settled(path string, before time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	of, ok := w.files[path]
	return ok && time.Unix(0, max(of.info.ModTime().UnixNano(), of.changed)).Before(before.Add(-coarsest))
}

// coarsest is twice the coarsest clock of a file system (FAT: 2 s).
const coarsest = 4 * time.Second

// Changed returns the error for a file whose content is no longer what was read. Its cause may be nil.
func (w *Watch) Changed(path string, err error) error {
	return &gevel.Error{
		Code: gevel.Invalid, Message: w.What + ": " + gevel.Printable(filepath.Base(path)), Hint: "run it again", Err: err,
	}
}
