package geopackage_test

import (
	"encoding/binary"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/geopackage"
	"github.com/gevel/gevel/internal/testing/multipolygon"
)

// Files made to harm who reads them: each is refused, in little memory.

// mostMemory is how much the reading of one may allocate in all.
const mostMemory = 100 << 20

// readAll reads the ids and geometries of the layer of squares.
func readAll(t *testing.T, path string) (rows int, err error) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	defer func() {
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > mostMemory {
			t.Errorf("it took %d MB", took>>20)
		}
	}()
	f, err := geopackage.Open(t.Context(), path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	var g geopackage.Geometry
	err = f.Each(t.Context(), f.Layer("squares"), []string{"id"}, func(r *geopackage.Row) error {
		rows++
		return r.Parse(&g)
	})
	return rows, err
}

func TestHostileFilesAreRefused(t *testing.T) {
	const asView = `ALTER TABLE Squares RENAME TO hidden; CREATE VIEW Squares AS `
	for name, tt := range map[string]struct{ spoil, want string }{
		"a view of large values": {
			asView + `SELECT 1 fid, zeroblob(900000000) geom, 'a' id FROM hidden a, hidden b`, "is a view",
		},
		"a view without end": {
			asView + `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT i fid, x'00' geom, i id FROM n`, "is a view",
		},
		"a virtual table": {
			`ALTER TABLE Squares RENAME TO hidden; CREATE VIRTUAL TABLE Squares USING fts5(id, geom)`, "is a view",
		},
		"a worked-out geometry": {
			`ALTER TABLE Squares RENAME COLUMN geom TO old; ALTER TABLE Squares ADD COLUMN geom AS (zeroblob(900000000))`, `no column "geom"`,
		},
		"a list of layers without end": {
			`ALTER TABLE gpkg_contents RENAME TO listed;
			 CREATE VIEW gpkg_contents AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n)
				SELECT 'Squares' table_name, 'features' data_type, i rowid FROM n`, "no table gpkg_contents",
		},
		"many layers": {
			`INSERT INTO gpkg_contents (table_name, data_type, last_change)
				WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n LIMIT 20000)
				SELECT 'Squares' || i, 'features', '' FROM n`, "more than 10000",
		},
		"a long text":      {`UPDATE Squares SET id = printf('%.*c', 70000, 'x')`, "row 1 of the layer \"Squares\" has a value of more than"},
		"a long geometry":  {`UPDATE Squares SET geom = zeroblob(40000000)`, "the geometry has 40000000 bytes"},
		"a very long name": {`UPDATE gpkg_contents SET table_name = printf('%.*c', 40000000, 'x')`, "a value of more than"},
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, geopackage.RDNew, 10)
			exec(t, path, tt.spoil)
			rows, err := readAll(t, path)
			isRow := name == "a long geometry" // what reads the rows counts it as a reject
			if err == nil || !isRow && gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v after %d rows, want an error with %q", err, rows, tt.want)
			}
		})
	}
}

func TestGeometriesHaveLimits(t *testing.T) {
	ring := make([]gevel.Point, 2_000_000)
	for i := range ring {
		ring[i] = gevel.Point{X: float64(i), Y: 1}
	}
	holes := make(geopackage.Polygon, 100_000)
	parts := make([]geopackage.Polygon, 1_000_000)
	several := multipolygon.Blob(28992, []geopackage.Polygon{{ring[:200_000]}, {ring[:200_000]}})
	for name, tt := range map[string]struct {
		blob []byte
		want string
	}{
		"points":          {geopackage.AppendPolygon(nil, 28992, geopackage.Polygon{ring}), "more than 262144 points"},
		"points of parts": {several, "more than 262144 points"},
		"rings":           {geopackage.AppendPolygon(nil, 28992, holes), "more than 16384 rings"},
		"parts":           {multipolygon.Blob(28992, parts), "more than 262144 parts"},
	} {
		var g geopackage.Geometry
		if err := g.Parse(tt.blob); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", name, err, tt.want)
		}
	}
}

// TestPagesThatStandForManyEnd makes all pages of a table's index one, in two levels: some hundreds of pages become
// billions of rows.
func TestPagesThatStandForManyEnd(t *testing.T) {
	const page = 4096
	path := write(t, geopackage.RDNew, 10_000)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const interior, leaf = 5, 13 // kinds of pages
	at := func(n uint32) []byte { return content[(n-1)*page : n*page] }
	var root, first, second uint32
	for n := uint32(2); n <= uint32(len(content)/page); n++ {
		switch p := at(n); {
		case p[0] == interior && (root == 0 || binary.BigEndian.Uint16(p[3:]) > binary.BigEndian.Uint16(at(root)[3:])):
			root = n
		case p[0] == leaf && binary.BigEndian.Uint16(p[3:]) > 20:
			first, second = second, n
		}
	}
	point := func(index []byte, to uint32) {
		for i := range int(binary.BigEndian.Uint16(index[3:])) {
			cell := binary.BigEndian.Uint16(index[12+2*i:])
			binary.BigEndian.PutUint32(index[cell:], to)
		}
		binary.BigEndian.PutUint32(index[8:], to)
	}
	copy(at(first), at(root))
	point(at(first), second)
	point(at(root), first)
	put(t, path, content)
	rows, err := readAll(t, path)
	if err == nil || !strings.Contains(err.Error(), "more rows than fit into it") || rows > len(content) {
		t.Errorf("got %v after %d rows, want that it has too many", err, rows)
	}
}

// TestTheFileThatWasOpenedIsRead moves another file into the place of an opened one.
func TestTheFileThatWasOpenedIsRead(t *testing.T) {
	path, other := write(t, geopackage.RDNew, 10), write(t, geopackage.RDNew, 20)
	f := open(t, path)
	if err := os.Rename(other, path); err != nil {
		t.Fatal(err)
	}
	rows := 0
	err := f.Each(t.Context(), f.Layer("squares"), nil, func(*geopackage.Row) error { rows++; return nil })
	if err != nil || rows != 10 {
		t.Errorf("got %d rows (%v), want the 10 of the file that was opened", rows, err)
	}
}
