package pmtiles

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/testing/pmtilestest"
)

var (
	pictures = pmtilestest.Archive{Kind: pmtilestest.PNG, Tiles: map[pmtilestest.Tile][]byte{{Z: 3, X: 4, Y: 2}: []byte("a picture")}}
	basemap  = pmtilestest.Archive{
		Kind: pmtilestest.Vector, Tiles: map[pmtilestest.Tile][]byte{{}: []byte("a tile")}, Layers: slices.Concat(Schema, []string{"pois"}),
	}
)

// with returns the file with bytes replaced.
func with(file []byte, at int, bytes ...byte) []byte {
	file = slices.Clone(file)
	copy(file[at:], bytes)
	return file
}

func TestArchivesAreChecked(t *testing.T) {
	others := basemap
	others.Layers = []string{"water", "transportation"}
	for name, tt := range map[string]struct {
		file []byte
		want string
	}{
		"pictures":            {pictures.Bytes(), ""},
		"basemap":             {basemap.Bytes(), ""},
		"another schema":      {others.Bytes(), "no layer earth"},
		"nothing":             {nil, "no PMTiles archive"},
		"a picture":           {[]byte("\x89PNG" + strings.Repeat("x", 200)), "no PMTiles archive"},
		"version 2":           {with(pictures.Bytes(), 0, 'P', 'M', 2, 0), "no PMTiles archive"},
		"version 4":           {with(pictures.Bytes(), 7, 4), "version 4"},
		"the header alone":    {pictures.Bytes()[:headerSize], "cut short"},
		"without its end":     {pictures.Bytes()[:len(pictures.Bytes())-1], "cut short"},
		"a length too large":  {with(pictures.Bytes(), 16, 255, 255, 255, 255, 255, 255, 255, 255), "cut short"},
		"no directory":        {with(pictures.Bytes(), 16, 0, 0, 0, 0, 0, 0, 0, 0), "directory"},
		"zstd":                {with(pictures.Bytes(), 97, 4), "compressed"},
		"tiles by brotli":     {with(pictures.Bytes(), 98, 3), "compressed"},
		"another kind":        {with(pictures.Bytes(), 99, 6), "of a kind, 6,"},
		"zooms the wrong way": {with(pictures.Bytes(), 100, 9, 3), "from 9 to 3"},
		"damaged metadata":    {with(basemap.Bytes(), 97, 1), "metadata"},
	} {
		path := filepath.Join(t.TempDir(), "a.pmtiles")
		if err := os.WriteFile(path, tt.file, 0o600); err != nil {
			t.Fatal(err)
		}
		err := Check(path)
		if tt.want == "" && err != nil || tt.want != "" && (gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
}

func TestWhatIsNoFileIsRefused(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.pmtiles")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{t.TempDir(): "name a regular file", pipe: "name a regular file", filepath.Join(t.TempDir(), "none.pmtiles"): "no such file"} {
		if err := Check(path); gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, seed := range [][]byte{nil, pictures.Bytes(), basemap.Bytes(), basemap.Bytes()[:130], with(basemap.Bytes(), 97, 1)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		err := check(bytes.NewReader(file), int64(len(file)))
		if err != nil && gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("refused with %v", err)
		}
		if err == nil && len(file) < headerSize {
			t.Errorf("%d bytes are taken for an archive", len(file))
		}
	})
}
