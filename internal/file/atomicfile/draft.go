package atomicfile

// Drafts, and how the drafts of killed processes are found: a process locks the draft that it writes, and the
// system drops the locks of processes that end.

import (
	"os"
	"path/filepath"
	"strings"
)

// The draft of NAME is .NAME.DIGITS.draft; os.CreateTemp chooses the digits.
const draftSuffix = ".draft"

func draftPrefix(path string) string { return "." + filepath.Base(path) + "." }

// newDraft removes the drafts of killed processes and makes a locked draft of the file at path, which only
// its owner can read.
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
		draft.Close() // another process removed it as abandoned before it was locked
	}
}

// clearDrafts removes the unlocked drafts of a file. It leaves a draft that it can't remove: drafts do no harm.
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
