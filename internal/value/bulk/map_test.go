package bulk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel/internal/file/crs"
	"github.com/gevel/gevel/internal/file/geopackage"
)

// Homes on a map are read back by programs of others: GDAL and hyparquet.

// othersRequired is the variable that makes a missing reader a failure.
const othersRequired = "GEVEL_TEST_GEO"

func needReader(t *testing.T, there bool, reader string) {
	t.Helper()
	switch {
	case there:
	case os.Getenv(othersRequired) != "":
		t.Fatalf("%s is not there", reader)
	default:
		t.Skipf("%s is not there", reader)
	}
}

// writtenOnMap writes some homes in a coordinate system to a file of a name. It returns the path, and the rows with the
// positions that they should have, "" where none is known.
func writtenOnMap(t *testing.T, name string, system crs.System) (path string, rows [][]string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	town, v := sharedTown(t)
	homes := "bag_id;note\n0000010000000000;no such id\n"
	for _, c := range town.Cases {
		homes += string(c.Address.ObjectID) + ";\"" + c.Name + "; Ünïcode\"\n"
	}
	o := Options{Valuer: v, Today: townDay, Date: townDay, System: system, Additions: []Addition{Municipal{v.Edition()}}}
	_, text := valueWith(t, homes, NewCSV, o)
	rows = readCSV(t, text, ';')
	_, written := valueWith(t, homes, func(w io.Writer, homes *File, o Options) (Writer, error) {
		if strings.HasSuffix(name, ".gpkg") {
			return NewGeoPackage(path, homes, o)
		}
		return NewParquet(w, homes, o)
	}, o)
	if written != "" {
		if err := os.WriteFile(path, []byte(written), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path, rows
}

// wantedPositions are the positions in the columns of CSV, as "x y", "" where a home is not known.
func wantedPositions(t *testing.T, rows [][]string, system crs.System) (list []string) {
	t.Helper()
	x, y := "x", "y"
	if system.EPSG == crs.WGS84.EPSG {
		x, y = "lon", "lat"
	}
	ys := columnOf(t, rows, y)
	for i, text := range columnOf(t, rows, x) {
		if text == "" {
			list = append(list, "")
			continue
		}
		number := func(text string) float64 {
			v, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		list = append(list, position(number(text), number(ys[i])))
	}
	return list
}

func position(x, y float64) string { return fmt.Sprintf("%.6f %.6f", x, y) }

func TestAGeoPackageHoldsWhatCSVHolds(t *testing.T) {
	path, want := writtenOnMap(t, "values.gpkg", crs.RDNew)
	file, err := geopackage.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	layer := file.Layer("values")
	if layer == nil || layer.Type != "POINT" || layer.CheckRD() != nil {
		t.Fatalf("the layers are %+v", file.Layers)
	}
	if diff := cmp.Diff(append([]string{"fid", "geom"}, want[0]...), layer.Columns); diff != "" {
		t.Errorf("columns differ (-csv +layer): %s", diff)
	}
	var at []string
	values := columnOf(t, want, "value")
	err = file.Each(t.Context(), layer, []string{"value", "fsd"}, func(r *geopackage.Row) error {
		var g geopackage.Geometry
		place := ""
		if r.Parse(&g) == nil {
			place = position(g.Points[0].X, g.Points[0].Y)
		}
		at = append(at, place)
		if got := r.Text(0); got != values[r.Number-1] {
			t.Errorf("row %d has the value %q, want %q", r.Number, got, values[r.Number-1])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wantedPositions(t, want, crs.RDNew), at); diff != "" {
		t.Errorf("positions differ (-csv +layer): %s", diff)
	}
}

func TestGDALReadsAGeoPackageOfValues(t *testing.T) {
	_, err := exec.LookPath("ogr2ogr")
	needReader(t, err == nil, "GDAL")
	for _, system := range []crs.System{crs.RDNew, crs.WGS84} {
		path, want := writtenOnMap(t, "values.gpkg", system)
		said, err := exec.Command("ogrinfo", "-ro", "-so", path, "values").CombinedOutput()
		if err != nil {
			t.Fatalf("ogrinfo: %v: %s", err, said)
		}
		for _, text := range []string{
			"Geometry: Point", fmt.Sprintf("Feature Count: %d", len(want)-1), fmt.Sprintf(`ID["EPSG",%d]]`, system.EPSG),
			"value: Integer64", "fsd: Real", "note: String",
		} {
			if !bytes.Contains(said, []byte(text)) {
				t.Errorf("ogrinfo does not say %q:\n%s", text, said)
			}
		}
		if bytes.Contains(said, []byte("Warning")) || bytes.Contains(said, []byte("ERROR")) {
			t.Errorf("ogrinfo warns:\n%s", said)
		}
		indexed, err := exec.Command("ogrinfo", "-ro", "-q", "-sql", "SELECT HasSpatialIndex('values', 'geom') AS indexed", path).CombinedOutput()
		if err != nil || !bytes.Contains(indexed, []byte("= 1")) {
			t.Errorf("GDAL finds no spatial index: %v %s", err, indexed)
		}
		inside, err := exec.Command("ogrinfo", "-ro", "-q", "-sql", "SELECT (SELECT count(*) FROM rtree_values_geom) = (SELECT count(*) FROM \"values\" WHERE geom NOT NULL) AS whole", path).CombinedOutput()
		if err != nil || !bytes.Contains(inside, []byte("= 1")) {
			t.Errorf("the index does not have each home: %v %s", err, inside)
		}
		table, err := exec.Command("ogr2ogr", "-f", "CSV", "/vsistdout/", path, "-lco", "GEOMETRY=AS_XY").Output()
		if err != nil {
			t.Fatal(err)
		}
		got := readCSV(t, string(table), ',')
		var at []string
		ys := columnOf(t, got, "Y")
		for i, x := range columnOf(t, got, "X") {
			if x == "" {
				at = append(at, "")
				continue
			}
			px, _ := strconv.ParseFloat(x, 64)
			py, _ := strconv.ParseFloat(ys[i], 64)
			at = append(at, position(px, py))
		}
		if diff := cmp.Diff(wantedPositions(t, want, system), at); diff != "" {
			t.Errorf("EPSG:%d: positions differ (-csv +GDAL): %s", system.EPSG, diff)
		}
		for _, column := range []string{"value", "reason", "note", "street", "reference3_price"} {
			if diff := cmp.Diff(columnOf(t, want, column), columnOf(t, got, column)); diff != "" {
				t.Errorf("column %s differs (-csv +GDAL): %s", column, diff)
			}
		}
		// Another program takes a home out: the triggers keep the index.
		if said, err := exec.Command("ogrinfo", path, "-sql", "DELETE FROM \"values\" WHERE fid = 1").CombinedOutput(); err != nil || bytes.Contains(said, []byte("ERROR")) {
			t.Errorf("GDAL can't take a home out: %v %s", err, said)
		}
	}
}

// foundByOthers is what geoparquet.mjs prints.
type foundByOthers struct {
	Columns []struct {
		Name, Type, CRS, Repetition string
		Children                    []string
	}
	Rows []map[string]any
}

func TestHyparquetReadsAGeoParquetOfValues(t *testing.T) {
	web := filepath.Join("..", "..", "serve", "web")
	_, err := os.Stat(filepath.Join(web, "node_modules", "hyparquet"))
	needReader(t, err == nil, "hyparquet")
	for _, system := range []crs.System{crs.RDNew, crs.WGS84} {
		path, want := writtenOnMap(t, "values.parquet", system)
		cmd := exec.Command("node", filepath.Join(web, "tests", "geoparquet.mjs"), path)
		cmd.Stderr = t.Output()
		printed, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		var found foundByOthers
		if err := json.Unmarshal(printed, &found); err != nil {
			t.Fatal(err)
		}
		name := map[int32]string{crs.RDNew.EPSG: "EPSG:28992", crs.WGS84.EPSG: "OGC:CRS84"}[system.EPSG]
		point, box := found.Columns[len(found.Columns)-2], found.Columns[len(found.Columns)-1]
		if point.Name != "geometry" || point.Type != "GEOMETRY" || point.CRS != name || point.Repetition != "OPTIONAL" {
			t.Errorf("the positions are read as %+v, want %s", point, name)
		}
		if box.Repetition != point.Repetition || !slices.Equal(box.Children, []string{"xmin", "ymin", "xmax", "ymax"}) {
			t.Errorf("the boxes are read as %+v", box)
		}
		var at, values []string
		for _, row := range found.Rows {
			at = append(at, pointOf(t, row))
			text := ""
			if v, known := row["value"].(float64); known {
				text = fmt.Sprint(int(v))
			}
			values = append(values, text)
		}
		if diff := cmp.Diff(wantedPositions(t, want, system), at); diff != "" {
			t.Errorf("%s: positions differ (-csv +hyparquet): %s", name, diff)
		}
		if diff := cmp.Diff(columnOf(t, want, "value"), values); diff != "" {
			t.Errorf("values differ (-csv +hyparquet): %s", diff)
		}
	}
}

// pointOf returns the position of a row, whose box must be around it.
func pointOf(t *testing.T, row map[string]any) string {
	t.Helper()
	geometry, known := row["geometry"].(map[string]any)
	box, boxed := row["bbox"].(map[string]any)
	if known != boxed {
		t.Errorf("a row has the position %v and the box %v", row["geometry"], row["bbox"])
	}
	if !known || !boxed {
		return ""
	}
	at := geometry["coordinates"].([]any)
	x, y := at[0].(float64), at[1].(float64)
	if box["xmin"] != x || box["xmax"] != x || box["ymin"] != y || box["ymax"] != y {
		t.Errorf("the box of %v %v is %v", x, y, box)
	}
	return position(x, y)
}

// TestTheNoteOfPositionsIsGeoParquet checks the note by the schema of GeoParquet 1.1 and its text.
func TestTheNoteOfPositionsIsGeoParquet(t *testing.T) {
	for _, system := range []crs.System{crs.RDNew, crs.WGS84} {
		path, want := writtenOnMap(t, "values.parquet", system)
		file, note := openParquet(t, path)
		for _, fault := range geoParquetFaults(note, file.Schema()) {
			t.Errorf("EPSG:%d: %s", system.EPSG, fault)
		}
		var bounds struct {
			Columns map[string]struct{ BBox []float64 }
		}
		if err := json.Unmarshal([]byte(note), &bounds); err != nil {
			t.Fatal(err)
		}
		b := bounds.Columns["geometry"].BBox
		for _, at := range wantedPositions(t, want, system) {
			var x, y float64
			if n, _ := fmt.Sscan(at, &x, &y); n == 2 && (x < b[0]-1e-6 || y < b[1]-1e-6 || x > b[2]+1e-6 || y > b[3]+1e-6) {
				t.Errorf("%s lies outside %v", at, b)
			}
		}
	}
}

// openParquet opens a file, with its note of positions.
func openParquet(t *testing.T, path string) (*parquet.File, string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	note, has := file.Lookup("geo")
	if !has {
		t.Fatal("there is no note geo")
	}
	return file, note
}
