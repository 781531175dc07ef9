package edition

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// FuzzOpen alters one file of an edition, at one place. As it is, that must be
// found out; with a manifest forged to agree, it must not bring the reader down.
func FuzzOpen(f *testing.F) {
	base := f.TempDir()
	m := writeContents(f, base, inventContents(5, 1))
	base = filepath.Join(base, m.ID)
	names := append([]string{ManifestName}, slices.Sorted(maps.Keys(m.Files))...)
	for file := range names {
		for at := range 10 {
			f.Add(uint8(file), uint32(at*at*at*at), []byte{0xff}, at%2 == 0)
		}
		f.Add(uint8(file), uint32(0), []byte(nil), true)
	}
	f.Fuzz(func(t *testing.T, file uint8, at uint32, over []byte, forged bool) {
		dir := filepath.Join(t.TempDir(), m.ID)
		if err := os.CopyFS(dir, os.DirFS(base)); err != nil {
			t.Fatal(err)
		}
		name := names[int(file)%len(names)]
		content := []byte(read(t, dir, name))
		altered := slices.Clone(content)
		if len(over) == 0 || len(altered) == 0 {
			altered = slices.Concat(altered[:len(altered)/2], over)
		} else {
			copy(altered[int(at)%len(altered):], over)
		}
		overwrite(t, filepath.Join(dir, name), altered)
		if forged && name != ManifestName {
			if err := replaceTable(dir, name, altered); err != nil {
				t.Fatal(err)
			}
		}
		e, err := Open(t.Context(), dir)
		switch {
		case err != nil || forged && name != ManifestName:
		case name == ManifestName:
			// Space between words and the parent are no content.
			if got, err := e.Manifest().contentID(); got != m.ID {
				t.Errorf("opened with a manifest whose id is %s, %v, want %s", got, err, m.ID)
			}
		case !slices.Equal(content, altered):
			t.Errorf("opened although %s was altered", name)
		}
	})
}
