package flatfile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
)

// saleRow is a row of a data frame. Rooms are text, as frames that were read as text have them.
type saleRow struct {
	ID      string   `parquet:"vbo_id"`
	Code    string   `parquet:"postcode"`
	Number  int32    `parquet:"huisnummer"`
	Day     int32    `parquet:"sold,date"`
	Price   float64  `parquet:"price"`
	Surface *float64 `parquet:"use_surface,optional"`
	Rooms   string   `parquet:"kamers"`
	Noise   float64  `parquet:"num_noise"`
	Ground  string   `parquet:"cat_ground"`
}

var salesLike = Schema{Names: append(HomeColumns(), "sold", "price"), Days: []int{5}, Meanings: map[int]Meaning{6: AnyOf(Bounds{1, 1e7})}}

func saleRows(n int) (rows []saleRow) {
	for i := range n {
		surface := 50 + float64(i%200)
		row := saleRow{fmt.Sprintf("%016d", i), "1234AB", int32(i%300 + 1), 19000 + int32(i%365), 1.234 + float64(i%9)*1000, &surface, "3", 41.375, "klei"}
		switch i % 50 {
		case 7:
			row.Surface = nil
		case 8:
			row.Rooms = "many"
		case 9:
			row.Price = -1
		}
		rows = append(rows, row)
	}
	return rows
}

func parquetBytes(t testing.TB, rows []saleRow) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := parquet.Write(&b, rows, parquet.Compression(&parquet.Snappy)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func csvBytes(rows []saleRow) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"vbo_id", "postcode", "huisnummer", "sold", "price", "use_surface", "kamers", "num_noise", "cat_ground"})
	for _, r := range rows {
		surface := ""
		if r.Surface != nil {
			surface = fmt.Sprint(*r.Surface)
		}
		day := gevel.NewDate(1970, 1, 1) + gevel.Date(r.Day)
		_ = w.Write([]string{r.ID, r.Code, fmt.Sprint(r.Number), day.String(), fmt.Sprint(r.Price), surface, r.Rooms, fmt.Sprint(r.Noise), r.Ground})
	}
	w.Flush()
	return b.Bytes()
}

// readAll returns what is read of a file: each row in words, and the rejects.
func readAll(t testing.TB, content []byte, m Mapping) (rows []string, rejects map[string]int, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sales")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	table := gevel.Standard()
	r, err := Open(t.Context(), Source{Path: path, Mapping: m}, &salesLike, &table)
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	err = r.Each(t.Context(), func(row Row) error {
		day := row.Day(5, gevel.NoDate, gevel.NoDate)
		price := row.Number(6, Bounds{1, 1e7})
		c := row.Characteristics(day, Strict)
		if row.Reason != "" {
			row.Reject()
			return nil
		}
		row.Enter(&c)
		rows = append(rows, fmt.Sprint(row.Line, row.Value(DwellingID), row.Value(HouseNumber), day, price, c))
		return nil
	})
	rejects = map[string]int{}
	for _, reject := range r.Rejects.List() {
		rejects[reject.Reason] = reject.Count
	}
	return rows, rejects, err
}

func TestParquetIsReadAsTheSameTableInCSV(t *testing.T) {
	rows := saleRows(700)
	wantRows, wantRejects, err := readAll(t, csvBytes(rows), Mapping{Decimal: "."})
	if err != nil || len(wantRows) < 600 || len(wantRejects) < 2 {
		t.Fatalf("CSV: %d rows, %v, %v", len(wantRows), wantRejects, err)
	}
	for _, m := range []Mapping{{}, {Decimal: ","}, {Date: "DD/MM/YYYY"}} { // types say it, whatever a mapping does
		gotRows, gotRejects, err := readAll(t, parquetBytes(t, rows), m)
		if err != nil || !cmp.Equal(gotRows, wantRows) || !cmp.Equal(gotRejects, wantRejects) {
			t.Errorf("%+v: %v\n%s\n%s", m, err, cmp.Diff(wantRows, gotRows), cmp.Diff(wantRejects, gotRejects))
		}
	}
}

func TestTextsOfParquetAreSurveyedAsThoseOfCSV(t *testing.T) {
	rows := saleRows(3)
	rows[0].Rooms, rows[1].Rooms = "2.500", "7,5"
	_, _, want := readAll(t, csvBytes(rows), Mapping{})
	if _, _, err := readAll(t, parquetBytes(t, rows), Mapping{}); want == nil || err == nil || err.Error() != want.Error() {
		t.Errorf("texts with both signs: %v, want %v", err, want)
	}
	damaged := parquetBytes(t, rows)
	if _, _, err := readAll(t, damaged[:len(damaged)-20], Mapping{}); gevel.CodeOf(err) != gevel.Invalid {
		t.Errorf("a damaged file: %v", err)
	}
}

// BenchmarkTyped compares Parquet with the same table in CSV, by row.
func BenchmarkTyped(b *testing.B) {
	rows := saleRows(1_000_000)
	for i := range rows {
		rows[i].Price, rows[i].Rooms, rows[i].Noise = 1e5+float64(i), "3", 41.5
	}
	for _, kind := range []struct {
		name    string
		content []byte
	}{{"csv", csvBytes(rows)}, {"parquet", parquetBytes(b, rows)}} {
		b.Run(kind.name, func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "sales")
			if err := os.WriteFile(path, kind.content, 0o600); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				table := gevel.Standard()
				r, err := Open(b.Context(), Source{Path: path}, &salesLike, &table)
				if err != nil {
					b.Fatal(err)
				}
				n := 0
				err = r.Each(b.Context(), func(row Row) error {
					row.Characteristics(row.Day(5, gevel.NoDate, gevel.NoDate), Strict)
					n++
					return nil
				})
				if err := errors.Join(err, r.Close()); err != nil || n != len(rows) {
					b.Fatal(n, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(rows)), "ns/row")
		})
	}
}
