package mirror_test

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/gevel/gevel/internal/testing/s3test"
)

// TestACacheThatIsFullKeepsWhatItHas lets no file grow as large as the largest of a newer edition, as on a disk that
// is full.
func TestACacheThatIsFullKeepsWhatItHas(t *testing.T) {
	if os.Getenv(limited) == "" { // a process of its own: go test writes a file of this one
		child := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		child.Env = append(os.Environ(), limited+"=1")
		if out, err := child.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	location := s3test.Start(t).Bucket("editions")
	first, firstID := build(t, 0)
	second, secondID := build(t, 10)
	publish(t, first, location)
	cache := t.TempDir()
	r := start(t, location, cache)
	limit := largestBelow(t, second) - 1
	free := limitFiles(t, uint64(limit))
	publish(t, second, location)
	r.follow(t, firstID)
	looks := r.asked.Load()
	eventually(t, "the mirror has looked five times more", func() bool { return r.asked.Load() >= looks+5 })
	if got := r.here(t); !slices.Equal(got, []string{firstID}) || r.Faults() != 1 || strings.Count(r.logged(), "can't be used") != 1 {
		t.Errorf("the folder holds %v, %d faults: %s", got, r.Faults(), r.logged())
	}
	// the lock and the edition
	if left, err := filepath.Glob(filepath.Join(r.Dir(), "*")); err != nil || len(left) != 2 {
		t.Errorf("%v are in the folder: %v", left, err)
	}
	free()
	publish(t, second, location) // as later tries do
	again := start(t, location, cache)
	if got := again.here(t); !slices.Equal(got, []string{secondID, firstID}) {
		t.Errorf("with room again the folder holds %v", got)
	}
}

// limited is set for a process whose files may not grow.
const limited = "GEVEL_TEST_LIMITED_FILES"

// limitFiles lets this process write no file beyond a size, until free.
func limitFiles(t *testing.T, size uint64) (free func()) {
	t.Helper()
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGXFSZ) // writing fails then
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	free = func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
			t.Error(err)
		}
		signal.Reset(syscall.SIGXFSZ)
	}
	t.Cleanup(free)
	return free
}

// largestBelow returns the size of the largest file of a folder.
func largestBelow(t *testing.T, dir string) (n int64) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		n = max(n, info.Size())
	}
	return n
}
