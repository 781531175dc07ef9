package build_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/building3d"
	"github.com/gevel/gevel/internal/source/cbs"
	"github.com/gevel/gevel/internal/source/energy"
	"github.com/gevel/gevel/internal/source/facts"
	"github.com/gevel/gevel/internal/source/parcel"
	"github.com/gevel/gevel/internal/source/priceseries"
	"github.com/gevel/gevel/internal/source/sales"
	"github.com/gevel/gevel/internal/testing/foundation"
)

var townDay = gevel.NewDate(2025, time.March, 14)

// writeTown writes an invented town and a build file of it with one vintage, which
// makes for a quick build, and returns the build file.
func writeTown(t *testing.T) (path string) {
	t.Helper()
	return writeTownOf(t, demo.MinDwellings)
}

// writeTownOf writes one of so many homes.
func writeTownOf(t *testing.T, dwellings int) (path string) {
	t.Helper()
	dir := t.TempDir()
	town, err := demo.Write(t.Context(), dir, demo.Options{
		Seed: 1, Date: townDay, Dwellings: dwellings, Photos: gevel.Some(0.0),
	})
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(dir, "small.yaml")
	text := fmt.Sprintf("vintages: 0\nsources:\n  bag: %s\n  municipalities: %s\n  sales: [{file: %s}]\n",
		town.BAG, town.Municipalities, town.Sales)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// townConfig reads the build file of a town that it writes.
func townConfig(t *testing.T) build.Config {
	t.Helper()
	c, err := build.ReadConfig(writeTown(t))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// plain is the edition of the town as it is, built by the first test that wants it.
var plain struct {
	sync.Once
	summary *build.Summary
	files   fstest.MapFS
}

// builtTown is a town with its edition in the folder of editions.
func builtTown(t *testing.T) (build.Config, *build.Summary) {
	t.Helper()
	c := townConfig(t)
	return c, builtIn(t, c)
}

// builtIn puts the edition of the town into a build file's folder of editions, where a build would have put it.
func builtIn(t *testing.T, c build.Config) *build.Summary {
	t.Helper()
	plain.Do(func() {
		first := townConfig(t) // whatever the first test has changed in its own
		s, files := mustRun(t, first), fstest.MapFS{}
		for name := range s.Manifest.Files {
			files[name] = &fstest.MapFile{Data: []byte(readFile(t, s.Dir, name)), Mode: 0o644}
		}
		files["manifest.json"] = &fstest.MapFile{Data: []byte(readFile(t, s.Dir, "manifest.json")), Mode: 0o644}
		plain.summary, plain.files = s, files
	})
	if plain.summary == nil {
		t.Fatal("the town could not be built; see the test that tried")
	}
	s := *plain.summary
	s.Dir = filepath.Join(c.Editions, s.Manifest.ID)
	if err := os.CopyFS(s.Dir, plain.files); err != nil {
		t.Fatal(err)
	}
	return &s
}

// homesOf returns the ids of the town's homes.
func homesOf(t *testing.T, c build.Config) []gevel.BAGID {
	t.Helper()
	c.Editions = t.TempDir()
	return idsOf(openValuer(t, builtIn(t, c)))
}

func options() build.Options {
	return build.Options{Today: townDay, MadeBy: "test", Progress: func(build.Step) {}}
}

func mustRun(t *testing.T, c build.Config) *build.Summary {
	t.Helper()
	s, err := build.Run(t.Context(), c, options())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// found returns what a source brought, by its type.
func found[T any](t *testing.T, s *build.Summary) T {
	t.Helper()
	for _, one := range s.Found {
		if of, ok := one.(T); ok {
			return of
		}
	}
	t.Fatalf("the summary has %v", s.Found)
	panic("unreachable")
}

// The settings of sources in a build file.
func bagOf(c build.Sources) *string            { return (*string)(c.Path(bag.Row)) }
func municipalitiesOf(c build.Sources) *string { return (*string)(c.Path(bag.MunicipalityRow)) }
func labelFileOf(c build.Sources) *string      { return (*string)(c.Path(energy.Row)) }
func salesOf(c build.Sources) sales.Settings   { return *build.SettingsOf[sales.Settings](c) }
func ownOf(c build.Sources) *facts.Settings    { return build.SettingsOf[facts.Settings](c) }
func cbsOf(c build.Sources) *cbs.Settings      { return build.SettingsOf[cbs.Settings](c) }
func parcelsOf(c build.Sources) *parcel.Settings {
	return build.SettingsOf[parcel.Settings](c)
}

func seriesOf(c build.Sources) *priceseries.Settings {
	return build.SettingsOf[priceseries.Settings](c)
}

func buildingsOf(c build.Sources) *building3d.Settings {
	return build.SettingsOf[building3d.Settings](c)
}

func monumentsOf(c build.Sources) *facts.MonumentSettings {
	return build.SettingsOf[facts.MonumentSettings](c)
}

func foundationsOf(c build.Sources) *foundation.Settings {
	return build.SettingsOf[foundation.Settings](c)
}
