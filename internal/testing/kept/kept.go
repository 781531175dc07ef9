// Package kept keeps what takes long to make for tests, such as trained towns, for the tests of other packages and for
// the next run. What it keeps lies in the user's cache folder, below the hash of the code that it was made by.
package kept

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// Variable is the environment variable that with the value "off" keeps nothing, for code that is not that of the files.
const Variable = "GEVEL_TEST_KEPT"

// Folder returns the folder of a name, a word. fill has filled it, now or when a test asked for it before; fill must do
// the same in every program. Nothing may be written to it. Where nothing can be kept, it is the folder that aside returns.
func Folder(name string, aside func() string, fill func(dir string) error) (dir string, err error) {
	home, ok := home()
	if !ok {
		dir = aside()
		return dir, fill(dir)
	}
	return folderIn(home, name, fill)
}

// folderIn returns the folder of a name below home. Of several processes one fills it, and the others wait.
func folderIn(home, name string, fill func(dir string) error) (dir string, err error) {
	unlock, err := lockedfile.MutexAt(filepath.Join(home, name+".lock")).Lock()
	if err != nil {
		return "", err
	}
	defer unlock()
	dir = filepath.Join(home, name)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	draft, err := os.MkdirTemp(home, name+".draft")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(draft) // of a failure
	if err := fill(draft); err != nil {
		return "", err
	}
	return dir, os.Rename(draft, dir)
}

// home returns the folder for what this program makes; ok is false if nothing is to be kept.
func home() (dir string, ok bool) {
	cache, err := os.UserCacheDir()
	if os.Getenv(Variable) == "off" || err != nil {
		return "", false
	}
	code, ok := hashOfCode()
	if !ok {
		return "", false
	}
	all := filepath.Join(cache, "gevel-tests")
	dir = filepath.Join(all, code)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", false
	}
	now := time.Now()
	_ = os.Chtimes(dir, now, now) // only what is not asked for any more is removed
	removeOld(all, now)
	return dir, true
}

// What stays at most: so many folders of other code, and those that tests asked for not so long ago.
const (
	mostKept  = 8
	leastKept = 24 * time.Hour
)

// removeOld removes the folders of code that tests have not asked for in a day, but for the newest.
func removeOld(all string, now time.Time) {
	entries, err := os.ReadDir(all)
	if err != nil {
		return
	}
	var folders []os.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			folders = append(folders, info)
		}
	}
	slices.SortFunc(folders, func(a, b os.FileInfo) int { return cmp.Compare(b.ModTime().UnixNano(), a.ModTime().UnixNano()) })
	for _, f := range folders[min(mostKept, len(folders)):] {
		if now.Sub(f.ModTime()) > leastKept {
			os.RemoveAll(filepath.Join(all, f.Name()))
		}
	}
}
