package building3d

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/geopackage"
)

// written writes a file of a test and returns its path.
func written(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// read reads a file of a test, in which all buildings have homes but those whose number ends with 99.
func read(t testing.TB, name, content string) ([]Building, *Result, error) {
	t.Helper()
	var list []Building
	told := map[gevel.BAGNumber]bool{}
	has := func(n gevel.BAGNumber) bool { return n%100 != 99 }
	r, err := Read(t.Context(), written(t, name, content), Options{Has: has}, func(b Building) bool {
		if told[b.ID] {
			return false
		}
		told[b.ID] = true
		list = append(list, b)
		return true
	})
	if err == nil && r.Rows != r.Used+r.NoHomes+r.Rejects.Total() {
		t.Errorf("%d rows are %d used, %d without homes and %d rejects", r.Rows, r.Used, r.NoHomes, r.Rejects.Total())
	}
	return list, r, err
}

func mustRead(t testing.TB, name, content string) ([]Building, *Result) {
	t.Helper()
	list, r, err := read(t, name, content)
	if err != nil {
		t.Fatal(err)
	}
	return list, r
}

// pand is the number of building n.
func pand(n int) gevel.BAGNumber { return gevel.BAGNumber(518_10_0000000000 + n) }

func fullID(n int) string { return "NL.IMBAG.Pand." + string(pand(n).ID()) }

func TestEachFormOfATableSaysTheSame(t *testing.T) {
	want := []Building{
		{ID: pand(1), Volume: gevel.Some(412.5), Detail: LOD22, Storeys: gevel.Some(2), PartyWalls: gevel.Some(81.25)},
		{ID: pand(2), Volume: gevel.Some(390.0), Detail: LOD13, PartyWalls: gevel.Some(0.0)},
		{ID: pand(3), Volume: gevel.Some(5000.0), Detail: LOD12, Storeys: gevel.Some(5)},
		{ID: pand(4), Storeys: gevel.Some(1)},
	}
	table := "fid,IDENTIFICATIE,b3_volume_lod12,b3_volume_lod13,b3_volume_lod22,b3_bouwlagen,b3_opp_scheidingsmuur," +
		"b3_kas_warenhuis\n" +
		"1,NL.IMBAG.Pand.0518100000000001,430,420,412.5,2,81.25,false\n" +
		"2,NL.IMBAG.Pand.0518100000000002-0,400,390,0,,0.0,0\n" +
		"3,518100000000003,5000,,,5,,\n4,0518100000000004,,,,1,,false\n"
	semicolons := strings.NewReplacer(",", ";", ".5,", ",5;", ".25,", ",25;", "0.0,", "0,0;").Replace(table)
	for name, text := range map[string]string{
		"buildings.csv": table, "excel.csv": "\ufeff" + strings.ReplaceAll(semicolons, "\n", "\r\n"),
		"tile.csv.gz": zipped(t, table), "csv.zip": packed(t, "readme.txt", "", "a/pand.csv", table),
	} {
		got, r := mustRead(t, name, text)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if n := r.Faults.Count(FaultNoVolume); r.Faults.Total() != 1 || n != 1 {
			t.Errorf("%s: faults are %+v", name, r.Faults.List())
		}
	}
}

func zipped(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// packed zips files, each a name and a text.
func packed(t testing.TB, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		w, err := z.Create(files[i])
		if err == nil {
			_, err = w.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const header = "identificatie,b3_volume_lod22,b3_volume_lod13,b3_bouwlagen,b3_kwaliteitsindicator,b3_is_glas_dak," +
	"b3_kas_warenhuis\n"

func TestEachRowThatCantBeUsedHasItsReason(t *testing.T) {
	id := fullID(1)
	for row, want := range map[string]string{
		id + ",300,300,1,,,,2":              ReasonMalformedRow,
		`"` + id + ",1,1":                   ReasonMalformedRow,
		"0518010000000001,300,300,1,,,":     ReasonBadID, // a unit
		"Pand 1,300,300,1,,,":               ReasonBadID,
		id + "-x,300,300,1,,,":              ReasonBadID,
		fullID(2) + ",300,300,1,,,":         ReasonDuplicate,
		id + ",300,300,1,true,false,true":   ReasonGreenhouse,
		id + ",300,300,1,true,1,false":      ReasonGlassRoof,
		id + ",300,300,1,False,false,false": ReasonPossiblyIncorrect,
	} {
		list, r := mustRead(t, "dirty.csv", header+fullID(2)+",300,,2,,,\n"+row+"\n")
		if len(list) != 1 || r.Rejects.Count(want) != 1 || r.Rejects.Total() != 1 {
			t.Errorf("%s: %d are used, rejects are %+v", row, len(list), r.Rejects.List())
			continue
		}
		if sample := r.Rejects.List()[0].Samples[0]; !strings.Contains(sample, "dirty.csv line 3: ") {
			t.Errorf("the sample is %q", sample)
		}
	}
}

func TestWhatABuildingIsKeptWithoutIsAFault(t *testing.T) {
	for row, want := range map[string]string{
		",,1,,,": FaultNoVolume, "-5,,1,,,": "bad_b3_volume_lod22", "0,0,1,,,": "bad_b3_volume_lod22",
		"NaN,,1,,,": FaultNoVolume, ",huge,1,,,": "bad_b3_volume_lod13", "300,,two,,,": "bad_b3_bouwlagen",
		"300,,0,,,": "bad_b3_bouwlagen", "300,,1e9,,,": "bad_b3_bouwlagen", "300,,1,perhaps,,": "bad_b3_kwaliteitsindicator",
	} {
		list, r := mustRead(t, "dirty.csv", header+fullID(1)+","+row+"\n")
		if len(list) != 1 || r.Faults.Count(want) != 1 || r.Faults.Total() != 1 {
			t.Errorf("%s: %+v, faults are %+v", row, list, r.Faults.List())
		}
	}
	list, r := mustRead(t, "fallback.csv", header+fullID(1)+",-5,310,,,,\n")
	if r.Faults.Total() > 0 || list[0].Detail != LOD13 {
		t.Errorf("of a volume at another level it makes %+v, %+v", list, r.Faults.List())
	}
}

func TestABuildingWithoutHomesIsNotLookedAt(t *testing.T) {
	list, r := mustRead(t, "sheds.csv", header+fullID(99)+",oops,,,,,true\n"+fullID(1)+",300,,,,,\n")
	if len(list) != 1 || r.NoHomes != 1 || r.Faults.Total() != 0 {
		t.Errorf("%+v, %+v", list, r)
	}
}

func TestTheOrderIsThatOfTheFile(t *testing.T) {
	var b strings.Builder
	b.WriteString("identificatie,b3_volume_lod22\n")
	const buildings = 10 * rowsPerPart
	for n := range buildings {
		fmt.Fprintf(&b, "%s,%d\n", fullID(10_000+n%(buildings/2)*100), n+1)
	}
	list, r := mustRead(t, "3dbag.csv", b.String())
	if len(list) != buildings/2 || r.Rejects.Count(ReasonDuplicate) != buildings/2 {
		t.Fatalf("%d are used, rejects are %+v", len(list), r.Rejects.List())
	}
	for n, building := range list {
		if building.Volume.V != float64(n+1) {
			t.Fatalf("building %d has %v", n, building.Volume)
		}
	}
	if sample := r.Rejects.List()[0].Samples[0]; !strings.Contains(sample, fmt.Sprintf("line %d:", buildings/2+2)) {
		t.Errorf("the first sample is %q", sample)
	}
}

func TestAFileOfAnotherKindIsRefusedWithWhatToGive(t *testing.T) {
	for content, want := range map[string]string{
		"fgb\x03fgb\x00\x01\x02\x03\x04abcd":            "FlatGeobuf",
		"mtllib tile.mtl\no Pand\nv 1 2 3\n":            "OBJ",
		`{"type":"CityJSONFeature","CityObjects":{}}`:   "CityJSON",
		packed(t, "a.csv", header, "b.csv", header):     "2 tables",
		"ISO-10303-21;\nHEADER;\n":                      "IFC",
		"sale_id,sale_date,price\n":                     "sources.sales of the build file",
		"identificatie,status\n1,2\n":                   "none of the columns b3_volume_lod22, ",
		"b3_volume_lod22\n1\n":                          "no column identificatie",
		"":                                              "an empty file",
		"PK\x05\x06" + strings.Repeat("\x00", 18):       "no csv",
		packed(t, "a.obj", "v 1 2 3", "b.mtl", ""):      "no csv",
		packed(t, "9999PND08092023-000001.xml", "<x/>"): "sources.bag of the build file",
		zipped(t, strings.Repeat(header, 9999))[:100]:   "cut short",
	} {
		_, _, err := read(t, "file", content)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "read buildings ") {
			t.Errorf("%.40q: err = %v, want %q in it", content, err, want)
		}
	}
}

func TestAFileThatIsCutShortIsAnError(t *testing.T) {
	var rows strings.Builder
	rows.WriteString(header)
	for n := range 50_000 {
		fmt.Fprintf(&rows, "%s,%d,,%d,,,\n", fullID(n), 200+n*7919%911, 1+n%5)
	}
	text := zipped(t, rows.String())
	_, _, err := read(t, "cut.csv.gz", text[:len(text)/2])
	if err == nil || !strings.Contains(err.Error(), "after line ") {
		t.Errorf("err = %v", err)
	}
}

func TestReadingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	path := written(t, "3dbag.csv", header+strings.Repeat(fullID(1)+",300,,,,,\n", 50_000))
	_, err := Read(ctx, path, Options{Has: func(gevel.BAGNumber) bool { return true }}, func(Building) bool {
		cancel()
		return true
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}

// database writes a GeoPackage with a layer of buildings, and returns its content.
func database(t testing.TB, layer string, columns []string, rows ...[]any) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "3dbag.gpkg")
	w, err := geopackage.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	l, err := w.Layer(layer, "POLYGON", columns...)
	for _, row := range rows {
		if err == nil {
			err = l.AddPolygon([]gevel.Point{{X: 1, Y: 2}, {X: 3, Y: 4}, {X: 1, Y: 4}}, row...)
		}
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// layersOf writes a GeoPackage with layers of ids, as BAG light has them, and returns its content.
func layersOf(t testing.TB, layers ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bag-light.gpkg")
	w, err := geopackage.Create(path)
	for _, layer := range layers {
		if err == nil {
			_, err = w.Layer(layer, "POLYGON", "identificatie TEXT", "status TEXT")
		}
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

var databaseColumns = []string{
	"identificatie TEXT", "b3_volume_lod22 REAL", "B3_VOLUME_LOD13 REAL", "b3_bouwlagen INTEGER",
	"b3_opp_scheidingsmuur REAL", "b3_kwaliteitsindicator TEXT", "b3_is_glas_dak BOOLEAN", "status TEXT",
}

func TestAGeoPackageSaysTheSame(t *testing.T) {
	list, r := mustRead(t, "3dbag.gpkg", database(t, "pand", databaseColumns,
		[]any{fullID(1), 412.5, 420.25, 2, 81.25, "true", false, "Pand in gebruik"},
		[]any{fullID(2), nil, 390.0, nil, 0.0, "true", 0, ""},
		[]any{fullID(3), 300.0, nil, 1, nil, "false", 0, ""},
		[]any{fullID(99), 20.0, nil, 1, nil, "oops", 0, ""},
		[]any{nil, 300.0, nil, 1, nil, nil, nil, nil},
	))
	want := []Building{
		{ID: pand(1), Volume: gevel.Some(412.5), Detail: LOD22, Storeys: gevel.Some(2), PartyWalls: gevel.Some(81.25)},
		{ID: pand(2), Volume: gevel.Some(390.0), Detail: LOD13, PartyWalls: gevel.Some(0.0)},
	}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	doubtful, nameless := r.Rejects.Count(ReasonPossiblyIncorrect), r.Rejects.Count(ReasonBadID)
	if r.Rows != 5 || r.NoHomes != 1 || doubtful != 1 || nameless != 1 {
		t.Errorf("%+v", r)
	}
	if sample := r.Rejects.List()[1].Samples[0]; !strings.HasPrefix(sample, "3dbag.gpkg line 4: pand 0518") {
		t.Errorf("the sample is %q", sample)
	}
}

func TestAGeoPackageThatIsNoneOf3DBAGIsRefused(t *testing.T) {
	good := database(t, "pand", databaseColumns, []any{fullID(1), 300.0, 300.0, 1, 1.0, "true", 0, ""})
	for content, want := range map[string]string{
		database(t, "perceel", []string{"begin_geldigheid TEXT"}): "sources.parcels of the build file, and not to " + Key,
		database(t, "gebouw", []string{"naam TEXT"}):              `begins with "naam"`,
		database(t, "pand", databaseColumns[:1]):                  "none of the columns b3_volume_lod22",
		database(t, "pand", databaseColumns[1:]):                  "no column identificatie",
		layersOf(t, "verblijfsobject", "pand"):                    "sources.bag of the build file, and not to " + Key,
		good[:len(good)/2]:                                        "cut short",
		zipped(t, good):                                           "unpack it",
		packed(t, "3dbag_nl.gpkg", good):                          "unpack it",
		"SQLite format 3\x00" + strings.Repeat("\x00", 2_000):     "",
	} {
		if _, _, err := read(t, "3dbag.gpkg", content); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: err = %v, want %q in it", content, err, want)
		}
	}
}
