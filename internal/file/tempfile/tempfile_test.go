package tempfile

import (
	"os"
	"runtime"
	"testing"
)

func TestAFileHasNoNameWhileItIsUsed(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	f, err := Create("gevel-*")
	if err != nil {
		t.Fatal(err)
	}
	named := func() int {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	if n := named(); n > 0 && runtime.GOOS != "windows" {
		t.Errorf("a file has %d names while it is used", n)
	}
	got := make([]byte, 5)
	if _, err := f.WriteAt([]byte("aside"), 3); err != nil {
		t.Error(err)
	}
	if _, err := f.ReadAt(got, 3); err != nil || string(got) != "aside" {
		t.Errorf("read %q, %v", got, err)
	}
	if err := f.Close(); err != nil || named() > 0 {
		t.Errorf("%d names are left: %v", named(), err)
	}
}

// TestNoNameIsEverThere has the name that a file would lose be one that can't be made.
func TestNoNameIsEverThere(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the system has no files without a name")
	}
	f, err := Create("no/such/folder-*") // os.CreateTemp refuses it
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if _, err := Create("gevel-*"); err != nil {
		t.Error(err)
	}
	t.Setenv("TMPDIR", "/proc") // no files can be made there, with or without a name
	if f, err := Create("gevel-*"); err == nil {
		t.Errorf("%s is there", f.Name())
	}
}
