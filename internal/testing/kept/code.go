package kept

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
)

// makers are the folders of the code that what is kept depends on, and the root's own files beside.
var makers = []string{
	"internal/num", "internal/file", "internal/market", "internal/edition", "internal/source", "internal/register", "internal/model",
	"internal/judge", "internal/value", "internal/offline/train", "internal/offline/training", "internal/offline/build",
	"internal/offline/demo", "internal/testing/smalltown", "internal/testing/demotown", "internal/testing/kept",
}

// hashOfCode returns the hash of the code; ok is false if the files may be others than those of this program: they can't be
// found, or one was changed since it was linked.
var hashOfCode = sync.OnceValues(func() (hash string, ok bool) {
	root, err := moduleRoot()
	if err != nil {
		return "", false
	}
	hash, newest, err := hashBelow(root)
	return hash, err == nil && linkedAfter(newest)
})

// linkedAfter reports whether this program was linked after a time.
func linkedAfter(changed time.Time) bool {
	program, err := os.Executable()
	if err != nil {
		return false
	}
	info, err := os.Stat(program)
	return err == nil && info.ModTime().After(changed)
}

// moduleRoot returns the folder of go.mod: tests run in the folder of their package.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		above := filepath.Dir(dir)
		if above == dir {
			return "", fs.ErrNotExist
		}
		dir = above
	}
	return "", err
}

// hashBelow returns the hash of the code below a root, and when a file of it was last changed.
func hashBelow(root string) (hash string, newest time.Time, err error) {
	sum := sha256.New()
	fmt.Fprintln(sum, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	add := func(path string, e fs.DirEntry) error {
		info, err := e.Info()
		if err != nil {
			return err
		}
		if info.ModTime().After(newest) {
			newest = info.ModTime()
		}
		within, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		fmt.Fprintln(sum, within, info.Size())
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(sum, f)
		return err
	}
	files, err := os.ReadDir(root)
	for _, e := range files {
		if err == nil && isCode(e) && e.Type().IsRegular() {
			err = add(filepath.Join(root, e.Name()), e)
		}
	}
	for _, folder := range makers {
		if err != nil {
			break
		}
		err = filepath.WalkDir(filepath.Join(root, folder), func(path string, e fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case e.IsDir() && e.Name() == "testdata":
				return fs.SkipDir
			case e.IsDir() || !isCode(e):
				return nil
			}
			return add(path, e)
		})
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), newest, err
}

// isCode reports whether a file may be linked into a program: tests and documents are not.
func isCode(e fs.DirEntry) bool {
	name := e.Name()
	return !strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, ".md") && !strings.HasPrefix(name, ".")
}
