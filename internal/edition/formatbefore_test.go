package edition

import (
	"os"
	"path/filepath"
	"testing"
)

// TestAnEditionOfTheFormatBeforeIsRead opens an edition as the program before this one wrote it.
func TestAnEditionOfTheFormatBeforeIsRead(t *testing.T) {
	c := inventContents(50, 1)
	c.Statuses, c.Series = nil, nil
	folder := t.TempDir()
	dir := filepath.Join(folder, writeContents(t, folder, c).ID)
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
	if err != nil || e.ID() != m.ID || e.Sales().Len() != c.Sales.Len() {
		t.Errorf("opened %v", err)
	}
}
