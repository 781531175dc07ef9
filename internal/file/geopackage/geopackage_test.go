package geopackage_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
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
	"github.com/gevel/gevel/internal/testing/multipolygon"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// square is a ring of some metres around a point.
func square(x, y, side float64) []gevel.Point {
	return []gevel.Point{{X: x, Y: y}, {X: x + side, Y: y}, {X: x + side, Y: y + side}, {X: x, Y: y + side}, {X: x, Y: y}}
}

// write makes a GeoPackage with a layer of squares.
func write(t *testing.T, system int32, rows int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "squares.gpkg")
	w, err := geopackage.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w.System = system
	squares, err := w.Layer("Squares", "POLYGON", "id TEXT", "size INTEGER", "begun DATE", `"of ""it""" REAL`)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		err := squares.AddPolygon(square(100_000+float64(i), 450_000, 10), fmt.Sprint("s", i), 100+i, "2020-01-31", nil)
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t *testing.T, path string) *geopackage.File {
	t.Helper()
	f, err := geopackage.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	f := open(t, write(t, geopackage.RDNew, 3))
	l := f.Layer("squares")
	if l == nil {
		t.Fatalf("got the layers %v, want Squares", f.Names())
	}
	want := geopackage.Layer{
		Name: "Squares", Columns: []string{"fid", "geom", "id", "size", "begun", `of "it"`}, Geometry: "geom",
		Type: "POLYGON", System: 28992, About: 3, Changed: gevel.NewDate(2000, time.January, 1),
	}
	if diff := cmp.Diff(want, *l); diff != "" {
		t.Error(diff)
	}
	if err := l.CheckRD(); err != nil {
		t.Error(err)
	}
	var got []string
	var g geopackage.Geometry
	columns := []string{l.Column("ID"), l.Column("grootte", "size"), l.Column("none"), l.Column("begun"), l.Column(`of "it"`)}
	err := f.Each(t.Context(), l, columns, func(r *geopackage.Row) error {
		if err := r.Parse(&g); err != nil {
			return err
		}
		size, ok := r.Float(1)
		_, none := r.Float(2)
		got = append(got, fmt.Sprintln(r.Number, r.Text(0), size, ok, none, r.IsNull(2), r.Text(3), r.IsNull(4), g.System, g.Polygons))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	wantRows := []string{
		"1 s0 100 true false true 2020-01-31 true 28992 [[[{100000 450000} {100010 450000} {100010 450010} {100000 450010} {100000 450000}]]]",
		"2 s1 101 true false true 2020-01-31 true 28992 [[[{100001 450000} {100011 450000} {100011 450010} {100001 450010} {100001 450000}]]]",
		"3 s2 102 true false true 2020-01-31 true 28992 [[[{100002 450000} {100012 450000} {100012 450010} {100002 450010} {100002 450000}]]]",
	}
	if diff := cmp.Diff(strings.Join(wantRows, "\n")+"\n", strings.Join(got, "")); diff != "" {
		t.Error(diff)
	}
}

func TestEqualFilesAreWrittenFromEqualRows(t *testing.T) {
	a, err := os.ReadFile(write(t, geopackage.RDNew, 1000))
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(write(t, geopackage.RDNew, 1000))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Error("two files of the same rows differ")
	}
}

func TestAFileOnAReadOnlyDiskIsReadAndNothingIsLeftBesideIt(t *testing.T) {
	path := write(t, geopackage.RDNew, 10)
	exec(t, path, "PRAGMA journal_mode=WAL") // leaves its mark in the file, so readers would make files beside it
	for _, suffix := range []string{"-wal", "-shm"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
	folder := filepath.Dir(path)
	for name, mode := range map[string]os.FileMode{path: 0o400, folder: 0o500} {
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = os.Chmod(folder, 0o700) })
	f := open(t, path)
	n := 0
	if err := f.Each(t.Context(), f.Layer("squares"), nil, func(*geopackage.Row) error { n++; return nil }); err != nil || n != 10 {
		t.Errorf("read %d rows (%v), want 10", n, err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v (%v), want the file alone", entries, err)
	}
}

// exec changes a file as another program would, but one that knows no geometries: without the triggers of indexes.
func exec(t *testing.T, path, query string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var drop string
	const triggers = `SELECT coalesce(group_concat('DROP TRIGGER "' || name || '"', ';'), '') FROM sqlite_master WHERE type = 'trigger'`
	if err := db.QueryRowContext(t.Context(), triggers).Scan(&drop); err != nil {
		t.Fatal(err)
	}
	query = drop + ";" + query
	if _, err := db.ExecContext(t.Context(), query); err != nil {
		t.Fatal(err)
	}
}

func TestFilesThatAreNoWholeGeoPackageAreRefused(t *testing.T) {
	for name, tt := range map[string]struct {
		spoil func(t *testing.T, path string)
		want  string
	}{
		"empty":     {truncate(0), "no GeoPackage"},
		"half head": {truncate(50), "cut short: it has 50 bytes"},
		"cut short": {truncate(20_000), "cut short: it has 20000 of"},
		"a text":    {func(t *testing.T, path string) { put(t, path, []byte("<html>")) }, "no GeoPackage"},
		"other SQLite": {
			func(t *testing.T, path string) {
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
				exec(t, path, "CREATE TABLE t (x)")
			},
			"no GeoPackage: it has no table gpkg_contents",
		},
		"marked, without tables": {
			func(t *testing.T, path string) { exec(t, path, "DROP TABLE gpkg_contents") },
			"the GeoPackage has no table gpkg_contents",
		},
		"a layer that is not there": {
			func(t *testing.T, path string) { exec(t, path, "ALTER TABLE Squares RENAME TO round") },
			"has no such table",
		},
		"no geometry column": {
			func(t *testing.T, path string) {
				exec(t, path, "UPDATE gpkg_geometry_columns SET column_name = 'shape'")
			},
			`no column "shape"`,
		},
		"being written": {
			func(t *testing.T, path string) { put(t, path+"-wal", []byte("changes")) }, "changes to the file are still in squares.gpkg-wal",
		},
		"damaged directory": {
			func(t *testing.T, path string) {
				overwrite(t, path, 100, bytes.Repeat([]byte{0xff}, 3000))
			}, "damaged",
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, geopackage.RDNew, 1000)
			tt.spoil(t, path)
			f, err := geopackage.Open(t.Context(), path)
			if err == nil {
				f.Close()
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want an error with %q", err, tt.want)
			}
		})
	}
}

func truncate(size int64) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
	}
}

func put(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func overwrite(t *testing.T, path string, at int64, with []byte) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(with, at); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestDamagedRowsEndTheReadingWithAnError(t *testing.T) {
	path := write(t, geopackage.RDNew, 1000)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	overwrite(t, path, info.Size()/4/4096*4096, bytes.Repeat([]byte{0xff}, int(info.Size()/2))) // rows are in the midst
	f := open(t, path)
	err = f.Each(t.Context(), f.Layer("squares"), []string{"id"}, func(*geopackage.Row) error { return nil })
	if gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("got %v, want that the file is damaged", err)
	}
}

func TestOtherCoordinatesThanRDNewAreRefused(t *testing.T) {
	for system, want := range map[int32]string{28992: "", 7415: "", 4326: "EPSG:4326, not in RD New"} {
		err := open(t, write(t, system, 1)).Layer("squares").CheckRD()
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("EPSG:%d: got %v, want %q", system, err, want)
		}
	}
	path := write(t, geopackage.RDNew, 1)
	exec(t, path, "UPDATE gpkg_spatial_ref_sys SET organization = 'me' WHERE srs_id = 28992")
	if err := open(t, path).Layer("squares").CheckRD(); err == nil {
		t.Error("a system of an unknown organisation is taken for RD New")
	}
}

func TestReadingEndsWhenTheCallerWantsItTo(t *testing.T) {
	f := open(t, write(t, geopackage.RDNew, 1000))
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	err := f.Each(ctx, f.Layer("squares"), nil, func(*geopackage.Row) error {
		n++
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) || n == 1000 {
		t.Errorf("got %v after %d rows, want that the reading was cancelled", err, n)
	}
	stop := errors.New("stop")
	if err := f.Each(t.Context(), f.Layer("squares"), nil, func(*geopackage.Row) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("got %v, want the caller's own error", err)
	}
}

func TestGeometriesOfAllSpellingsAreRead(t *testing.T) {
	ring := square(1, 2, 3)
	hole := square(1.5, 2.5, 1)
	polygon := geopackage.AppendPolygon(nil, 28992, geopackage.Polygon{ring, hole})
	several := multipolygon.Blob(28992, []geopackage.Polygon{{ring}, {hole}})
	for name, tt := range map[string]struct {
		blob []byte
		want []geopackage.Polygon
	}{
		"polygon":              {polygon, []geopackage.Polygon{{ring, hole}}},
		"several":              {several, []geopackage.Polygon{{ring}, {hole}}},
		"envelope":             {enveloped(polygon, 1, 32), []geopackage.Polygon{{ring, hole}}},
		"envelope of 4 ranges": {enveloped(polygon, 4, 64), []geopackage.Polygon{{ring, hole}}},
		"big-endian, heights":  {bigEndian(1003, ring, 3), []geopackage.Polygon{{ring}}},
		"heights, older":       {bigEndian(3|1<<31, ring, 3), []geopackage.Polygon{{ring}}},
		"heights and measures": {bigEndian(3003, ring, 4), []geopackage.Polygon{{ring}}},
	} {
		var g geopackage.Geometry
		for range 2 { // the second time into used memory
			if err := g.Parse(tt.blob); err != nil {
				t.Errorf("%s: %v", name, err)
			} else if diff := cmp.Diff(tt.want, g.Polygons); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
	}
}

// enveloped inserts an envelope of a type into a blob.
func enveloped(blob []byte, kind byte, size int) []byte {
	b := append([]byte(nil), blob[:8]...)
	b[3] |= kind << 1
	return append(append(b, make([]byte, size)...), blob[8:]...)
}

// bigEndian returns a polygon in the other byte order.
func bigEndian(kind uint32, ring []gevel.Point, dims int) []byte {
	b := []byte{'G', 'P', 0, 0, 0, 0, 0x71, 0x40, 0}
	b = binary.BigEndian.AppendUint32(b, kind)
	b = binary.BigEndian.AppendUint32(b, 1)
	b = binary.BigEndian.AppendUint32(b, uint32(len(ring)))
	for _, p := range ring {
		at := []float64{p.X, p.Y, 5, 6}
		for _, v := range at[:dims] {
			b, _ = binary.Append(b, binary.BigEndian, v)
		}
	}
	return b
}

func TestGeometriesThatCantBeUsedSayWhy(t *testing.T) {
	polygon := geopackage.AppendPolygon(nil, 28992, geopackage.Polygon{square(1, 2, 3)})
	changed := func(at int, to byte) []byte {
		b := bytes.Clone(polygon)
		b[at] = to
		return b
	}
	for name, tt := range map[string]struct {
		blob []byte
		want string
	}{
		"none":               {nil, "is empty"},
		"marked as empty":    {changed(3, 1|1<<4), "is empty"},
		"without rings":      {geopackage.AppendPolygon(nil, 28992, nil), "is empty"},
		"without polygons":   {multipolygon.Blob(28992, nil), "is empty"},
		"of another format":  {[]byte("POLYGON((1 2,3 4))"), "no geometry of a GeoPackage"},
		"of a later version": {changed(2, 1), "version 2"},
		"extended":           {changed(3, 1|1<<5), "extension"},
		"unknown envelope":   {changed(3, 1|5<<1), "unknown kind 5"},
		"byte order":         {changed(8, 2), "byte order of 2"},
		"a line":             {changed(9, 2), "LINESTRING"},
		"a curve":            {changed(9, 10), "CURVEPOLYGON"},
		"an unknown kind":    {changed(9, 77), "unknown kind 77"},
		"short":              {polygon[:len(polygon)-1], "cut short"},
		"long":               {append(bytes.Clone(polygon), 0), "1 bytes follow"},
		"endless":            {changed(16, 255), "cut short"},
		"not finite":         {geopackage.AppendPolygon(nil, 0, geopackage.Polygon{square(1.7e308, 0, 1.7e308)}), "point at"},
	} {
		var g geopackage.Geometry
		if err := g.Parse(tt.blob); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want an error with %q", name, err, tt.want)
		}
	}
}

func FuzzGeometry(f *testing.F) {
	ring := square(1, 2, 3)
	polygon := geopackage.AppendPolygon(nil, 28992, geopackage.Polygon{ring})
	f.Add(polygon)
	f.Add(enveloped(polygon, 2, 48))
	f.Add(multipolygon.Blob(28992, []geopackage.Polygon{{ring, ring}, {ring}}))
	f.Add(bigEndian(3003, ring, 4))
	f.Add([]byte("GP\x00\x01\x40\x71\x00\x00\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\xf8\x7f\x00\x00\x00\x00\x00\x00\xf8\x7f"))
	f.Fuzz(func(t *testing.T, blob []byte) {
		var g geopackage.Geometry
		if err := g.Parse(blob); err != nil {
			return
		}
		if len(g.Points)+len(g.Polygons) == 0 {
			t.Error("a geometry without a fault is empty")
		}
		again := multipolygon.Blob(g.System, g.Polygons)
		var h geopackage.Geometry
		if err := h.Parse(again); len(g.Polygons) > 0 && (err != nil || cmp.Diff(g.Polygons, h.Polygons) != "") {
			t.Errorf("what was read is not read as itself when it is written: %v, %v", g.Polygons, err)
		}
	})
}

// BenchmarkEach reads rows with their geometries; /row is the cost of one.
func BenchmarkEach(b *testing.B) {
	path := filepath.Join(b.TempDir(), "squares.gpkg")
	w, err := geopackage.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	squares, err := w.Layer("squares", "POLYGON", "id TEXT", "size INTEGER", "begun TEXT")
	if err != nil {
		b.Fatal(err)
	}
	const rows = 200_000
	for range rows {
		if err := squares.AddPolygon(square(100_000, 450_000, 10), "0123456789012345", 100, "2020-01-31"); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	f, err := geopackage.Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	b.ReportAllocs()
	var g geopackage.Geometry
	for b.Loop() {
		err := f.Each(b.Context(), f.Layer("squares"), []string{"id", "size", "begun"}, func(r *geopackage.Row) error {
			return r.Parse(&g)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*rows), "ns/row")
}
