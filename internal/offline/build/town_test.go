package build_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/offline/demo"
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

func options() build.Options {
	return build.Options{Today: townDay, MadeBy: "test", Progress: func(build.Stage, int64, int64) {}}
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
