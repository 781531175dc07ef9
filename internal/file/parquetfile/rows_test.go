package parquetfile_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/parquetfile"
)

// frame is a row as data frames save it.
type frame struct {
	ID      string    `parquet:"id,dict"`
	Sold    int32     `parquet:"sold,date"`
	Milli   time.Time `parquet:"milli,timestamp(millisecond)"`
	Nano    time.Time `parquet:"nano,timestamp(nanosecond)"`
	Surface *float64  `parquet:"surface,optional"`
	Small   float32   `parquet:"small"`
	Price   int64     `parquet:"price,decimal(2:12)"`
	Rooms   uint32    `parquet:"rooms"`
	Listed  bool      `parquet:"listed"`
	Tags    []string  `parquet:"tags,list"`
	Place   []byte    `parquet:"geometry"`
}

func write[Row any](t testing.TB, rows []Row, options ...parquet.WriterOption) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := parquet.Write(&b, rows, options...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// read returns the rows of a file, the header first.
func read(content []byte, longest int) (rows [][]string, err error) {
	r, err := parquetfile.OpenRows(bytes.NewReader(content), int64(len(content)), longest)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for cells := r.Names(); err == nil; cells, err = r.Read() {
		rows = append(rows, slices.Clone(cells))
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return rows, err
}

func TestCellsAreWrittenByTheirTypes(t *testing.T) {
	at := time.Date(2024, 2, 29, 13, 14, 15, 0, time.UTC)
	half, none := 1234.5, math.NaN()
	var rows []frame
	const many = 3000 // of several pages and row groups
	for i := range many {
		rows = append(rows, frame{ID: strconv.Itoa(i), Sold: 19782, Milli: at, Nano: at, Surface: &half, Small: 0.1, Price: 123456, Rooms: 1<<32 - 1, Listed: true})
	}
	rows = append(rows, frame{ID: "none", Surface: &none, Price: -5, Milli: time.UnixMilli(0), Nano: time.UnixMilli(0)}, frame{ID: "null", Milli: time.UnixMilli(-1000), Nano: time.UnixMilli(0)})
	got, err := read(write(t, rows, parquet.MaxRowsPerRowGroup(1000), parquet.PageBufferSize(500)), 1000)
	if err != nil || len(got) != many+3 {
		t.Fatalf("%d rows, %v", len(got), err)
	}
	want := []string{
		"id,listed,milli,nano,price,rooms,small,sold,surface",
		"7,true,2024-02-29 13:14:15,2024-02-29 13:14:15,1234.56,4294967295,0.1,2024-02-29,1234.5",
		"none,false,1970-01-01 00:00:00,1970-01-01 00:00:00,-0.05,0,0,1970-01-01,",
		"null,false,1969-12-31 23:59:59,1970-01-01 00:00:00,0.00,0,0,1970-01-01,",
	}
	order := []int{}
	for _, name := range strings.Split(want[0], ",") {
		order = append(order, slices.Index(got[0], name))
	}
	for i, row := range []int{0, 8, many + 1, many + 2} {
		var cells []string
		for _, at := range order {
			cells = append(cells, got[row][at])
		}
		if text := strings.Join(cells, ","); text != want[i] {
			t.Errorf("row %d is %s, want %s", row, text, want[i])
		}
	}
	for i, row := range got[1:] {
		if id := row[order[0]]; i < many && id != strconv.Itoa(i) {
			t.Fatalf("row %d has the id %s", i, id)
		}
	}
}

func TestDamagedFilesAreRefused(t *testing.T) {
	whole := write(t, []frame{{ID: "1"}, {ID: strings.Repeat("x", 100)}})
	for name, tt := range map[string]struct {
		content []byte
		longest int
		want    string
	}{
		"cut short":  {whole[:len(whole)-9], 1000, "no readable Parquet"},
		"magic":      {[]byte("PAR1"), 1000, "no readable Parquet"},
		"a long row": {whole, 90, "row 2 is longer than 90 bytes"},
		"huge decimals": {write(t, []struct {
			P [16]byte `parquet:"p,decimal(2:38)"`
		}{{}}), 1000, `column "p"`},
	} {
		if _, err := read(tt.content, tt.longest); gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
	for at := 4; at < len(whole); at += 7 {
		bent := slices.Clone(whole)
		bent[at] ^= 0x55
		_, _ = read(bent, 1000) // any answer but a panic
	}
}

func FuzzRows(f *testing.F) {
	f.Add(write(f, []frame{{ID: "1"}, {ID: "2", Price: 7}}))
	f.Add([]byte("PAR1"))
	f.Fuzz(func(t *testing.T, content []byte) {
		rows, err := read(content, 1000)
		if err != nil && gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("%v is no refusal", err)
		}
		for _, row := range rows[:min(1, len(rows))] {
			if len(row) == 0 && len(rows) > 1 {
				t.Error("rows without cells")
			}
		}
	})
}
