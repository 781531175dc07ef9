package build_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/source/cbs"
)

// TestAYearOfBuildsGivesWhatAFreshOneGives builds an edition, and on later days ones with more files of sales in the same
// folder: over New Year, and with late deeds.
func TestAYearOfBuildsGivesWhatAFreshOneGives(t *testing.T) {
	c := townConfig(t)
	c.Vintages = 2
	*labelFileOf(c.Sources) = labelsFile(t, c)
	writeFile(t, *labelFileOf(c.Sources), strings.Replace(readFile(t, *labelFileOf(c.Sources)), "20250110", "20241210", 1))
	c = assessed(t, c, homesOf(t, c), 2018, 2020, 2024) // numbers with a history, and names
	cbsOf(c.Sources).Neighbourhoods = []cbs.Neighbourhoods{
		writeNeighbourhoods(t, &c, 2019, 100), writeNeighbourhoods(t, &c, 2021, 150),
	}
	all, folder := salesOf(c.Sources)[0].File, t.TempDir()
	salesOf(c.Sources)[0].File = folder
	late := gevel.NewDate(2024, time.June, 12)
	deliver := func(name string, from, until gevel.Date) {
		writeFile(t, filepath.Join(folder, name), salesKnown(t, all, func(known string) bool {
			held := known >= late.String() && known < (late+30).String()
			return held && until > townDay || !held && known >= from.String() && known < until.String()
		}))
	}
	december, february := gevel.NewDate(2024, time.December, 20), gevel.NewDate(2025, time.February, 3)
	deliver("1.csv", gevel.NoDate, december)
	first := runOn(t, c, build.Options{Today: december})
	if want := "there is no edition before it"; first.Carried.Why != want || first.Carried.Homes || first.Carried.AllModels() {
		t.Errorf("the first build carried on %+v", first.Carried)
	}
	if next := first.NewYear; next == nil || next.Day != gevel.NewDate(2025, 1, 1) || next.From != first.Models[1] {
		t.Errorf("of models of %v, the next takes away %+v", first.Models, next)
	}
	deliver("2.csv", december, february)
	checkCarried(t, runOn(t, c, build.Options{Today: february}), build.Carried{Edition: first.Manifest.ID, Homes: true, Models: []build.CarriedModel{
		{Day: first.Models[1], Carried: true},
		{Day: first.Models[2], Carried: true},
		{Day: gevel.NewDate(2025, 1, 1), Why: "there was none of that day"},
	}})
	deliver("3.csv", february, townDay+1)
	daily := runOn(t, c, build.Options{Today: townDay})
	if m := daily.Carried.Models; !daily.Carried.Homes || !m[0].Carried || !m[1].Carried || m[2].Carried || !strings.Contains(m[2].Why, "a sale known on 2024-06-") {
		t.Errorf("with late deeds the build carried on %+v", daily.Carried)
	}
	if len(daily.Files) != 3 || daily.Files[2].File != "3.csv" || daily.Files[2].Used == 0 {
		t.Errorf("the files of sales are %+v", daily.Files)
	}
	for _, day := range first.Models[1:3] {
		if name := "models/" + day.String() + ".vintage"; daily.Manifest.Files[name] != first.Manifest.Files[name] {
			t.Errorf("%s was carried on and is another file", name)
		}
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

func checkCarried(t *testing.T, s *build.Summary, want build.Carried) {
	t.Helper()
	if diff := cmp.Diff(want, s.Carried); diff != "" {
		t.Errorf("carried on (-want +got):\n%s", diff)
	}
}

func TestWhatChangedIsNotCarriedOn(t *testing.T) {
	c := townConfig(t)
	*labelFileOf(c.Sources) = labelsFile(t, c)
	first := runOn(t, c, build.Options{Today: townDay})
	id, day := first.Manifest.ID, first.Models[0]
	same, anew := []build.CarriedModel{{Day: day, Carried: true}}, func(why string) []build.CarriedModel {
		return []build.CarriedModel{{Day: day, Why: why}}
	}
	for name, tt := range map[string]struct {
		change func(c *build.Config, o *build.Options)
		want   build.Carried
	}{
		"nothing":         {func(*build.Config, *build.Options) {}, build.Carried{Edition: id, Homes: true, Models: same}},
		"asked for fresh": {func(_ *build.Config, o *build.Options) { o.Fresh = "asked" }, build.Carried{Why: "asked", Models: anew("")}},
		"program": {func(_ *build.Config, o *build.Options) { o.MadeBy = "another" }, build.Carried{
			Why: "another program made edition " + id + ", test", Models: anew(""),
		}},
		"season": {func(c *build.Config, _ *build.Options) { c.Season = index.UnknownSeason }, build.Carried{Edition: id, Homes: true, Models: anew(`the season was ""`)}},
		"seed":   {func(c *build.Config, _ *build.Options) { c.Seed++ }, build.Carried{Edition: id, Homes: true, Models: anew("the seed was 1")}},
		"vintages": {func(c *build.Config, _ *build.Options) { c.Vintages++ }, build.Carried{Edition: id, Homes: true, Models: []build.CarriedModel{
			{Day: day.AddMonths(-12), Why: "there was none of that day"}, {Day: day, Why: "its accuracy is measured by other models"},
		}}},
		"labels, which sales take from their homes": {func(c *build.Config, o *build.Options) {
			*labelFileOf(c.Sources), o.Force = "", true
		}, build.Carried{HomesWhy: "other files or settings of energy_labels", Models: anew("a sale known on SOME DAY is new, another or gone")}},
		"bag": {func(c *build.Config, _ *build.Options) {
			content := readFile(t, *bagOf(c.Sources))
			*bagOf(c.Sources) = filepath.Join(t.TempDir(), filepath.Base(*bagOf(c.Sources)))
			writeFile(t, *bagOf(c.Sources), strings.Replace(content, "Leveringsdocument", "leveringsdocument", 2))
		}, build.Carried{Edition: id, HomesWhy: "other files or settings of bag", Models: same}},
	} {
		t.Run(name, func(t *testing.T) {
			changed, o := c, build.Options{Today: townDay}
			changed.Editions, changed.Sources = copyOf(t, first.Dir), c.Sources.Clone()
			tt.change(&changed, &o)
			s := runOn(t, changed, o)
			for i := range s.Carried.Models {
				m := &s.Carried.Models[i]
				m.Why = regexp.MustCompile(`known on [0-9-]+`).ReplaceAllString(m.Why, "known on SOME DAY")
			}
			checkCarried(t, s, tt.want)
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
	if second.Carried.Homes || second.Carried.AllModels() || second.Outcome != edition.Published || second.Manifest.ID != first.Manifest.ID {
		t.Errorf("from a damaged edition a build carried on %+v and %s %s", second.Carried, second.Outcome, second.Manifest.ID)
	}
}

func runOn(t *testing.T, c build.Config, o build.Options) *build.Summary {
	t.Helper()
	o.Progress = func(build.Step) {}
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
