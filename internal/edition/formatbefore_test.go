package edition

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestAnEditionOfTheFormatBeforeIsRead opens an edition as the program before this one wrote it.
func TestAnEditionOfTheFormatBeforeIsRead(t *testing.T) {
	c := inventContents(50, 1)
	c.Statuses = nil
	folder := t.TempDir()
	dir := filepath.Join(folder, writeContents(t, folder, c).ID)
	old := filepath.Join(t.TempDir(), salesName)
	columns := slices.DeleteFunc(salesColumns(c.Sales, nil), func(c column) bool { return c.young })
	if err := writeTable(t.Context(), old, c.Sales.Len(), columns, new(describer)); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(old)
	if err != nil {
		t.Fatal(err)
	}
	if err := replaceTable(dir, salesName, content); err != nil {
		t.Fatal(err)
	}
	forge(func(m *Manifest, _ string) { m.Format = formatBefore })(t, dir)
	m, err := ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(folder, m.ID)
	if err := os.Rename(dir, at); err != nil {
		t.Fatal(err)
	}
	e, err := OpenNewest(t.Context(), folder)
	if err != nil || e.ID() != m.ID || e.Sales().Len() != c.Sales.Len() || e.Sales().Repeated() != 0 {
		t.Errorf("opened %v", err)
	}
}
