package parquetfile

import (
	"bytes"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// numbered is a file with columns of these names, whose values are their row numbers; every third of an optional one is null.
func numbered(rows int, names ...string) File {
	f := File{Table: "numbers", Format: "1", Rows: rows, Notes: Notes{"row": "a number"}}
	for _, name := range names {
		optional := strings.HasPrefix(name, "opt")
		f.Columns = append(f.Columns, Column{Name: name, Node: parquet.Int(32), Optional: optional, Get: func(row int) parquet.Value {
			if optional && row%3 == 0 {
				return parquet.NullValue()
			}
			return parquet.ValueOf(int32(row))
		}})
	}
	return f
}

func TestTwoColumnsOfOneNameAreRefused(t *testing.T) {
	var out bytes.Buffer
	err := numbered(2, "price", "day", "price").Write(t.Context(), &out)
	if err == nil || err.Error() != "two columns are named price" {
		t.Errorf("two columns of one name give %v", err)
	}
	if out.Len() > 0 {
		t.Errorf("%d bytes were written nevertheless", out.Len())
	}
}

func TestRowsComeBackOverTheBordersOfBatches(t *testing.T) {
	const rows = 2*valueBatch + 1
	var out, again bytes.Buffer
	f := numbered(rows, "n", "opt_n")
	if err := f.Write(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	if err := f.Write(t.Context(), &again); err != nil || !bytes.Equal(out.Bytes(), again.Bytes()) {
		t.Errorf("the same table is written otherwise the second time: %v", err)
	}
	type row struct {
		N   int32  `parquet:"n"`
		Opt *int32 `parquet:"opt_n,optional"`
	}
	got, err := parquet.Read[row](bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil || len(got) != rows {
		t.Fatalf("%d rows came back, %v; want %d", len(got), err, rows)
	}
	for i, r := range got {
		if r.N != int32(i) || (r.Opt == nil) != (i%3 == 0) || r.Opt != nil && *r.Opt != int32(i) {
			t.Fatalf("row %d came back as %+v", i, r)
		}
	}
	file, err := parquet.OpenFile(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if note, ok := file.Lookup("row"); !ok || note != "a number" {
		t.Errorf("the note came back as %q, %v", note, ok)
	}
}
