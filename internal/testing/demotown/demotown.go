// Package demotown writes the town of gevel demo for tests, with its edition, which is built once for the tests of all
// packages.
package demotown

import (
	"context"
	"fmt"
	"os"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/testing/kept"
)

// Town says which town it is.
type Town struct {
	Date   gevel.Date
	Homes  int
	Photos float64 // the share of homes with one
}

// Write writes the sources of the town below dir, and the edition of its build file. It returns the folder of editions too.
func (o Town) Write(ctx context.Context, dir string) (town *demo.Town, editions string, err error) {
	town, err = demo.Write(ctx, dir, demo.Options{Seed: 1, Date: o.Date, Dwellings: o.Homes, Photos: gevel.Some(o.Photos)})
	if err != nil {
		return nil, "", err
	}
	config, err := build.ReadConfig(town.Config)
	if err != nil {
		return nil, "", err
	}
	editions = config.Editions
	run := func(dir string) error {
		config.Editions = dir
		_, err := build.Run(ctx, config, build.Options{Today: o.Date, MadeBy: "test", Progress: func(build.Step) {}})
		return err
	}
	from, err := kept.Folder(fmt.Sprintf("demo-%s-%d-%v", o.Date, o.Homes, o.Photos), func() string { return editions }, run)
	if err != nil || from == editions {
		return town, editions, err
	}
	return town, editions, os.CopyFS(editions, os.DirFS(from))
}
