package build_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/register"
	"github.com/gevel/gevel/internal/source"
	"github.com/gevel/gevel/internal/source/bag"
)

// writeBuildings writes a table of the buildings of a town, of so many m3 for each m2 of their
// units.
func writeBuildings(t *testing.T, c build.Config, perM2 float64) (path string) {
	t.Helper()
	r, err := bag.Read(t.Context(), *bagOf(c.Sources), bag.Options{Units: true})
	if err != nil {
		t.Fatal(err)
	}
	surfaces := map[gevel.BAGNumber]float64{}
	var b strings.Builder
	b.WriteString("identificatie,b3_volume_lod22,b3_bouwlagen,b3_opp_scheidingsmuur\n")
	for i, u := range r.Units {
		m2 := float64(u.Surface)
		if u.Surface < bag.NotInUse { // it differed over time
			steps := r.Pasts[bag.NotInUse-1-u.Surface]
			m2 = float64(steps[len(steps)-1].Value)
		}
		surfaces[u.Building] += max(0, m2)
		if i+1 == len(r.Units) || r.Units[i+1].Building != u.Building {
			fmt.Fprintf(&b, "NL.IMBAG.Pand.%s,%.2f,2,10.5\n", u.Building.ID(), perM2*surfaces[u.Building])
		}
	}
	path = filepath.Join(t.TempDir(), "3dbag.csv")
	writeFile(t, path, b.String())
	return path
}

func TestBuildingsReachHomesSalesAndTheNextBuild(t *testing.T) {
	c := townConfig(t)
	without := filepath.Join(t.TempDir(), "without.csv")
	writeFile(t, without, "identificatie,b3_volume_lod22\nNL.IMBAG.Pand.0363100012061200,300\n")
	buildingsOf(c.Sources).Paths = source.Files{writeBuildings(t, c, 3), without}
	buildingsOf(c.Sources).Storeys, buildingsOf(c.Sources).AsOf = true, "2025-02-03"
	first := mustRun(t, c)
	v := openValuer(t, first)
	sales := v.Edition().Sales()
	storeys := sales.Attributes.Column("num_building_storeys")
	volumes := 0
	for d := range v.Edition().Dwellings {
		if !d.Volume.Known {
			continue
		}
		volumes++
		// A surface in several buildings is divided in whole m2, so that a little is lost.
		if math.Abs(float64(d.Volume.V)-3*float64(d.UseSurface.V)) > 6 || d.SourceOf(gevel.AtVolume) != gevel.From3DBAG ||
			slices.ContainsFunc(d.Facts, func(f gevel.Fact) bool { return f.Source == gevel.From3DBAG }) || sales.Attributes[storeys].Get(&d.Characteristics) != 2 {
			t.Fatalf("home %s of %d m2 has %d m3 from source %d, and facts %+v", d.ID, d.UseSurface.V, d.Volume.V, d.SourceOf(gevel.AtVolume), d.Facts)
		}
	}
	n := first.Counts["buildings"]
	if volumes < 250 || found[*register.BuildingCount](t, first).Volumes != volumes || n.NoHomes == 0 || n.Read != n.Used+n.NoHomes+n.Rejected {
		t.Errorf("%d homes have a volume; counts are %+v, %+v", volumes, n, found[*register.BuildingCount](t, first))
	}
	for row := range sales.Len() {
		if s := sales.Value(storeys, row); s != 2 && s == s || math.IsNaN(sales.Value(gevel.AtVolume, row)) && s == 2 {
			t.Fatalf("the home of sale %d has %v storeys and %v m3", row, s, sales.Value(gevel.AtVolume, row))
		}
	}
	m := first.Manifest
	if m.AsOf["buildings"] != gevel.NewDate(2025, 2, 3) || m.Read["buildings"] != n.Read || !strings.Contains(m.Licences["buildings"], "3DBAG") {
		t.Errorf("the manifest says %v, %v, %v", m.AsOf, m.Read, m.Licences)
	}
	if len(first.Warnings) != 1 || !strings.HasPrefix(first.Warnings[0], "without.csv says nothing of any building") {
		t.Errorf("warnings are %q", first.Warnings)
	}

	again := mustRun(t, c)
	if !again.Carried.Homes || again.Manifest.ID != m.ID || again.Counts["buildings"] != n {
		t.Errorf("built again it is %s with %+v, carried on %+v", again.Manifest.ID, again.Counts["buildings"], again.Carried)
	}
	buildingsOf(c.Sources).AsOf = "2025-02-10"
	if dated := mustRun(t, c); dated.Carried.Homes || dated.Manifest.AsOf["buildings"] != gevel.NewDate(2025, 2, 10) {
		t.Errorf("with a day of its own it is as of %s, carried on %+v", dated.Manifest.AsOf["buildings"], dated.Carried)
	}
	writeFile(t, buildingsOf(c.Sources).Paths[0], strings.ReplaceAll(readFile(t, buildingsOf(c.Sources).Paths[0]), ",2,10.5", ",3,10.5"))
	if changed := mustRun(t, c); changed.Carried.Homes { // models know the storeys of before
		t.Errorf("of another file it carried on %+v", changed.Carried)
	}
	buildingsOf(c.Sources).Storeys, c.Editions = false, t.TempDir()
	volumesAlone := mustRun(t, c)
	table := openValuer(t, volumesAlone).Edition().Sales().Attributes
	if table.Column("num_building_storeys") >= 0 || found[*register.BuildingCount](t, volumesAlone).Volumes != volumes || found[*register.BuildingCount](t, volumesAlone).Storeys > 0 {
		t.Errorf("without storeys counts are %+v", found[*register.BuildingCount](t, volumesAlone))
	}
}

func TestBuildingsThatCantBeReadEndTheBuild(t *testing.T) {
	c := townConfig(t)
	buildingsOf(c.Sources).Paths = source.Files{filepath.Join(t.TempDir(), "tile.fgb")}
	if _, err := build.Run(t.Context(), c, options()); err == nil || !strings.Contains(err.Error(), "a source of the build file can't be read") {
		t.Errorf("err = %v", err)
	}
	writeFile(t, buildingsOf(c.Sources).Paths[0], "fgb\x03fgb\x01")
	if _, err := build.Run(t.Context(), c, options()); err == nil || !strings.Contains(err.Error(), "FlatGeobuf") {
		t.Errorf("err = %v", err)
	}
	buildingsOf(c.Sources).AsOf = "2025-03-15"
	if _, err := build.Run(t.Context(), c, options()); err == nil || !strings.Contains(err.Error(), "lies after today, 2025-03-14") {
		t.Errorf("err = %v", err)
	}
	if left, _ := os.ReadDir(c.Editions); len(left) > 0 && left[0].IsDir() {
		t.Errorf("it left %v", left)
	}
}
