package edition

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFilesThatDidNotChangeAreSharedUnlessDamaged publishes two editions that differ in their sales, with a file of the first
// damaged in between.
func TestFilesThatDidNotChangeAreSharedUnlessDamaged(t *testing.T) {
	dir := t.TempDir()
	c := inventContents(50, 1)
	first := writeContents(t, dir, c)
	at := func(m Manifest, name string) string { return filepath.Join(dir, m.ID, name) }
	const damaged, shared = "addresses.parquet", "dwellings.parquet"
	text, err := os.ReadFile(at(first, damaged))
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)/2] ^= 1
	if err := os.WriteFile(at(first, damaged), text, 0o600); err != nil {
		t.Fatal(err)
	}
	c = inventContents(50, 1)
	c.Seed++
	second := writeContents(t, dir, c)
	if first.ID == second.ID {
		t.Fatal("nothing changed")
	}
	same := func(name string) bool {
		a, errA := os.Stat(at(first, name))
		b, errB := os.Stat(at(second, name))
		return errA == nil && errB == nil && os.SameFile(a, b)
	}
	if !same(shared) || same(damaged) {
		t.Errorf("%s is one file: %v; the damaged %s: %v", shared, same(shared), damaged, same(damaged))
	}
	if _, err := Verify(t.Context(), filepath.Join(dir, second.ID)); err != nil {
		t.Error(err)
	}
}
