package build_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	_ "modernc.org/sqlite" // changes maps

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/register/parcels"
	"github.com/gevel/gevel/internal/source/parcel"
)

// mapped is a town with a cadastral map.
func mapped(t *testing.T) build.Config {
	t.Helper()
	country, err := demo.WriteCountry(t.Context(), t.TempDir(), demo.Options{Seed: 1, Date: townDay, Dwellings: demo.MinDwellings})
	if err != nil {
		t.Fatal(err)
	}
	c, err := build.ReadConfig(country.Config)
	if err != nil {
		t.Fatal(err)
	}
	c.Vintages, *labelFileOf(c.Sources) = 0, ""
	return c
}

// change changes a copy of a map, and returns its path.
func change(t *testing.T, path, query string) string {
	t.Helper()
	copied := filepath.Join(t.TempDir(), filepath.Base(path))
	writeFile(t, copied, readFile(t, path))
	db, err := sql.Open("sqlite", copied)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), query); err != nil {
		t.Fatal(err)
	}
	return copied
}

func TestParcelsOfTheCadastralMapReachTheEdition(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	c := mapped(t)
	// A map has parcels of the past, too.
	parcelsOf(c.Sources).File = change(t, parcelsOf(c.Sources).File, `DROP TRIGGER rtree_perceel_geom_insert;
		CREATE TEMP TABLE past AS SELECT * FROM perceel LIMIT 5;
		UPDATE past SET fid = fid + 1000000, status_historie_waarde = 'Historisch';
		INSERT INTO perceel SELECT * FROM past`)
	first := mustRun(t, c)
	e := openValuer(t, first).Edition()
	table, own, shared, later := e.Sales().Attributes, 0, 0, 0
	for d := range e.Dwellings {
		from := d.ProvenanceOn(townDay, gevel.AtParcelSurface)
		switch {
		case from.Source == gevel.FromParcels && d.ParcelSurface.Known && from.Known != gevel.NoDate:
			own++
		case from.Source == gevel.FromShared && !d.ParcelSurface.Known:
			shared++
		default:
			t.Errorf("home %s has a parcel of %+v by %+v", d.ID, d.ParcelSurface, from)
		}
		if before := d.On(from.Known, table); before.ParcelSurface.Known || before.SourceOf(gevel.AtParcelSurface) != gevel.NoSource {
			t.Errorf("before its parcel was known home %s has a parcel of %+v", d.ID, before.ParcelSurface)
		}
		if from.Known > gevel.NewDate(2015, time.January, 1) {
			later++
		}
	}
	n := first.Counts["parcels"]
	if own == 0 || shared == 0 || later == 0 || n.Homes != own || n.Shared != shared || n.Past == 0 || n.Read != n.Used+n.Past ||
		found[*parcels.Count](t, first).Homes != own || found[*parcels.Count](t, first).NoParcel != 0 {
		t.Errorf("%d parcels, %d shared; the counts are %+v, %+v", own, shared, n, found[*parcels.Count](t, first))
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}

	again := mustRun(t, c)
	if !again.Carried.Homes || again.Manifest.ID != first.Manifest.ID || again.Counts["parcels"] != n {
		t.Errorf("of the same map the build carried on %+v, and counts %+v", again.Carried, again.Counts["parcels"])
	}
	parcelsOf(c.Sources).File = change(t, parcelsOf(c.Sources).File, "DROP TRIGGER rtree_perceel_geom_update3; DROP TRIGGER rtree_perceel_geom_update4; "+ // they know geometries
		"UPDATE perceel SET kadastrale_grootte_waarde = 1 + kadastrale_grootte_waarde")
	changed := mustRun(t, c)
	if changed.Carried.Homes || changed.Manifest.ID == first.Manifest.ID {
		t.Errorf("of a changed map the build carried on %+v, to edition %s", changed.Carried, changed.Manifest.ID)
	}
	c.Editions = t.TempDir()
	if fresh := mustRun(t, c); fresh.Manifest.ID != changed.Manifest.ID {
		t.Errorf("from scratch it is edition %s, not %s", fresh.Manifest.ID, changed.Manifest.ID)
	}
}

func TestAMapThatIsNoneEndsTheBuild(t *testing.T) {
	c := mapped(t)
	fit := parcelsOf(c.Sources).File
	for path, want := range map[string]string{
		salesFile(t, salesOf(c.Sources)[0].File):                         "it belongs to sources.sales",
		change(t, fit, "UPDATE gpkg_geometry_columns SET srs_id = 4326"): "EPSG:4326, not in RD New",
	} {
		parcelsOf(c.Sources).File = path
		if _, err := build.Run(t.Context(), c, options()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("err = %v, want %q", err, want)
		}
	}
	parcelsOf(c.Sources).File = fit
	*labelFileOf(c.Sources) = fit
	if _, err := build.Run(t.Context(), c, options()); err == nil || !strings.Contains(err.Error(), "it belongs to sources.parcels") {
		t.Errorf("err = %v, want that it says what a map looks like that is given for labels", err)
	}
}

func TestParcelsInTheBuildFile(t *testing.T) {
	for text, want := range map[string]string{
		"parcels: {file: p.gpkg, known_date: 2024-13-01}": "known_date",
		"parcels: {known_date: always}":                   "file is missing",
		"parcels: {file: p.gpkg, mapping: {}}":            "mapping",
	} {
		path := filepath.Join(t.TempDir(), "gevel.yaml")
		writeFile(t, path, "sources:\n  bag: b\n  sales: [{file: s}]\n  "+text+"\n")
		if _, err := build.ReadConfig(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: err = %v, want %q", text, err, want)
		}
	}
	path := filepath.Join(t.TempDir(), "gevel.yaml")
	writeFile(t, path, "sources:\n  bag: b\n  sales: [{file: s}]\n  parcels: {file: p.gpkg, known_date: always}\n")
	c, err := build.ReadConfig(path)
	want := parcel.Settings{File: filepath.Join(filepath.Dir(path), "p.gpkg"), KnownDate: "always"}
	if err != nil || *parcelsOf(c.Sources) != want {
		t.Errorf("read %v (%v)", cmp.Diff(want, *parcelsOf(c.Sources)), err)
	}
}
