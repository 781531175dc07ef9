package build_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/source"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/cbs"
	"github.com/gevel/gevel/internal/source/facts"
)

// full is a town with a file of each source, each behind a link.
func full(t *testing.T) build.Config {
	t.Helper()
	country, err := demo.WriteCountry(t.Context(), t.TempDir(), demo.Options{Seed: 1, Date: townDay, Dwellings: demo.MinDwellings})
	if err != nil {
		t.Fatal(err)
	}
	c, err := build.ReadConfig(country.Config)
	if err != nil {
		t.Fatal(err)
	}
	salesOf(c.Sources)[0].File = salesFile(t, salesOf(c.Sources)[0].File)
	r, err := bag.Read(t.Context(), *bagOf(c.Sources), bag.Options{})
	if err != nil {
		t.Fatal(err)
	}
	home, dir := r.Dwellings[0].ID, t.TempDir()
	c.Vintages, c.Editions, c.Table = 0, filepath.Join(dir, "editions"), build.StandardTable()
	buildingsOf(c.Sources).Paths = source.Files{writeBuildings(t, c, 3)}
	cbsOf(c.Sources).Neighbourhoods = []cbs.Neighbourhoods{writeNeighbourhoods(t, &c, 2019, 100)}
	addTables(t, &c)
	seriesOf(c.Sources).File = writeSeries(t, townDay)
	*municipalitiesOf(c.Sources) = filepath.Join(dir, "municipalities.csv")
	monumentsOf(c.Sources).File = filepath.Join(dir, "monuments.csv")
	(*ownOf(c.Sources)) = []facts.Entry{{File: filepath.Join(dir, "own.csv"), KnownDate: "2020-01-01"}}
	writeFile(t, *municipalitiesOf(c.Sources), "Gemeentecode,Gemeentenaam,Provincienaam\n1903,Elders,Limburg\n")
	writeFile(t, monumentsOf(c.Sources).File, fmt.Sprintf("rijksmonumentnummer;verblijfsobject;datum_inschrijving\n1;%s;20-06-2020\n", home))
	writeFile(t, (*ownOf(c.Sources))[0].File, fmt.Sprintf("dwelling_id,num_maintenance\n%s,3\n", home))
	for _, s := range c.Table {
		for i, path := range filesOf(c, s) {
			if *path == "" {
				t.Fatalf("the town has no file of %s", s.Name)
			}
			link := filepath.Join(t.TempDir(), fmt.Sprint(s.Name, i, filepath.Ext(*path)))
			if err := os.Symlink(*path, link); err != nil {
				t.Fatal(err)
			}
			*path = link
		}
	}
	return c
}

// salesFile returns the only file of a folder.
func salesFile(t *testing.T, folder string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%s has %v, %v", folder, files, err)
	}
	return files[0]
}

// lead makes a link lead to a file.
func lead(t *testing.T, link, to string) {
	t.Helper()
	if err := os.Symlink(to, link+".new"); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(link+".new", link); err != nil {
		t.Fatal(err)
	}
}

// sourceChange changes a file to another that is as good, so that only the build itself can notice.
type sourceChange struct {
	name  string
	apply func(t *testing.T, path string) (undo func()) // undo is nil for a change that stays
}

var sourceChanges = []sourceChange{
	{"another meanwhile", func(t *testing.T, path string) func() {
		was, err := os.Readlink(path)
		if err != nil {
			t.Fatal(err)
		}
		lead(t, path, copied(t, path))
		return func() { lead(t, path, was) }
	}},
	{"another in its place", func(t *testing.T, path string) func() {
		if err := os.Rename(copied(t, path), path); err != nil {
			t.Fatal(err)
		}
		return nil
	}},
	{"written in place, with its old time", func(t *testing.T, path string) func() {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.WriteString(readFile(t, path)[:1])
		if err := errors.Join(err, f.Close(), os.Chtimes(path, info.ModTime(), info.ModTime())); err != nil {
			t.Fatal(err)
		}
		return nil
	}},
}

func copied(t *testing.T, path string) string {
	t.Helper()
	other := filepath.Join(filepath.Dir(path), "other"+filepath.Ext(path))
	writeFile(t, other, readFile(t, path))
	return other
}

// TestASourceThatChangesDuringTheBuildEndsIt changes the files of each source, one by one.
func TestASourceThatChangesDuringTheBuildEndsIt(t *testing.T) {
	c := full(t)
	for row, s := range c.Table {
		if !s.IsRead() {
			continue // the row before it reads it
		}
		files := filesOf(c, s)
		if next := row + 1; next < len(c.Table) && !c.Table[next].IsRead() {
			files = append(files, filesOf(c, c.Table[next])...)
		}
		for _, path := range files {
			for _, change := range sourceChanges {
				t.Run(filepath.Base(*path)+"/"+change.name, func(t *testing.T) { checkEnds(t, c, row, *path, change) })
			}
		}
	}
}

// checkEnds runs a build in which a file changes before the reader of a row reads, and changes back behind it. Where
// nothing had the file before and the change stays, it comes when the file is read.
func checkEnds(t *testing.T, c build.Config, row int, path string, change sourceChange) {
	t.Helper()
	isHashed := c.Table[row].Feeds == source.FeedsHomes && !c.Table[row].Early
	c.Table = append(build.Table{}, c.Table...)
	c.Table[row].ReadWithin(func(read func() error) error {
		if change.name != "another meanwhile" && !isHashed {
			err := read()
			change.apply(t, path)
			return err
		}
		if undo := change.apply(t, path); undo != nil {
			defer undo()
		}
		return read()
	})
	checkChanged(t, c, filepath.Base(path), func(build.Step) {})
	if dirs, err := edition.List(c.Editions); err == nil && len(dirs) > 0 {
		t.Errorf("published: %v", dirs)
	}
}

// checkChanged runs a build that a file must end. It is of old files, as all but a test has.
func checkChanged(t *testing.T, c build.Config, file string, progress func(build.Step)) {
	t.Helper()
	_, err := build.Run(t.Context(), c, build.Options{
		Today: townDay, MadeBy: "test", Progress: progress, Began: time.Now().Add(time.Hour),
	})
	want := "a source changed during the build: " + file + "; run it again"
	if gevel.CodeOf(err) != gevel.Invalid || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}

// TestHomesAreNotCarriedOnUnderTheHashOfAnotherRegister moves a register into place behind the hashing of the one that
// the edition before has.
func TestHomesAreNotCarriedOnUnderTheHashOfAnotherRegister(t *testing.T) {
	c := townConfig(t)
	first := mustRun(t, c)
	moved := false
	checkChanged(t, c, filepath.Base(*bagOf(c.Sources)), func(at build.Step) {
		if at.Stage == build.StageCompare && at.Done == at.Total && !moved {
			moved = true
			if err := os.Rename(copied(t, *bagOf(c.Sources)), *bagOf(c.Sources)); err != nil {
				t.Error(err)
			}
		}
	})
	if again := mustRun(t, c); again.Manifest.ID != first.Manifest.ID || !again.Carried.Homes {
		t.Errorf("of the same register it is edition %s, which carried on %+v", again.Manifest.ID, again.Carried)
	}
}

// TestAFileWithTheTimesOfAnotherIsHashedAgain changes a file so soon that its times may stay as they are.
func TestAFileWithTheTimesOfAnotherIsHashedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "source.csv")
	writeFile(t, path, "one")
	if err := build.Rehash(t.Context(), path, func() {}); err != nil {
		t.Error(err)
	}
	if err := build.Rehash(t.Context(), path, func() { writeFile(t, path, "two") }); err == nil || !strings.Contains(err.Error(), "a source changed") {
		t.Errorf("got %v, want that the source changed", err)
	}
}
