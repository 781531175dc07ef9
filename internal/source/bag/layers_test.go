package bag

import (
	"archive/zip"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/geopackage"
)

// lightOf converts a delivery to a BAG light GeoPackage, as PDOK does.
func lightOf(t testing.TB, delivery string) string {
	t.Helper()
	tables, err := readTables(t.Context(), delivery, Options{Workers: 1, Footprints: func(Footprint) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "bag-light.gpkg")
	file, err := geopackage.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	file.Changed = tables.asOf
	w := &lightWriter{
		tables: tables, t: t, file: file, numbers: finder[number]{rows: tables.numbers},
		streets: finder[street]{rows: tables.streets}, cities: finder[city]{rows: tables.cities},
		relations: finder[cityRelation]{rows: tables.cityRelations},
	}
	w.write()
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

type lightWriter struct {
	*tables
	t         testing.TB
	file      *geopackage.Writer
	numbers   finder[number]
	streets   finder[street]
	cities    finder[city]
	relations finder[cityRelation]
}

func (w *lightWriter) layer(name, geometry string, columns []string) *geopackage.LayerWriter {
	typed := make([]string, len(columns))
	for i, c := range columns {
		typed[i] = c + " TEXT"
		if slices.Contains([]string{"huisnummer", "oppervlakte", "bouwjaar"}, c) {
			typed[i] = c + " INTEGER"
		}
	}
	l, err := w.file.Layer(name, geometry, typed...)
	w.must(err)
	return l
}

func (w *lightWriter) must(err error) {
	if err != nil {
		w.t.Helper()
		w.t.Fatal(err)
	}
}

func (w *lightWriter) write() {
	units := w.layer("verblijfsobject", "POINT", objectColumns)
	berths := w.layer("ligplaats", "POLYGON", objectColumns[:inUses])
	pitches := w.layer("standplaats", "POLYGON", objectColumns[:inUses])
	for i := range w.objects {
		o := &w.objects[i]
		row := w.address(o)
		switch {
		case row == nil:
		case o.kind == gevel.Berth:
			w.must(berths.Add(nil, row...))
		case o.kind == gevel.Pitch:
			w.must(pitches.Add(nil, row...))
		default:
			var in []string
			for _, k := range w.appendBuildings(nil, o) {
				in = append(in, k.text(idDigits))
			}
			surface := any(o.surface)
			if o.surface == 0 {
				surface = 999999
			}
			uses := map[gevel.ObjectKind]string{gevel.Home: "winkelfunctie,woonfunctie", gevel.OtherUse: "kantoorfunctie"}
			w.must(units.AddPoint(o.at.metres(), append(row, uses[o.kind], surface, strings.Join(in, ","))...))
		}
	}
	buildings := w.layer("pand", "POLYGON", buildingColumns)
	for i := range w.tables.buildings {
		b := &w.tables.buildings[i]
		var rings geopackage.Polygon
		for _, r := range w.plans.outline(b.plan, nil) {
			var points []gevel.Point
			for _, p := range r {
				points = append(points, p.metres())
			}
			rings = append(rings, points)
		}
		status, year := "Pand in gebruik", any(int64(b.year))
		if !b.inUse {
			status = "Bouw gestart"
		}
		if b.year == 0 {
			year = 9999
		}
		var blob []byte
		if rings != nil {
			blob = geopackage.AppendPolygon(nil, geopackage.RDNew, rings)
		}
		w.must(buildings.Add(blob, b.key.text(idDigits), status, year))
	}
}

// address returns the columns that all objects have, nil for an object without its main address.
func (w *lightWriter) address(o *object) []any {
	n, ok := w.numbers.find(o.main)
	if !ok {
		return nil
	}
	number := &w.tables.numbers[n]
	s, ok := w.streets.find(number.street)
	if !ok {
		return nil
	}
	street := &w.tables.streets[s]
	code := street.city
	if number.city != 0 {
		code = key(number.city)
	}
	c, ok := w.cities.find(code)
	if !ok {
		return nil
	}
	municipality := w.municipality
	if r, ok := w.relations.find(code); ok {
		municipality = w.cityRelations[r].municipality
	}
	status := "Plaats aangewezen"
	if o.objectType() == Verblijfsobject {
		status = map[bool]string{true: "Verblijfsobject in gebruik", false: "Verblijfsobject gevormd"}[o.inUse]
	}
	null := func(text string) any {
		if text == "" {
			return nil
		}
		return text
	}
	return []any{
		o.key.text(idDigits), status, o.main.text(idDigits), number.street.text(idDigits), street.name, int64(number.house),
		null(unfilled([]byte{number.letter})), null(unfilled(number.ext[:])), null(string(number.postal.code())),
		code.text(codeDigits), w.tables.cities[c].name, municipality.text(codeDigits),
	}
}

// sameHomes compares a BAG light GeoPackage with the delivery that it was made from, and returns the number
// of addresses and homes in both.
func sameHomes(t *testing.T, delivery string) (addresses, homes int) {
	t.Helper()
	light := lightOf(t, delivery)
	want, got := mustRead(t, delivery), mustRead(t, light)
	if diff := cmp.Diff(footprintsOf(t, delivery), footprintsOf(t, light)); diff != "" {
		t.Errorf("footprints (-XML +GeoPackage):\n%.2000s", diff)
	}
	main := slices.DeleteFunc(slices.Clone(want.Addresses), func(a gevel.Address) bool { return !a.Main })
	for i := range main {
		main[i].From = 0 // it has no history
	}
	if diff := cmp.Diff(main, got.Addresses); diff != "" {
		t.Errorf("main addresses (-XML +GeoPackage):\n%.2000s", diff)
	}
	for i := range want.Dwellings {
		want.Dwellings[i].Facts = nil
	}
	if diff := cmp.Diff(want.Dwellings, got.Dwellings); diff != "" {
		t.Errorf("homes (-XML +GeoPackage):\n%.2000s", diff)
	}
	if got.AsOf != want.AsOf || !got.Light || want.Light {
		t.Errorf("as of %s, light %t; the delivery as of %s, light %t", got.AsOf, got.Light, want.AsOf, want.Light)
	}
	t.Logf("%d of %d addresses and all %d homes are the same; secondary ones are missing",
		len(got.Addresses), len(want.Addresses), len(got.Dwellings))
	return len(got.Addresses), len(got.Dwellings)
}

// footprintsOf returns the footprints of a delivery, a line each, without what was there before.
func footprintsOf(t *testing.T, delivery string) (all []string) {
	t.Helper()
	_, err := Read(t.Context(), delivery, Options{Footprints: func(f Footprint) error {
		if f.Were = nil; f.InUse || len(f.Homes) > 0 {
			all = append(all, fmt.Sprint(f))
		}
		return nil
	}})
	if err != nil || len(all) < 3 {
		t.Errorf("%s hands out %d footprints, %v", filepath.Base(delivery), len(all), err)
	}
	return all
}

func TestHomesOfBAGLightAreThoseOfTheExtract(t *testing.T) {
	home := vbo(3, "90", 3, 1)
	home.extra += secondaryAddress(4)
	shop := vbo(5, "100", 2)
	shop.extra = strings.Replace(shop.extra, "woonfunctie", "winkelfunctie", 1)
	planned := vbo(6, "999999", 6)
	planned.status = "Verblijfsobject gevormd"
	site := pnd(6, "9999", 80, 6)
	site.status = "Bouw gestart"
	elsewhere := num(7, "7", "", 1)
	elsewhere.extra += "<o:ligtIn><r:WoonplaatsRef>9001</r:WoonplaatsRef></o:ligtIn>"
	path := written(t, "village.zip", packed(t, village(t, zip.Store,
		num(1, "12 a 3", "3511AB", 2), num(2, "2", "3511AB", 1), num(3, "3", "3511AB", 1), num(4, "4", "3511AB", 1),
		num(5, "5", "3511AB", 1), num(6, "6", "3511AB", 1), elsewhere, num(8, "8", "3511AC", 2), num(9, "9", "3511AC", 2),
		wpl("9001", "Nergens"), vbo(1, "80", 1), vbo(2, "85", 2), home, shop, planned, vbo(7, "70", 99),
		thing{kind: "Ligplaats", id: id("02", 8), status: "Plaats aangewezen", extra: mainAddress(8)},
		thing{kind: "Standplaats", id: id("03", 9), status: "Plaats aangewezen", extra: mainAddress(9)},
		pnd(1, "1931", 10, 8), pnd(2, "1932", 18, 8), pnd(3, "1933", 30, 8), site,
	)...))
	if addresses, homes := sameHomes(t, path); addresses != 8 || homes != 5 {
		t.Errorf("%d addresses and %d homes, want 8 and 5", addresses, homes)
	}
	for name, want := range map[string][2]int{
		"hague-slice-08092023.zip": {30236, 27016},
	} {
		t.Run(name, func(t *testing.T) {
			if addresses, homes := sameHomes(t, sharedData(t, "bag/"+name)); addresses != want[0] || homes != want[1] {
				t.Errorf("%d addresses and %d homes, want %v", addresses, homes, want)
			}
		})
	}
}

// lightRow writes a BAG light GeoPackage of one unit with some columns changed, and its building.
func lightRow(t testing.TB, changes map[int]any, blob []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bag-light.gpkg")
	file, err := geopackage.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := &lightWriter{t: t, file: file}
	row := []any{
		id("01", 1), "Verblijfsobject in gebruik", id("20", 1), id("30", 1), "Dorpsstraat", 12, "a", "3", "3511AB", "3295", "Utrecht",
		"0344", "woonfunctie", 90, id("10", 1),
	}
	for i, v := range changes {
		row[i] = v
	}
	units := w.layer("verblijfsobject", "POINT", objectColumns)
	w.must(units.AddPoint(gevel.Point{X: 100_012, Y: 450_002}, row...))
	buildings := w.layer("pand", "POLYGON", buildingColumns)
	w.must(buildings.Add(blob, id("10", 1), "Pand in gebruik", 1931))
	w.must(file.Close())
	return path
}

func square8() []byte {
	return geopackage.AppendPolygon(nil, geopackage.RDNew, geopackage.Polygon{{
		{X: 100_010, Y: 450_000}, {X: 100_018, Y: 450_000}, {X: 100_018, Y: 450_008}, {X: 100_010, Y: 450_008}, {X: 100_010, Y: 450_000},
	}})
}

func TestDirtyRowsOfBAGLightAreNamed(t *testing.T) {
	for reason, tt := range map[string]struct {
		column int
		value  any
	}{
		ReasonMalformedID: {inID, "0344990000000001"}, ReasonUnknownStatus: {inStatus, "Verblijfsobject vergeten"},
		ReasonMalformedNumber: {inHouseNumber, "twaalf"}, ReasonMissingName: {inStreet, nil},
		ReasonMissingReference: {inNumberID, "1"}, FaultMalformedPostalCode: {inPostalCode, "35 AB"},
		FaultMalformedSurface: {inSurface, "groot"}, FaultNoBuilding: {inBuildings, id("10", 2)},
		FaultNoMunicipality: {inMunicipality, "9998"},
	} {
		r := mustRead(t, lightRow(t, map[int]any{tt.column: tt.value}, square8()))
		if r.Rejects.Count(reason) == 0 {
			t.Errorf("%v in column %d: rejects are %v, want %q", tt.value, tt.column, r.Rejects.List(), reason)
		}
	}
	r := mustRead(t, lightRow(t, nil, square8()[:50]))
	if r.Rejects.Count(FaultMalformedGeometry) != 1 || len(r.Dwellings) != 1 {
		t.Errorf("a damaged outline: %v, %d homes", r.Rejects.List(), len(r.Dwellings))
	}
	// Ids read as numbers by a program have lost their zeros.
	r = mustRead(t, lightRow(t, map[int]any{
		inID: 344010000000001, inNumberID: "344200000000001", inMunicipality: 344, inBuildings: 344100000000001,
	}, square8()))
	if len(r.Dwellings) != 1 || r.Dwellings[0].ID != "0344010000000001" || r.Dwellings[0].BuildYear != gevel.Some(1931) ||
		r.Addresses[0].Municipality != "Utrecht" {
		t.Errorf("without leading zeros: %+v %+v, %v", r.Dwellings, r.Addresses, r.Rejects.List())
	}
}

func TestOtherGeoPackagesAreRefused(t *testing.T) {
	for layer, want := range map[string]string{
		"perceel": "belongs to sources.parcels of the build file, and not to sources.bag",
		"wijken":  "no layers verblijfsobject and pand; it has wijken",
	} {
		path := filepath.Join(t.TempDir(), "other.gpkg")
		file, err := geopackage.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		w := &lightWriter{t: t, file: file}
		w.layer(layer, "POLYGON", []string{"identificatie"})
		w.must(file.Close())
		if _, err := Read(t.Context(), path, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: err = %v, want %q", layer, err, want)
		}
	}
	zipped := written(t, "bag-light.zip", packed(t, member{name: "bag-light.gpkg", content: []byte("SQLite format 3")}))
	if _, err := Read(t.Context(), zipped, Options{}); err == nil || !strings.Contains(err.Error(), "unpack it") {
		t.Errorf("err = %v, want that the zip is to be unpacked", err)
	}
	path := filepath.Join(t.TempDir(), "lacking.gpkg")
	file, err := geopackage.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := &lightWriter{t: t, file: file}
	w.layer("verblijfsobject", "POINT", objectColumns[:5])
	w.layer("pand", "POLYGON", buildingColumns)
	w.must(file.Close())
	if _, err := Read(t.Context(), path, Options{}); err == nil || !strings.Contains(err.Error(), "verblijfsobject has no column huisnummer") {
		t.Errorf("err = %v, want that a column is missing", err)
	}
}

func FuzzLayers(f *testing.F) {
	f.Add("0344010000000001", "Verblijfsobject in gebruik", "12", "A", "3511AB", "woonfunctie,kantoorfunctie", "90", square8())
	f.Add("1", "", "-1", "\x00", "3511 ab", ",", "1e9", square8()[:20])
	f.Add("", "Pand gesloopt", "99999", "AB", "", "x", "", []byte{})
	f.Fuzz(func(t *testing.T, objectID, status, house, letter, postal, uses, surface string, blob []byte) {
		mustRead(t, lightRow(t, map[int]any{
			inID: objectID, inStatus: status, inHouseNumber: house, inHouseLetter: letter, inPostalCode: postal, inUses: uses,
			inSurface: surface,
		}, blob))
	})
}
