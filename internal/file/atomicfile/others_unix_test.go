//go:build unix

package atomicfile_test

import (
	"io/fs"
	"os"
	"testing"

	"github.com/gevel/gevel/internal/file/atomicfile"
)

func TestAFileIsOpenToOthersUnlessItsOwnerAloneMayUseIt(t *testing.T) {
	path := oldFile(t)
	for mode, want := range map[fs.FileMode]bool{
		0o600: false, 0o400: false, 0o700: false, 0o640: true, 0o604: true, 0o644: true, 0o620: true, 0o602: true,
	} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if got, open := atomicfile.OpenToOthers(path); got != mode || open != want {
			t.Errorf("mode %o: got %o and %v, want %v", mode, got, open, want)
		}
	}
	if mode, open := atomicfile.OpenToOthers(path + ".none"); mode != 0 || open {
		t.Errorf("a file that isn't there: got %o and %v, want 0 and false", mode, open)
	}
}
