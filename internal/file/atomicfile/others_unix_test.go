//go:build unix

package atomicfile_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/gevel/gevel/internal/file/atomicfile"
)

func TestAFileIsWrittenWithItsPermissions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for _, mode := range []fs.FileMode{0o600, 0o644, 0o666} { // also bits that the umask clears
		if err := atomicfile.Write(path, []byte(mode.String()), mode); err != nil {
			t.Fatal(err)
		}
		wantContent(t, path, mode.String())
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
			t.Errorf("got %v (%v), want mode %v", info.Mode(), err, mode)
		}
	}
	wantAlone(t, path)
}

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
