package mistaken

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/geopackage"
)

func TestAFileOnDiskIsKnownByItsBeginningOrItsMembers(t *testing.T) {
	zipped := new(bytes.Buffer)
	z := zip.NewWriter(zipped)
	if _, err := z.Create("9999VBO08092023.zip"); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "file")
	for content, want := range map[string]filekind.Kind{
		"": filekind.Empty, "\uFEFFsale_date;price\n": filekind.Sales, zipped.String(): filekind.BAG,
		string(zippedTable(t)): filekind.Labels, zipped.String()[:60]: {}, "SQLite format 3\x00": filekind.GeoPackage, "%PDF-1.7\n": filekind.PDF, "\xd0\xcf\x11\xe0": filekind.OldSheet, gzipped("sale_date;price\n"): filekind.Sales,
	} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := Of(t.Context(), path); err != nil || got != want {
			t.Errorf("a file of %q is taken for %v (%v), want %v", content, got, err, want)
		}
	}
}

func TestAFaultIsExplainedByWhatTheFileLooksLike(t *testing.T) {
	path := filepath.Join(t.TempDir(), "perceel.gpkg")
	file, err := geopackage.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Layer("perceel", "POLYGON", "kadastrale_grootte_waarde INTEGER"); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	fault := errors.New("no text")
	got := Explain(t.Context(), fault, path, filekind.Sales.Key)
	if got == nil || !strings.Contains(got.Error(), "sources.parcels of the build file, and not to sources.sales") {
		t.Errorf("got %v", got)
	}
	if got := Explain(t.Context(), fault, path, filekind.Parcels.Key); !errors.Is(got, fault) {
		t.Errorf("got %v of a file of the key itself", got)
	}
}

// TestAFaultOfParquetIsNotItsForm gives Parquet under keys that take it, where something else is wrong, and under another.
func TestAFaultOfParquetIsNotItsForm(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.parquet")
	if err := os.WriteFile(path, []byte("PAR1, and no more"), 0o600); err != nil {
		t.Fatal(err)
	}
	fault := errors.New("there is no column price")
	for _, kind := range []filekind.Kind{filekind.Sales, filekind.Facts, filekind.Monuments} {
		if got := Explain(t.Context(), fault, path, kind.Key); !errors.Is(got, fault) {
			t.Errorf("under %s: %v", kind.Key, got)
		}
	}
	if got := Explain(t.Context(), fault, path, filekind.BAG.Key); !strings.Contains(got.Error(), "looks like Parquet") {
		t.Errorf("under a key that does not take it: %v", got)
	}
}

func zippedTable(t *testing.T) []byte {
	t.Helper()
	zipped := new(bytes.Buffer)
	z := zip.NewWriter(zipped)
	w, err := z.Create("v20260401_v4.csv")
	if err == nil {
		_, err = w.Write([]byte("Registratiedatum;Energieklasse\n"))
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return zipped.Bytes()
}

func gzipped(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	return b.String()
}
