package build_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/offline/build"
)

// TestADailyBuildGivesWhatAFreshOneGives builds an edition, and on a later day one with more sales in
// the same folder.
func TestADailyBuildGivesWhatAFreshOneGives(t *testing.T) {
	c := townConfig(t)
	c.Vintages = 2
	c.Sources.EnergyLabels = labelsFile(t, c)
	c = assessed(t, c, homesOf(t, c), 2018, 2020, 2024) // numbers with a history, and names
	c.Sources.CBS.Neighbourhoods = []build.NeighbourhoodSource{
		writeNeighbourhoods(t, &c, 2019, 100), writeNeighbourhoods(t, &c, 2021, 150),
	}
	all, day := c.Sources.Sales[0].File, gevel.NewDate(2025, time.February, 3)
	c.Sources.Sales[0].File = knownBefore(t, all, day)
	first := runOn(t, c, build.Options{Today: day})
	if first.Carried != (build.Carried{}) {
		t.Errorf("the first build carried on %+v", first.Carried)
	}
	c.Sources.Sales[0].File = all
	daily := runOn(t, c, build.Options{Today: townDay})
	if want := (build.Carried{Edition: first.Manifest.ID, Homes: true, Models: true}); daily.Carried != want {
		t.Errorf("the daily build carried on %+v, want %+v", daily.Carried, want)
	}
	c.Editions = t.TempDir()
	fresh := runOn(t, c, build.Options{Today: townDay})
	if daily.Manifest.ID == first.Manifest.ID || daily.Manifest.ID != fresh.Manifest.ID {
		t.Errorf("the daily build gives %s, a fresh one %s, and before there was %s",
			daily.Manifest.ID, fresh.Manifest.ID, first.Manifest.ID)
	}
	if _, ok := fresh.Manifest.Files["buildings.parquet"]; !ok {
		t.Error("the edition has no footprints")
	}
	for name, sum := range fresh.Manifest.Files {
		if daily.Manifest.Files[name] != sum {
			t.Errorf("%s differs", name)
		}
	}
}

func TestWhatChangedIsNotCarriedOn(t *testing.T) {
	c := townConfig(t)
	c.Sources.EnergyLabels = labelsFile(t, c)
	first := runOn(t, c, build.Options{Today: townDay})
	both := build.Carried{Edition: first.Manifest.ID, Homes: true, Models: true}
	homes, models := both, both
	homes.Models, models.Homes = false, false
	for name, tt := range map[string]struct {
		change func(c *build.Config, o *build.Options)
		want   build.Carried
	}{
		"nothing":         {func(*build.Config, *build.Options) {}, both},
		"asked for fresh": {func(_ *build.Config, o *build.Options) { o.Fresh = true }, build.Carried{}},
		"program":         {func(_ *build.Config, o *build.Options) { o.MadeBy = "another" }, build.Carried{}},
		"seed":            {func(c *build.Config, _ *build.Options) { c.Seed++ }, homes},
		"vintages":        {func(c *build.Config, _ *build.Options) { c.Vintages++ }, homes},
		"labels, which sales take from their homes": {func(c *build.Config, o *build.Options) {
			c.Sources.EnergyLabels, o.Force = "", true
		}, build.Carried{}},
		"bag": {func(c *build.Config, _ *build.Options) {
			content := readFile(t, c.Sources.BAG)
			c.Sources.BAG = filepath.Join(t.TempDir(), filepath.Base(c.Sources.BAG))
			writeFile(t, c.Sources.BAG, strings.Replace(content, "Leveringsdocument", "leveringsdocument", 2))
		}, models},
	} {
		t.Run(name, func(t *testing.T) {
			changed, o := c, build.Options{Today: townDay}
			changed.Editions = copyOf(t, first.Dir)
			tt.change(&changed, &o)
			if got := runOn(t, changed, o).Carried; got != tt.want {
				t.Errorf("it carried on %+v, want %+v", got, tt.want)
			}
		})
	}
}

// TestADamagedEditionCarriesNothingOn alters a table of the edition before.
func TestADamagedEditionCarriesNothingOn(t *testing.T) {
	c, first := builtTown(t)
	path := filepath.Join(first.Dir, "dwellings.parquet")
	content := []byte(readFile(t, path))
	content[len(content)/2] ^= 1
	writeFile(t, path, string(content))
	second := mustRun(t, c)
	if second.Carried != (build.Carried{}) || second.Outcome != edition.Published || second.Manifest.ID != first.Manifest.ID {
		t.Errorf("from a damaged edition a build carried on %+v and %s %s", second.Carried, second.Outcome, second.Manifest.ID)
	}
}

func runOn(t *testing.T, c build.Config, o build.Options) *build.Summary {
	t.Helper()
	o.Progress = func(build.Stage, int64, int64) {}
	if o.MadeBy == "" {
		o.MadeBy = "test"
	}
	s, err := build.Run(t.Context(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// labelsFile writes labels of a few homes of the town, as a register of them has them.
func labelsFile(t *testing.T, c build.Config) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("PublicatieDatum;20250110\n\n" +
		"Registratiedatum;Opnamedatum;GeldigTot;Gebouwklasse;Gebouwtype;BAGVerblijfsobjectID;Energieklasse\n")
	n := 0
	for _, id := range homesOf(t, c) {
		for _, day := range []int{2017, 2023} {
			if n++; n%3 > 0 {
				fmt.Fprintf(&b, "%d0401;%d0320;%d0320;W;Rijwoning tussen;%s;%c\n", day, day, day+10, id, 'A'+n%7)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "labels.csv")
	writeFile(t, path, b.String())
	return path
}

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// copyOf returns a folder with a copy of an edition.
func copyOf(t *testing.T, dir string) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(filepath.Join(folder, filepath.Base(dir)), os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return folder
}
