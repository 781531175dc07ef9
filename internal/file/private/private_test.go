package private_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/gevel/gevel/internal/file/private"
)

// TestWhatIsMadeIsTheOwnersAlone makes files and folders under umasks that let others read, and that let no one.
func TestWhatIsMadeIsTheOwnersAlone(t *testing.T) {
	for _, umask := range []int{0, 0o022, 0o277} {
		for shared, want := range map[bool][2]fs.FileMode{false: {0o700, 0o600}, true: {0o750 | fs.ModeSetgid, 0o640}} {
			top := t.TempDir()
			if shared {
				if err := os.Chmod(top, 0o750|fs.ModeSetgid); err != nil {
					t.Fatal(err)
				}
			}
			before := syscall.Umask(umask)
			folder := filepath.Join(top, "one", "two")
			err := private.MkdirAll(folder)
			file, fileErr := private.Create(filepath.Join(folder, "file"))
			syscall.Umask(before)
			if err := errors.Join(err, fileErr); err != nil {
				t.Fatal(err)
			}
			file.Close()
			for path, mode := range map[string]fs.FileMode{filepath.Dir(folder): want[0], folder: want[0], file.Name(): want[1]} {
				if info, err := os.Stat(path); err != nil || info.Mode()&(fs.ModePerm|fs.ModeSetgid) != mode {
					t.Errorf("umask %o, shared %v: %s is %v (%v), want %v", umask, shared, filepath.Base(path), info.Mode(), err, mode)
				}
			}
		}
	}
}

func TestWhatIsThereStaysAsItIs(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "file")
	if err := errors.Join(private.MkdirAll(dir), os.WriteFile(path, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("the folder is %v (%v)", info.Mode(), err)
	}
	if _, err := private.Create(path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %v, want %v", err, fs.ErrExist)
	}
	if err := private.MkdirAll(filepath.Join(path, "below")); err == nil {
		t.Error("a folder is made below a file")
	}
}
