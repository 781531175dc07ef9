package parquetfile_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/klauspost/compress/gzip"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

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
		rows = append(rows, frame{
			ID: strconv.Itoa(i), Sold: 19782, Milli: at, Nano: at, Surface: &half, Small: 0.1, Price: 123456,
			Rooms: 1<<32 - 1, Listed: true,
		})
	}
	rows = append(rows,
		frame{ID: "none", Surface: &none, Price: -5, Milli: time.UnixMilli(0), Nano: time.UnixMilli(0)},
		frame{ID: "null", Milli: time.UnixMilli(-1000), Nano: time.UnixMilli(0)})
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
	} {
		_, err := read(tt.content, tt.longest)
		if gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
	for at := 4; at < len(whole); at += 7 {
		bent := slices.Clone(whole)
		bent[at] ^= 0x55
		_, _ = read(bent, 1000) // any answer but a panic
	}
}

// wide has the types of databases, each with its text.
type wide struct {
	Big    [16]byte           `parquet:"big,decimal(2:38)"`
	Old    deprecated.Int96   `parquet:"old"`
	Clock  time.Duration      `parquet:"clock,time(microsecond)"`
	Key    uuid.UUID          `parquet:"key,uuid"`
	Long   int64              `parquet:"long"`
	Ulong  uint64             `parquet:"ulong"`
	Tiny   int8               `parquet:"tiny"`
	Kinds  map[string]int64   `parquet:"kinds"`
	Inner  struct{ A, B int } `parquet:"inner"`
	Spaced string             `parquet:"Mijn kolom"`
}

func wideRow() wide {
	day := uint64(2_460_738) // 3 March 2025
	old := deprecated.Int96{0, 0, uint32(day)}
	minus := [16]byte{}
	for i := range minus {
		minus[i] = 0xff
	}
	minus[15] = 0x85 // -123
	return wide{
		Big: minus, Old: old, Clock: 3*3600*1e6 + 4, Key: uuid.MustParse("3c3c5eb6-8e8b-4b5c-9a55-0a55f1a4c0de"),
		Long: 1699010000000012, Ulong: 1<<64 - 1, Tiny: -7, Kinds: map[string]int64{"a": 1}, Spaced: "x",
	}
}

func TestTypesOfDatabasesKeepTheirDigits(t *testing.T) {
	content := write(t, []wide{wideRow()})
	r, err := parquetfile.OpenRows(bytes.NewReader(content), int64(len(content)), 1000)
	if err != nil {
		t.Fatal(err)
	}
	r.Raw()
	slices.Sort(r.PassedOver)
	if got := strings.Join(r.PassedOver, ","); got != "inner,kinds" {
		t.Errorf("passed over %s", got)
	}
	cells, err := r.Read()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for i, name := range r.Names() {
		got[name] = cells[i]
		if stored := r.Stored()[i]; stored.Kind() != r.Node(i).Type().Kind() {
			t.Errorf("%s is stored as %s", name, stored.Kind())
		}
	}
	want := map[string]string{
		"big": "-1.23", "old": "2025-03-03 00:00:00", "clock": "03:00:00.000004",
		"key": "3c3c5eb6-8e8b-4b5c-9a55-0a55f1a4c0de", "long": "1699010000000012",
		"ulong": "18446744073709551615", "tiny": "-7", "Mijn kolom": "x",
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// encoded has columns in each encoding that is read.
type encoded struct {
	Plain    string   `parquet:"plain,plain"`
	Word     *string  `parquet:"word,dict,optional"`
	Number   int64    `parquet:"number,delta"`
	Small    int32    `parquet:"small,delta"`
	Length   string   `parquet:"length,delta"`
	Split    float64  `parquet:"split,split"`
	Half     *float32 `parquet:"half,split,optional"`
	Truth    bool     `parquet:"truth"`
	MaybeYes *bool    `parquet:"maybe,optional"`
}

// asLibrary returns what the library reads of a flat file, a cell as its value has it.
func asLibrary(t *testing.T, content []byte) (rows [][]string) {
	t.Helper()
	file, err := parquet.OpenFile(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	reader := parquet.NewReader(file)
	buffer := make([]parquet.Row, 1)
	for {
		n, err := reader.ReadRows(buffer)
		if n == 0 {
			if !errors.Is(err, io.EOF) {
				t.Fatal(err)
			}
			return rows
		}
		var row []string
		for _, v := range buffer[0] {
			switch {
			case v.IsNull():
				row = append(row, "")
			case v.Kind() == parquet.Double:
				row = append(row, strconv.FormatFloat(v.Double(), 'f', -1, 64))
			case v.Kind() == parquet.Float:
				row = append(row, strconv.FormatFloat(float64(v.Float()), 'f', -1, 32))
			default:
				row = append(row, v.String())
			}
		}
		rows = append(rows, row)
	}
}

func TestEachEncodingAndCompressionIsReadAsTheLibraryReadsIt(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var rows []encoded
	for i := range 3000 {
		word, half, yes := strconv.Itoa(rng.IntN(40)), rng.Float32(), i%3 == 0
		row := encoded{
			Plain: strings.Repeat("p", i%7), Number: rng.Int64() - rng.Int64(), Small: rng.Int32N(1000),
			Length: strings.Repeat("l", i%5) + strconv.Itoa(i),
			Split:  rng.NormFloat64(), Truth: i%5 == 0,
		}
		if i%4 > 0 && i/100 != 7 {
			row.Word, row.Half, row.MaybeYes = &word, &half, &yes
		}
		rows = append(rows, row)
	}
	var want [][]string
	for _, codec := range []compress.Codec{
		&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Zstd, &parquet.Brotli, &parquet.Lz4Raw,
	} {
		for version := 1; version <= 2; version++ {
			content := write(t, rows, parquet.Compression(codec), parquet.DataPageVersion(version),
				parquet.PageBufferSize(4000), parquet.MaxRowsPerRowGroup(1700))
			if want == nil { // of what is not compressed: the library does not read all that it packs
				want = asLibrary(t, content)
			}
			got, err := read(content, 1<<20)
			if err != nil || len(got) != len(want)+1 {
				t.Fatalf("%s, pages %d: %d rows, %v", codec, version, len(got), err)
			}
			for i, row := range want {
				if !slices.Equal(got[i+1], row) {
					t.Fatalf("%s, pages %d, row %d: %v, want %v", codec, version, i, got[i+1], row)
				}
			}
		}
	}
}

// mostMemory is what the reading of a file may allocate beyond it, whatever it claims.
const mostMemory = 200 << 20

// allocated returns how many bytes a piece of work allocates.
func allocated(work func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// forged is a file of one column of texts, whose parts are written as they are given.
type forged struct {
	depth       int
	rows, chunk int64 // that the footer says of the file and its one group, and of its column
	codec       format.CompressionCodec
	numbers     bool // of 4 bytes, instead of texts
	pages       []forgedPage
}

type forgedPage struct {
	head format.PageHeader
	body []byte
}

func (f forged) bytes(t testing.TB) []byte {
	t.Helper()
	marshal := func(v any) []byte {
		text, err := thrift.Marshal(new(thrift.CompactProtocol), v)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	file := []byte("PAR1")
	for _, p := range f.pages {
		p.head.CompressedPageSize = int32(len(p.body))
		file = append(append(file, marshal(&p.head)...), p.body...)
	}
	meta, kind := format.FileMetaData{Version: 1, NumRows: f.rows}, format.ByteArray
	if f.numbers {
		kind = format.Int32
	}
	for range f.depth + 1 {
		meta.Schema = append(meta.Schema, format.SchemaElement{Name: "g", NumChildren: thrift.New(int32(1))})
	}
	meta.Schema = append(meta.Schema, format.SchemaElement{
		Name: "a", Type: thrift.New(kind), RepetitionType: thrift.New(format.Required),
	})
	meta.RowGroups = []format.RowGroup{{NumRows: f.rows, Columns: []format.ColumnChunk{{MetaData: format.ColumnMetaData{
		Type: kind, Codec: f.codec, NumValues: f.chunk, TotalCompressedSize: int64(len(file) - 4),
		DataPageOffset: 4, PathInSchema: []string{"a"}, Encoding: []format.Encoding{format.Plain},
	}}}}}
	footer := marshal(&meta)
	file = append(file, footer...)
	return append(binary.LittleEndian.AppendUint32(file, uint32(len(footer))), "PAR1"...)
}

// plainPage is a page of n values, which hold what is given, and are said to have a size.
func plainPage(n, size int, encoding format.Encoding, body []byte) forgedPage {
	return forgedPage{format.PageHeader{
		Type: format.DataPage, UncompressedPageSize: int32(size),
		DataPageHeader: thrift.New(format.DataPageHeader{NumValues: int32(n), Encoding: encoding}),
	}, body}
}

// words is a dictionary of n values.
func words(n, size int, body []byte) forgedPage {
	return forgedPage{format.PageHeader{
		Type: format.DictionaryPage, UncompressedPageSize: int32(size),
		DictionaryPageHeader: thrift.New(format.DictionaryPageHeader{NumValues: int32(n), Encoding: format.Plain}),
	}, body}
}

func zipped(t testing.TB, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	for range n >> 20 {
		if _, err := w.Write(make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// one is a text of one letter in plain.
var one = []byte("\x01\x00\x00\x00x")

// hostile are files that claim more than they have, by what is said of them; some unpack to so many bytes.
func hostile(t testing.TB, big int) map[string]forged {
	t.Helper()
	const giga = 2_000_000_000
	endless := binary.AppendUvarint([]byte{1}, giga<<1) // a run of one word, one bit wide
	endless = append(endless, 0)
	return map[string]forged{
		"2000000000 rows in": {rows: giga, chunk: giga, pages: []forgedPage{
			words(1, len(one), one), plainPage(giga, len(endless), format.RLEDictionary, endless),
		}},
		"more values than the footer says": {rows: 2, chunk: 2, pages: []forgedPage{
			plainPage(5, 25, format.Plain, bytes.Repeat(one, 5)),
		}},
		"more values than the footer": {rows: 2, chunk: 2, pages: []forgedPage{
			plainPage(2, 10, format.Plain, bytes.Repeat(one, 2)), plainPage(3, 15, format.Plain, bytes.Repeat(one, 3)),
		}},
		"fewer values than there are rows": {rows: 5, chunk: 5, pages: []forgedPage{
			plainPage(2, 10, format.Plain, bytes.Repeat(one, 2)),
		}},
		"has 3 values in 5 rows": {rows: 5, chunk: 3, pages: []forgedPage{
			plainPage(3, 15, format.Plain, bytes.Repeat(one, 3)),
		}},
		"take too much memory": {rows: 1, chunk: 1, codec: format.Gzip, pages: []forgedPage{
			plainPage(1, 1_900_000_000, format.Plain, zipped(t, 1<<20)),
		}},
		"has another length than its head": {rows: 1, chunk: 1, codec: format.Gzip, pages: []forgedPage{
			plainPage(1, 5, format.Plain, zipped(t, big)),
		}},
		"pages take too much memory": {rows: 1, chunk: 1, codec: format.Gzip, pages: []forgedPage{
			words(1, 400<<20, zipped(t, big)), plainPage(1, 2, format.RLEDictionary, []byte{0}),
		}},
		"100 deep": {depth: 20_000, rows: 1, chunk: 1, pages: []forgedPage{
			plainPage(1, 5, format.Plain, one),
		}},
		"a page ends before its values": {rows: 1, chunk: 1, pages: []forgedPage{
			words(1<<30, 5, one), plainPage(1, 2, format.RLEDictionary, []byte{0, 2}),
		}},
		"a page is longer than its column": {rows: 1, chunk: 1, pages: []forgedPage{
			plainPage(1, -5, format.Plain, one),
		}},
		"are encoded as RLE, which is not read": {numbers: true, rows: 1, chunk: 1, pages: []forgedPage{
			plainPage(1, len(endless)-1, format.RLE, endless[1:]),
		}},
		"a dictionary lacks a value": {rows: 1, chunk: 1, pages: []forgedPage{
			plainPage(1, 2, format.RLEDictionary, []byte{0, 2}),
		}},
	}
}

func TestWhatAFileClaimsTakesNoMemory(t *testing.T) {
	for want, file := range hostile(t, 300<<20) {
		content := file.bytes(t)
		var err error
		took := allocated(func() { _, err = read(content, 1<<20) })
		if gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %s", err, want)
		}
		if took > mostMemory {
			t.Errorf("%s: %d bytes are allocated", want, took)
		}
	}
	run := binary.AppendUvarint([]byte{1}, 2_000_000_000<<1) // longer than its page, which is no harm
	long := forged{rows: 3, chunk: 3, pages: []forgedPage{
		words(1, len(one), one), plainPage(3, len(run)+1, format.RLEDictionary, append(run, 0)),
	}}
	took := allocated(func() {
		if rows, err := read(long.bytes(t), 1000); err != nil || len(rows) != 4 || rows[3][0] != "x" {
			t.Errorf("%v, %v", rows, err)
		}
	})
	if took > 1<<20 {
		t.Errorf("%d bytes for three rows", took)
	}
}

func FuzzRows(f *testing.F) {
	f.Add(write(f, []frame{{ID: "1"}, {ID: "2", Price: 7}}))
	f.Add(write(f, []wide{wideRow()}))
	f.Add([]byte("PAR1"))
	for _, file := range hostile(f, 1<<20) {
		f.Add(file.bytes(f))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		r, err := parquetfile.OpenRows(bytes.NewReader(content), int64(len(content)), 1000)
		if err != nil {
			if gevel.CodeOf(err) != gevel.Invalid || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v is no refusal of one line", err)
			}
			return
		}
		var held runtime.MemStats
		for n := 0; err == nil && n < 10_000; n++ {
			if _, err = r.Read(); n%1000 == 0 {
				if runtime.ReadMemStats(&held); held.HeapAlloc > mostMemory+uint64(len(content))+64<<20 {
					t.Fatalf("%d bytes are held", held.HeapAlloc)
				}
			}
		}
		if err != nil && !errors.Is(err, io.EOF) && gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("%v is no refusal", err)
		}
	})
}
