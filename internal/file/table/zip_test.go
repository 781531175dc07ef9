package table_test

import (
	"archive/zip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/file/table"
)

// zippedFile writes a zip of members, given as names and texts, and opens it.
func zippedFile(t *testing.T, members ...string) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "delivery.zip"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	z := zip.NewWriter(f)
	for i := 0; i < len(members); i += 2 {
		w, err := z.Create(members[i])
		if err == nil {
			_, err = io.WriteString(w, members[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestACSVAloneInAZipIsRead(t *testing.T) {
	f := zippedFile(t, "readme.txt", "read me", "sales/2023.csv", "\uFEFFa,b\n1,2\n", "__MACOSX/sales/._2023.csv", "x")
	r, err := table.Read(t.Context(), "the file", f, table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	row, err := r.Next()
	info, _ := f.Stat()
	done, size := r.Progress()
	if err != nil || strings.Join(r.Names(), "") != "ab" || strings.Join(row.Fields, "") != "12" || size != info.Size() || done < 1 || done > size {
		t.Errorf("it holds %q under %q, %v; %d of %d bytes are read", row.Fields, r.Names(), err, done, size)
	}
	for name, members := range map[string][]string{"two": {"a.csv", "1", "b.csv", "2"}, "none": {"a.txt", "1"}} {
		if _, err := table.Read(t.Context(), "the file", zippedFile(t, members...), table.Options{}); err == nil {
			t.Errorf("a zip with %s is read", name)
		}
	}
}
