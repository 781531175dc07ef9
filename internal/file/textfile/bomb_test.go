package textfile_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	kzip "github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/textfile"
)

// TestBombsAreRefused packs 16 MB of blank lines.
func TestBombsAreRefused(t *testing.T) {
	lines := bytes.Repeat([]byte("\n"), 16<<20)
	var gzipped, zipped bytes.Buffer
	g := gzip.NewWriter(&gzipped)
	z := zip.NewWriter(&zipped)
	member, err := z.Create("sales.csv")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []io.Writer{g, member} {
		if _, err := w.Write(lines); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"gzip": gzipped.Bytes(), "zip": zipped.Bytes()} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		read := int64(0)
		f, err := textfile.Open(t.Context(), path, func(members []*kzip.File) (*kzip.File, error) { return members[0], nil })
		if err == nil {
			read, err = io.Copy(io.Discard, f)
			f.Close()
		}
		if gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), "more than 250 times") || read > 2<<20 {
			t.Errorf("%s: got %v after %d bytes, want that it inflates too much", name, err, read)
		}
	}
}
