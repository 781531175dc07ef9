package table_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/geopackage"
	"github.com/gevel/gevel/internal/file/table"
)

// frame is a row as data frames save it.
type frame struct {
	ID      string   `parquet:"bag_id"`
	Day     int32    `parquet:"valuation_date,date"`
	Surface *float64 `parquet:"use_surface,optional"`
	Rooms   int32    `parquet:"rooms"`
	Listed  bool     `parquet:"monument"`
	Tags    []string `parquet:"tags,list"`
	Place   []byte   `parquet:"geometry"`
}

// tableAt returns the table of a file as CSV.
func tableAt(t testing.TB, path string, o table.Options) (string, error) {
	t.Helper()
	read, err := table.Open(t.Context(), path, nil, o)
	if err != nil {
		return "", err
	}
	defer read.Close()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write(read.Names())
	for {
		r, err := read.Next()
		if err != nil {
			w.Flush()
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return b.String(), err
		}
		if r.Fault != "" {
			r.Fields = []string{"!" + r.Fault}
		}
		_ = w.Write(r.Fields)
	}
}

func tableOf(t testing.TB, content []byte, o table.Options) (string, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "table")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return tableAt(t, path, o)
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
	for range 3000 { // more than are read at once
		rows = append(rows, frame{ID: `0"1`, Day: 20089, Surface: &surface, Rooms: 3, Listed: true, Tags: []string{"a", "b"}}, frame{ID: "02"})
		want += "\"0\"\"1\",2025-01-01,98.5,3,true\n02,1970-01-01,,0,false\n"
	}
	if got, err := tableOf(t, parquetOf(t, rows...), table.Options{}); err != nil || got != want {
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
	isText := func(column string) bool { return column == "bag id" }
	for want, o := range map[string]table.Options{
		"bag id,use_surface,rooms\n0518,98.5,3\nhomes,,\n": {}, "bag id\n0518\nhomes\n": {Reads: isText},
	} {
		if got, err := tableAt(t, path, o); err != nil || got != want {
			t.Errorf("got %v and\n%s", err, got)
		}
	}
}

func TestWhatIsNoTableOfColumnsIsLeftAloneOrRefused(t *testing.T) {
	whole := parquetOf(t, frame{ID: "01"})
	for name, tt := range map[string]struct {
		content []byte
		want    string
	}{
		"nothing":          {nil, "empty file"},
		"cut short":        {whole[:len(whole)-9], "no readable Parquet"},
		"Parquet in name":  {[]byte("PAR1"), "no readable Parquet"},
		"another database": {append([]byte("SQLite format 3\x00"), make([]byte, 200)...), "damaged"},
	} {
		got, err := tableOf(t, tt.content, table.Options{})
		if gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %q and %v, want %q", name, got, err, tt.want)
		}
	}
}

// isHeader wants two columns of a sale.
func isHeader(names []string) bool {
	text := strings.Join(names, ",")
	return strings.Contains(text, "price") && strings.Contains(text, "day")
}

func TestTheHeaderIsTheFirstLineWithTheColumnsThatAreSought(t *testing.T) {
	for text, want := range map[string]string{
		"day;price\n1;2\n": "day,price\n1,2\n",
		"Sales 2025;\n\nSource: x, y;\nday;price\n1;2": "day,price\n1,2\n",
		"PK;day;price\n0;1;2\n":                        "PK,day,price\n0,1,2\n",
		"sep=;\nday;price\n1;2\n":                      "day,price\n1,2\n",
		";the price\nday;€\n1;2\n":                     "day,the price\n1,2\n",
		"a;b\n1;2\n":                                   "a,b\n1,2\n", // there is none
		`[{"day":1,"price":2.50},{"day":null}]`:        "day,price\n1,2.50\n,\n",
	} {
		if got, err := tableOf(t, []byte(text), table.Options{IsHeader: isHeader}); err != nil || got != want {
			t.Errorf("%q is %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestEmptyFieldsAtTheEndOfARowCountForNothing(t *testing.T) {
	text := "a;b;c\n1\n1;2;3;;\n1;2;3;4\n;;\n=\"01\";\"=\"\"02\"\"\";'3\n\"x\ny\";2;3\n\"open;2;3\n\"open;2\n4;5;6\nBron: CBS\n"
	want := "a,b,c\n1,,\n1,2,3\n!4 fields under 3 columns\n01,02,'3\n\"x\ny\",2,3\n\"\"\"open\",2,3\n!a quote is left open\n4,5,6\n"
	if got, err := tableOf(t, []byte(text), table.Options{}); err != nil || got != want {
		t.Errorf("got %v and\n%s\nwant\n%s", err, got, want)
	}
}

func FuzzTable(f *testing.F) {
	f.Add(parquetOf(f, frame{ID: "01"}))
	f.Add([]byte("PAR1PAR1"))
	f.Add([]byte("a;b\n\"1;2\n3;\"\n"))
	for _, text := range []string{`[{"a":1}]`, `[1]`, `[null,{"a":1}]`, "\uFEFF[7", `{"value":[[]]}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		text, err := tableOf(t, content, table.Options{})
		if err != nil && gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("%v is no refusal, after %q", err, text)
		}
	})
}
