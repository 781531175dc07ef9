package parcel_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/geopackage"
	"github.com/gevel/gevel/internal/source/parcel"
	"github.com/gevel/gevel/internal/testing/multipolygon"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var today = gevel.NewDate(2026, time.June, 1)

func square(x, y float64) []gevel.Point {
	return []gevel.Point{{X: x, Y: y}, {X: x + 9, Y: y}, {X: x + 9, Y: y + 9}, {X: x, Y: y + 9}, {X: x, Y: y}}
}

var columns = []string{
	"identificatie_lokaal_id TEXT", "kadastrale_grootte_waarde INTEGER", "status_historie_waarde TEXT",
	"begin_geldigheid DATETIME", "tijdstip_registratie DATETIME",
}

// row is a row of a test's map; the zero row is valid.
type row struct {
	id                        string
	size                      any
	status, begin, registered any
	blob                      []byte
}

func (r row) values() []any {
	or := func(v, otherwise any) any {
		if v == nil {
			return otherwise
		}
		return v
	}
	null := func(v any) any {
		if v == "null" {
			return nil
		}
		return v
	}
	return []any{
		r.id, null(or(r.size, 150)), null(or(r.status, "Geldig")),
		null(or(r.begin, "2015-03-01T00:00:00Z")), null(or(r.registered, "2015-03-02T10:11:12Z")),
	}
}

// write writes a map with these rows.
func write(t testing.TB, layer string, columns []string, rows ...row) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "parcels.gpkg")
	w, err := geopackage.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	l, err := w.Layer(layer, "POLYGON", columns...)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.blob == nil {
			r.blob = geopackage.AppendPolygon(nil, geopackage.RDNew, geopackage.Polygon{square(100_000, 450_000)})
		}
		if err := l.Add(r.blob, r.values()[:len(columns)]...); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t testing.TB, path string, known gevel.Opt[gevel.Date]) (list []string, s *parcel.Summary) {
	t.Helper()
	s, err := parcel.Read(t.Context(), path, parcel.Options{AsOf: today, Known: known}, func(p *parcel.Parcel) error {
		list = append(list, fmt.Sprintf("%s: %d m2 since %s, %d points", p.ID, p.Size, p.Known, len(p.Outline[0][0])))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if s.Rows != s.Parcels+s.Past+s.Rejects.Total() || s.Parcels != len(list) {
		t.Errorf("%d rows are not %d parcels (%d used), %d past and %v", s.Rows, s.Parcels, len(list), s.Past, s.Rejects.List())
	}
	return list, s
}

func reasons(r gevel.Rejects) map[string]int {
	counts := map[string]int{}
	for _, reject := range r.List() {
		counts[reject.Reason] = reject.Count
	}
	return counts
}

func TestParcelsAreKnownSinceTheirLaterDay(t *testing.T) {
	path := write(t, "perceel", columns,
		row{id: "a"}, row{id: "b", status: "Historisch"}, row{id: "c", status: "G", size: 140.4},
		row{id: "d", begin: "2020-01-01", registered: "null"}, row{id: "e", begin: "null", registered: "2019-06-30T22:00:00Z"},
		row{id: "f", begin: "2021-05-05", registered: "2021-05-01 12:00:00"}, row{id: "g", status: "null", size: "163"},
		row{id: "h", begin: "2022-01-01T23:30:00+01:00", registered: "null"},
	)
	got, s := read(t, path, gevel.Opt[gevel.Date]{})
	want := []string{
		"a: 150 m2 since 2015-03-02, 5 points", "c: 140 m2 since 2015-03-02, 5 points", "d: 150 m2 since 2020-01-01, 5 points",
		"e: 150 m2 since 2019-07-01, 5 points", "f: 150 m2 since 2021-05-05, 5 points", "g: 163 m2 since 2015-03-02, 5 points",
		"h: 150 m2 since 2022-01-01, 5 points",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if s.Past != 1 || s.Undated != 0 || s.LastKnown != gevel.NewDate(2022, time.January, 1) || s.Rejects.Total()+s.Faults.Total() > 0 {
		t.Errorf("the summary is %+v", s)
	}
}

func TestDirtyRowsAreCountedUnderTheirReasons(t *testing.T) {
	point := []byte("GP\x00\x01\x40\x71\x00\x00\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\xf0\x3f")
	polygon := func(rings ...[]gevel.Point) []byte { return geopackage.AppendPolygon(nil, geopackage.RDNew, rings) }
	path := write(t, "perceel", columns,
		row{id: "a"}, row{status: "Voorbij"}, row{status: ""}, row{begin: "01-02-2015"}, row{registered: "2015-02-30T00:00:00Z"},
		row{registered: "2015-02-03Q"}, row{begin: "2026-06-02"}, row{begin: "null", registered: "null"},
		row{blob: []byte{}}, row{blob: []byte("GP\x00")}, row{blob: point}, row{blob: polygon(square(1, 1)[:3])},
		row{blob: polygon(square(100_000, 450_000)[:4])}, row{blob: polygon(square(4.3, 52.1))},
		row{id: "sized", size: "null"}, row{id: "large", size: 1_000_001}, row{id: "odd", size: "veel"}, row{id: "none", size: 0},
	)
	got, s := read(t, path, gevel.Opt[gevel.Date]{})
	want := map[string]int{
		parcel.ReasonUnknownStatus: 2, parcel.ReasonBadBegin: 1, parcel.ReasonBadRegistered: 2, parcel.ReasonFuture: 1,
		parcel.ReasonNoDay: 1, parcel.ReasonNoGeometry: 1, parcel.ReasonBadGeometry: 4, parcel.ReasonOutsideCountry: 1,
	}
	if diff := cmp.Diff(want, reasons(s.Rejects)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]int{parcel.FaultBadSize: 4}, reasons(s.Faults)); diff != "" {
		t.Error(diff)
	}
	if len(got) != 5 || got[1] != "sized: 0 m2 since 2015-03-02, 5 points" {
		t.Errorf("used are %v", got)
	}
	for _, r := range append(s.Rejects.List(), s.Faults.List()...) {
		if !strings.HasPrefix(r.Samples[0], "parcels.gpkg row ") && !strings.HasPrefix(r.Samples[0], "parcels.gpkg parcel ") {
			t.Errorf("the sample %q does not name its row", r.Samples[0])
		}
	}
}

func TestColumnsMayLackAndBeSpeltOtherwise(t *testing.T) {
	path := write(t, "Perceel", []string{"identificatieLokaalID TEXT", "kadastraleGrootte REAL"}, row{id: "a"})
	got, s := read(t, path, gevel.Some(gevel.NewDate(2024, time.May, 1)))
	if want := []string{"a: 150 m2 since 2024-05-01, 5 points"}; cmp.Diff(want, got) != "" || s.Undated != 1 {
		t.Errorf("got %v, %d without a day", got, s.Undated)
	}
	if got, _ = read(t, path, gevel.Some(gevel.NoDate)); got[0] != "a: 150 m2 since , 5 points" {
		t.Errorf("got %v, want a parcel that always was so", got)
	}
}

func TestOtherFilesAreRefused(t *testing.T) {
	text := filepath.Join(t.TempDir(), "sales.csv")
	if err := os.WriteFile(text, []byte("sale_date,price\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		write(t, "kadastrale_grens", columns):                         "no layer perceel; it has kadastrale_grens",
		write(t, "perceel", []string{"identificatie_lokaal_id TEXT"}): "no column kadastrale_grootte_waarde; it has fid, geom, identificatie",
		text:                               "looks like a sales file; it belongs to sources.sales of the build file, and not to sources.parcels",
		filepath.Join(t.TempDir(), "none"): "no such file",
	} {
		_, err := parcel.Read(t.Context(), path, parcel.Options{AsOf: today}, func(*parcel.Parcel) error { return nil })
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "read parcels "+path) {
			t.Errorf("got %v, want an error with %q that names the file", err, want)
		}
	}
}

func TestTheReadingEndsWithItsUser(t *testing.T) {
	path := write(t, "perceel", columns, row{}, row{})
	stop := errors.New("stop")
	if _, err := parcel.Read(t.Context(), path, parcel.Options{AsOf: today}, func(*parcel.Parcel) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("err = %v, want the user's own", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := parcel.Read(ctx, path, parcel.Options{AsOf: today}, func(*parcel.Parcel) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v, want that it was cancelled", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("a", "150", "Geldig", "2015-03-01T00:00:00Z", "2015-03-02", []byte("GP"))
	f.Add("", "1e9", "h", "", "2015-03-02 23:59:59.999Z", geopackage.AppendPolygon(nil, 28992, geopackage.Polygon{square(1e5, 4e5)}))
	f.Add("\x00", "-1", "", "2026-06-01T99", "9999-12-31", multipolygon.Blob(7415, []geopackage.Polygon{{square(0, 3e5)}}))
	f.Fuzz(func(t *testing.T, id, size, status, begin, registered string, blob []byte) {
		path := write(t, "perceel", columns, row{id: id, size: size, status: status, begin: begin, registered: registered, blob: blob})
		s, err := parcel.Read(t.Context(), path, parcel.Options{AsOf: today}, func(p *parcel.Parcel) error {
			if p.Known == gevel.NoDate || p.Known > today || p.Size < 0 || p.Size > 1_000_000 || len(p.Outline) == 0 {
				t.Errorf("the parcel is %+v", p)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if s.Rows != 1 || s.Rows != s.Parcels+s.Past+s.Rejects.Total() {
			t.Errorf("%d rows are not %d parcels, %d past and %v", s.Rows, s.Parcels, s.Past, s.Rejects.List())
		}
	})
}
