package bulk

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/value/valuation"
)

// townDay is the day on which the tests' town was written.
var townDay = gevel.NewDate(2025, time.March, 14)

func TestMain(m *testing.M) {
	code := m.Run()
	if town.dir != "" {
		os.RemoveAll(town.dir)
	}
	os.Exit(code)
}

// town is a small invented town with an edition, made when a test first asks for it.
var town struct {
	once   sync.Once
	dir    string
	town   *demo.Town
	valuer *valuation.Valuer
	err    error
}

func sharedTown(t *testing.T) (*demo.Town, *valuation.Valuer) {
	t.Helper()
	town.once.Do(func() {
		if town.dir, town.err = os.MkdirTemp("", "gevel-bulk-"); town.err == nil {
			town.town, town.valuer, town.err = makeTown(town.dir)
		}
	})
	if town.err != nil {
		t.Fatal(town.err)
	}
	return town.town, town.valuer
}

func makeTown(dir string) (*demo.Town, *valuation.Valuer, error) {
	ctx := context.Background()
	town, err := demo.Write(ctx, dir, demo.Options{
		Seed: 1, Date: townDay, Dwellings: demo.MinDwellings, Photos: gevel.Some(0.0),
	})
	if err != nil {
		return nil, nil, err
	}
	config, err := build.ReadConfig(town.Config)
	if err != nil {
		return nil, nil, err
	}
	config.Vintages = 0
	_, err = build.Run(ctx, config, build.Options{
		Today: townDay, MadeBy: "test", Progress: func(build.Step) {},
	})
	if err != nil {
		return nil, nil, err
	}
	e, err := edition.OpenNewest(ctx, filepath.Join(dir, "editions"))
	if err != nil {
		return nil, nil, err
	}
	v, err := valuation.New(context.Background(), e)
	return town, v, err
}

func newHomes(content string) (*File, error) {
	return NewFile(context.Background(), "homes.csv", strings.NewReader(content))
}

func asParquet(w io.Writer, homes *File, o Options) (Writer, error) {
	return NewParquet(w, homes, o)
}

// valueAll values a file of homes with this content in the town.
func valueAll(
	t *testing.T, content string, to func(io.Writer, *File, Options) (Writer, error),
) (s Summary, written string) {
	t.Helper()
	_, v := sharedTown(t)
	return valueWith(t, content, to, Options{Valuer: v, Today: townDay, Date: townDay})
}

func valueWith(
	t *testing.T, content string, to func(io.Writer, *File, Options) (Writer, error), o Options,
) (s Summary, written string) {
	t.Helper()
	homes, err := newHomes(content)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	out, err := to(&b, homes, o)
	if err != nil {
		t.Fatal(err)
	}
	read := int64(0)
	o.Progress = func(n int64) { read = n }
	s, err = Value(t.Context(), homes, out, o)
	if err != nil {
		t.Fatal(err)
	}
	if read != int64(len(content)) {
		t.Errorf("%d bytes are reported to be read, of %d", read, len(content))
	}
	return s, b.String()
}

// someHomes is a file of homes with rows that are valued, and a row per thing that can be
// wrong with one.
func someHomes(t *testing.T) string {
	t.Helper()
	town, _ := sharedTown(t)
	home, _ := town.Case(demo.CaseOrdinary)
	shop, _ := town.Case(demo.CaseShop)
	year, _ := town.Case(demo.CaseUnknownYear)
	byAddress := func(a gevel.Address, more string) string {
		return fmt.Sprintf("%s;%d;%s;%s;;%s\n", a.PostalCode, a.HouseNumber, a.HouseLetter, a.HouseNumberExt, more)
	}
	return "Postal_Code;house_number;house_letter;house_number_ext;bag_id;use_surface;valuation_date;note\n" +
		byAddress(home, ";;by address") +
		";;;;" + string(home.ObjectID) + ";;;by id\n" +
		";;;;" + string(home.NumberID) + `;120;;by "number id"` + "\n" +
		byAddress(shop, ";;a shop") +
		byAddress(year, ";;no year") +
		";;;;0000010000000000;;;no such id\n" +
		"12345;x;;;;;;no address\n" +
		byAddress(home, "4;;too small") +
		byAddress(home, ";2999-01-01;tomorrow") +
		"too;few\n"
}

func readCSV(t *testing.T, text string, comma rune) [][]string {
	t.Helper()
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = comma
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestARowIsValuedOrHasAReason(t *testing.T) {
	s, written := valueAll(t, someHomes(t), NewCSV)
	var got []string
	for _, row := range readCSV(t, written, ';')[1:] {
		reason := row[len(row)-2]
		if (reason == "") != (row[8] != "") || (reason == "") != (row[len(row)-1] == "") {
			t.Errorf("%v has a value and a reason, or neither", row)
		}
		got = append(got, reason)
	}
	want := []string{
		"", "", "", "not_residential", "missing_characteristics", "address_not_found",
		"invalid", "invalid", "invalid", "invalid",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reasons differ (-want +got):\n%s", diff)
	}
	for _, message := range []string{
		"; give it as build_year", "use_surface: 4 is not from 5 to 2700", "valuation_date: 2999-01-01 lies after today, 2025-03-14",
		`house_number: ""x"" is no house number`,
	} {
		if !strings.Contains(written, message) {
			t.Errorf("no message has %q\n%s", message, written)
		}
	}
	var b strings.Builder
	s.Write(&b, 2*time.Second)
	if head := "10 homes in homes.csv: 3 valued, 7 not; 2s, 5 homes a second\n"; !strings.HasPrefix(b.String(), head) ||
		!strings.Contains(b.String(), "        4  invalid (line 8: ") ||
		!strings.HasSuffix(b.String(), ", valuation date 2025-03-14 where a row has none\n") {
		t.Errorf("the summary is\n%s", b.String())
	}
}

func TestParquetHoldsWhatCSVHolds(t *testing.T) {
	content := someHomes(t)
	_, asCSV := valueAll(t, content, NewCSV)
	want := readCSV(t, asCSV, ';')
	_, written := valueAll(t, content, asParquet)
	file, err := parquet.OpenFile(strings.NewReader(written), int64(len(written)))
	if err != nil {
		t.Fatal(err)
	}
	got, kinds := [][]string{nil}, map[string]string{}
	for _, field := range file.Schema().Fields() {
		got[0] = append(got[0], field.Name())
		kinds[field.Name()] = field.Type().String()
	}
	for _, group := range file.RowGroups() {
		rows := make([]parquet.Row, group.NumRows())
		reader := group.Rows()
		if _, err := reader.ReadRows(rows); err != nil && !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
		for _, row := range rows {
			var texts []string
			for _, v := range row {
				if at := v.Column(); at < len(got[0]) && got[0][at] != "bbox" && at < len(want[0]) {
					v = shown(file.Schema().Fields()[at], v)
				}
				texts = append(texts, csvWriter{Writer: csvfile.NewWriter(io.Discard, csvfile.Form{})}.text(v))
			}
			got = append(got, texts)
		}
		reader.Close()
	}
	for i, row := range got {
		got[i] = row[:len(want[0])] // behind it is the position
	}
	for i, row := range want {
		for j := range row {
			want[i][j] = strings.TrimSuffix(row[j], "\t") // of ids, in CSV alone
			if _, fraction, has := strings.Cut(row[j], ","); has && strings.Trim(fraction, "0123456789") == "" {
				want[i][j] = strings.Replace(row[j], ",", ".", 1)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows differ (-csv +parquet):\n%s", diff)
	}
	for column, want := range map[string]string{
		"note": "STRING", "value": "INT(64,true)", "fsd": "DOUBLE", "confidence_class": "INT(32,true)", "reason": "STRING",
	} {
		if got := kinds[column]; got != want {
			t.Errorf("column %s is %s, want %s", column, got, want)
		}
	}
}

func TestParquetNeedsNamedColumns(t *testing.T) {
	for header, ok := range map[string]bool{
		"bag_id,note,note": false, "bag_id,,x": false, `bag_id,"price, about",Ünïcode & more`: true,
	} {
		homes, err := newHomes(header + "\n1,2,3\n")
		if err != nil {
			t.Fatal(err)
		}
		_, v := sharedTown(t)
		if _, err := asParquet(io.Discard, homes, Options{Valuer: v}); (err == nil) != ok {
			t.Errorf("columns %s: %v", header, err)
		}
		if _, err := NewGeoPackage(filepath.Join(t.TempDir(), "x.gpkg"), homes, Options{Valuer: v}); (err == nil) != ok {
			t.Errorf("columns %s in a GeoPackage: %v", header, err)
		}
	}
}

func TestRowsKeepTheirOrderOverManyBatches(t *testing.T) {
	town, _ := sharedTown(t)
	plain, err := os.ReadFile(town.Addresses)
	if err != nil {
		t.Fatal(err)
	}
	header, rows, _ := strings.Cut(string(plain), "\n")
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	content := strings.ReplaceAll(header+"\n"+strings.Repeat(rows, 5), "\n", "\r\n")
	if _, err := io.WriteString(z, "\uFEFF"+content); err != nil {
		t.Fatal(err)
	}
	z.Close()
	_, written := valueAll(t, zipped.String(), NewCSV)
	want, got := readCSV(t, header+"\n"+strings.Repeat(rows, 5), ','), readCSV(t, written, ',')
	for i, row := range got {
		got[i] = row[:len(want[0])]
		for j := range got[i] {
			got[i][j] = strings.TrimSuffix(strings.TrimPrefix(got[i][j], "\uFEFF"), "\t")
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows differ (-want +got):\n%s", diff)
	}
}

func TestWhatCannotBeWrittenEndsTheWork(t *testing.T) {
	_, v := sharedTown(t)
	homes, err := newHomes(someHomes(t))
	if err != nil {
		t.Fatal(err)
	}
	full := errors.New("the disk is full")
	_, err = Value(t.Context(), homes, broken{full}, Options{
		Valuer: v, Today: townDay, Date: townDay, Progress: func(int64) {},
	})
	if !errors.Is(err, full) {
		t.Errorf("got %v, want %v", err, full)
	}
}

// broken is a Writer that can't write.
type broken struct{ err error }

func (b broken) Write([]Row) error { return b.err }
func (broken) Close() error        { return nil }
