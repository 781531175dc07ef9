package regular_test

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/regular"
)

func TestOnlyRegularFilesAreOpened(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	put(t, path("file"), "content")
	socket, err := net.Listen("unix", path("socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	if err := errors.Join(
		syscall.Mkfifo(path("pipe"), 0o600), os.Mkdir(path("folder"), 0o700),
		os.Symlink(path("file"), path("link")), os.Symlink(path("pipe"), path("link to a pipe")),
	); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		path("file"): "", path("link"): "", path("pipe"): "is a pipe", path("link to a pipe"): "is a pipe",
		path("folder"): "is a folder", path("socket"): "is a socket", os.DevNull: "is a device",
	} {
		f, err := regular.Open(name)
		if err == nil {
			f.Close()
		}
		if (err == nil) != (want == "") || err != nil && (gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", name, err, want)
		}
	}
	if _, err := regular.Open(path("none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v for a file that is not there", err)
	}
	if content, err := regular.Read(path("file"), 7); err != nil || string(content) != "content" {
		t.Errorf("got %q, %v", content, err)
	}
	if _, err := regular.Read(path("file"), 6); err == nil || !strings.Contains(err.Error(), "larger than 6 bytes") {
		t.Errorf("got %v, want that the file is too large", err)
	}
}

// TestAWatchNoticesEachChange makes a file old, opens it under a watch, and changes it.
func TestAWatchNoticesEachChange(t *testing.T) {
	old := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	for name, change := range map[string]func(t *testing.T, path string){
		"another file in its place": func(t *testing.T, path string) {
			put(t, path+".new", "content")
			age(t, path+".new", old)
			rename(t, path+".new", path)
		},
		"moved away and back": func(t *testing.T, path string) {
			rename(t, path, path+".old")
			rename(t, path+".old", path)
		},
		"written in place, with its old time": func(t *testing.T, path string) {
			overwrite(t, path)
			age(t, path, old)
		},
		"written through memory": func(t *testing.T, path string) {
			f, err := os.OpenFile(path, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			memory, err := syscall.Mmap(int(f.Fd()), 0, 7, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
			if err != nil {
				t.Fatal(err)
			}
			memory[0] = 'C'
			if err := syscall.Munmap(memory); err != nil {
				t.Fatal(err)
			}
		},
		"removed": func(t *testing.T, path string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "source.csv")
			put(t, path, "content")
			age(t, path, old)
			w := regular.Watch{What: "a source changed"}
			opened(t, &w, path)
			if err := w.Check(); err != nil {
				t.Errorf("before: %v", err)
			}
			settle(t, path)
			change(t, path)
			if err := w.Check(); err == nil || !strings.Contains(err.Error(), "a source changed: source.csv; run it again") &&
				!errors.Is(err, fs.ErrNotExist) {
				t.Errorf("got %v, want that source.csv changed", err)
			}
			if f, err := regular.OpenWatched(w.Within(t.Context()), path); err == nil {
				f.Close()
				t.Error("the changed file is opened again")
			}
		})
	}
}

// TestALinkThatLedElsewhereMeanwhileIsNoticed turns a link to another file and back, which leaves no trace.
func TestALinkThatLedElsewhereMeanwhileIsNoticed(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "current.csv")
	lead := func(to string) {
		t.Helper()
		if err := os.Symlink(to, link+".new"); err != nil {
			t.Fatal(err)
		}
		rename(t, link+".new", link)
	}
	put(t, filepath.Join(dir, "one"), "one")
	put(t, filepath.Join(dir, "two"), "two")
	lead("one")
	w := regular.Watch{What: "a source changed"}
	opened(t, &w, link)
	lead("two")
	f, err := regular.OpenWatched(w.Within(t.Context()), link)
	if err == nil {
		f.Close()
		t.Error("the other file is opened")
	}
	lead("one")
	if err := w.Check(); err != nil {
		t.Error(err)
	}
}

func TestAFileThatChangedJustNowIsNotSettled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "source.csv")
	put(t, path, "content")
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	w := regular.Watch{What: "a source changed"}
	if w.Settled(path, info.ModTime().Add(time.Hour)) {
		t.Error("a file that was not opened is settled")
	}
	opened(t, &w, path)
	for after, want := range map[time.Duration]bool{-time.Second: false, time.Second: false, time.Minute: true} {
		if got := w.Settled(path, info.ModTime().Add(after)); got != want {
			t.Errorf("%v after its change: settled is %v", after, got)
		}
	}
	if w.Settled(path, time.Time{}) {
		t.Error("it is settled at no time")
	}
}

func opened(t *testing.T, w *regular.Watch, path string) {
	t.Helper()
	f, err := regular.OpenWatched(w.Within(t.Context()), path)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}

// settle waits until the clock of the file system has moved on since the file changed.
func settle(t *testing.T, path string) {
	t.Helper()
	clock := func() time.Time {
		put(t, path+".clock", "")
		info, err := os.Stat(path + ".clock")
		if err != nil {
			t.Fatal(err)
		}
		return info.ModTime()
	}
	for was := clock(); !clock().After(was); {
	}
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func age(t *testing.T, path string, to time.Time) {
	t.Helper()
	if err := os.Chtimes(path, to, to); err != nil {
		t.Fatal(err)
	}
}

func rename(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

func overwrite(t *testing.T, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte("C"), 0); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
