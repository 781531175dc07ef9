package atomicfile

// Drafts, and how those of killed processes are found: who writes a draft holds its
// lock, and the system lets go of the locks of the dead.

import (
	"os"
	"path/filepath"
	"strings"
)

// The draft of NAME is .NAME.DIGITS.draft; os.CreateTemp chooses the digits.
const draftSuffix = ".draft"

func draftPrefix(path string) string { return "." + filepath.Base(path) + "." }

// newDraft makes a locked draft of the file at path, which its owner alone may read,
// once the drafts of killed processes are gone.
func newDraft(path string) (*os.File, error) {
	clearDrafts(path)
	for {
		draft, err := os.CreateTemp(filepath.Dir(path), draftPrefix(path)+"*"+draftSuffix)
		if err != nil {
			return nil, err
		}
		lockErr := TryLock(draft)
		if _, err := os.Stat(draft.Name()); err == nil && !IsLocked(lockErr) {
			return draft, nil
		}
		draft.Close() // before it had its lock, another process took it for one of the dead
	}
}

// clearDrafts removes the drafts of a file that nobody is writing. One that can't be
// removed stands in nobody's way.
func clearDrafts(path string) {
	dir := filepath.Dir(path)
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		if entry.Type().IsRegular() && isDraft(entry.Name(), path) {
			clearDraft(filepath.Join(dir, entry.Name()))
		}
	}
}

func isDraft(name, path string) bool {
	rest, isOf := strings.CutPrefix(name, draftPrefix(path))
	digits, isDraft := strings.CutSuffix(rest, draftSuffix)
	return isOf && isDraft && digits != "" && strings.Trim(digits, "0123456789") == ""
}

func clearDraft(name string) {
	draft, err := os.Open(name)
	if err != nil {
		return
	}
	defer draft.Close()
	if TryLock(draft) == nil {
		_ = os.Remove(name)
	}
}
