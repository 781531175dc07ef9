// The invented town of the tests. Each edition of it is built once; a test that needs a folder of its own gets a copy.

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/keystore"
	"github.com/gevel/gevel/internal/serve/photos"
)

// townDay is the day on which the town was written, and the tests' today. It does
// not move, so the town is always the same.
var townDay = gevel.NewDate(2025, time.March, 14)

func townNow() time.Time { return townDay.Time().Add(12 * time.Hour) }

// withTowns runs the tests with a folder for the towns that they share, and removes it.
type withTowns struct{ *testing.M }

// sharedDir is the folder of the towns that tests share.
var sharedDir string

func (m withTowns) Run() int {
	var err error
	if sharedDir, err = os.MkdirTemp("", "gevel-towns"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(sharedDir)
	return m.M.Run()
}

// The towns that tests share, each made once: with the edition of its build file, and with the single vintage of
// small.yaml, which makes for a quick build.
var (
	wholeTown = sync.OnceValues(func() (*demo.Town, error) { return makeTown(filepath.Join(sharedDir, "whole"), wholeBuild) })
	smallTown = sync.OnceValues(func() (*demo.Town, error) { return makeTown(filepath.Join(sharedDir, "small"), smallBuild) })
)

// The build files of a town.
const (
	wholeBuild = "gevel.yaml"
	smallBuild = "small.yaml"
)

// makeTown writes the sources of a town and builds an edition by one of its build files.
func makeTown(dir, buildFile string) (*demo.Town, error) {
	ctx := context.Background()
	town, err := writeSources(ctx, dir)
	if err != nil {
		return nil, err
	}
	config, err := build.ReadConfig(filepath.Join(dir, buildFile))
	if err != nil {
		return nil, err
	}
	_, err = build.Run(ctx, config, build.Options{
		Today: townDay, MadeBy: "test", Progress: func(build.Step) {},
	})
	return town, err
}

// writeSources writes the sources of a small invented town below dir, with both build files.
func writeSources(ctx context.Context, dir string) (*demo.Town, error) {
	town, err := demo.Write(ctx, dir, demo.Options{
		Seed: 1, Date: townDay, Dwellings: demo.MinDwellings, Photos: gevel.Some(0.0),
	})
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(town.Config)
	if err != nil {
		return nil, err
	}
	return town, os.WriteFile(filepath.Join(dir, smallBuild), fmt.Appendf(text, "vintages: 0\nas_of: %s\n", townDay), 0o644)
}

// copyTown copies a town that tests share to dir.
func copyTown(shared func() (*demo.Town, error), dir string) (*demo.Town, error) {
	town, err := shared()
	if err != nil {
		return nil, err
	}
	from := filepath.Dir(town.Config)
	copied := *town
	for _, path := range []*string{&copied.Config, &copied.BAG, &copied.Municipalities, &copied.Sales, &copied.Photos, &copied.Addresses} {
		if within, err := filepath.Rel(from, *path); err == nil && *path != "" {
			*path = filepath.Join(dir, within)
		}
	}
	return &copied, os.CopyFS(dir, os.DirFS(from))
}

// makeServable makes an edition, a photo folder, keys and signing keys below dir,
// and returns the secret of a key.
func makeServable(t *testing.T, dir string) (secret string) {
	t.Helper()
	ctx := t.Context()
	if _, err := copyTown(wholeTown, dir); err != nil {
		t.Fatal(err)
	}
	keys, err := keystore.Create(ctx, filepath.Join(dir, "keys.db"))
	if err != nil {
		t.Fatal(err)
	}
	_, secret, err = keys.Create(ctx, keystore.NewKey{Name: "test", Scopes: gevel.Scopes()}, townNow())
	err = errors.Join(err, keys.Close(),
		photos.SigningKeys.Create(filepath.Join(dir, "signing.keys")), os.Mkdir(filepath.Join(dir, "bucket"), 0o755))
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

// runInTown runs a command on the town's day, and returns what it wrote.
func runInTown(t *testing.T, args ...string) (code int, out string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = run(&console{ctx: t.Context(), stdout: &stdout, stderr: &stderr, now: townNow}, args)
	return code, stdout.String() + stderr.String()
}

// sourcesForScript is the script command sources: it writes a town's sources to
// ./town, with small.yaml as the build file. With "built" they come with the edition of that.
func sourcesForScript(ts *testscript.TestScript, _ bool, args []string) {
	ts.Setenv(todayVariable, townDay.String())
	dir := ts.MkAbs("town")
	var err error
	if len(args) == 1 && args[0] == "built" {
		_, err = copyTown(smallTown, dir)
	} else {
		_, err = writeSources(context.Background(), dir)
	}
	ts.Check(err)
}
