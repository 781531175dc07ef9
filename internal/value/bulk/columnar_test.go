package bulk

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/geopackage"
)

// readColumnar returns the text of a file, "" for a file of another kind.
func readColumnar(t testing.TB, content []byte) (string, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "homes")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return columnarAt(t, path)
}

func columnarAt(t testing.TB, path string) (string, error) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	table, err := Columnar(t.Context(), f)
	if table == nil || err != nil {
		return "", err
	}
	defer table.Close()
	text, err := io.ReadAll(table)
	return string(text), err
}

// frame is a row as a data frame saves it.
type frame struct {
	ID      string   `parquet:"bag_id"`
	Day     int32    `parquet:"valuation_date,date"`
	Surface *float64 `parquet:"use_surface,optional"`
	Rooms   int32    `parquet:"rooms"`
	Listed  bool     `parquet:"monument"`
	Tags    []string `parquet:"tags,list"`
	Inside  struct {
		Kind string `parquet:"kind"`
	} `parquet:"inside"`
	Place []byte `parquet:"geometry"`
}

func parquetOf(t testing.TB, rows ...frame) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := parquet.Write(&b, rows); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestADataFrameIsReadAsTheTableThatItIs(t *testing.T) {
	surface := 98.5
	var rows []frame
	want := "bag_id,valuation_date,use_surface,rooms,monument\n"
	for range 2 * batchRows { // more than are read at once
		rows = append(rows, frame{ID: `0"1`, Day: 20089, Surface: &surface, Rooms: 3, Listed: true, Tags: []string{"a", "b"}}, frame{ID: "02"})
		want += "\"0\"\"1\",2025-01-01,98.5,3,true\n02,1970-01-01,,0,false\n"
	}
	if got, err := readColumnar(t, parquetOf(t, rows...)); err != nil || got != want {
		t.Errorf("got %v and\n%.300s\nwant\n%.300s", err, got, want)
	}
}

func TestTheFirstLayerOfAGeoPackageIsRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "homes.gpkg")
	w, err := geopackage.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"homes", "other"} {
		layer, err := w.Layer(name, "POINT", geopackage.Column("bag id", "TEXT"), "use_surface REAL", "rooms INTEGER")
		if err != nil {
			t.Fatal(err)
		}
		if err := layer.AddPoint(gevel.Point{X: 1e5, Y: 4e5}, "0518", 98.5, 3); err != nil {
			t.Fatal(err)
		}
		if err := layer.Add(nil, name, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	want := "bag id,use_surface,rooms\n0518,98.5,3\nhomes,,\n"
	if got, err := columnarAt(t, path); err != nil || got != want {
		t.Errorf("got %v and\n%s", err, got)
	}
}

func TestWhatIsNoTableOfColumnsIsLeftAloneOrRefused(t *testing.T) {
	whole := parquetOf(t, frame{ID: "01"})
	for name, tt := range map[string]struct {
		content []byte
		want    string
	}{
		"text":             {[]byte("bag_id\n0518\n"), ""},
		"nothing":          {nil, ""},
		"cut short":        {whole[:len(whole)-9], "no readable Parquet"},
		"Parquet in name":  {[]byte("PAR1"), "no readable Parquet"},
		"another database": {append([]byte("SQLite format 3\x00"), make([]byte, 200)...), "damaged"},
	} {
		got, err := readColumnar(t, tt.content)
		if tt.want == "" && (err != nil || got != "") || tt.want != "" && (gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got %q and %v, want %q", name, got, err, tt.want)
		}
	}
}

func TestADamagedFileOfHomesIsNotCalledEmpty(t *testing.T) {
	read, write := io.Pipe()
	write.CloseWithError(gevel.Refusal("save it again", "it is no readable Parquet file"))
	if _, err := NewFile("homes.parquet", read); gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), "no readable Parquet") {
		t.Errorf("got %v", err)
	}
}

func FuzzColumnar(f *testing.F) {
	f.Add(parquetOf(f, frame{ID: "01"}))
	f.Add([]byte("PAR1PAR1"))
	f.Fuzz(func(t *testing.T, content []byte) {
		text, err := readColumnar(t, content)
		if err != nil && gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("%v is no refusal, after %q", err, text)
		}
	})
}
