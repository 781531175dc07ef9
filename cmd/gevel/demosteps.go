// The steps of a demo. Each step skips what an earlier demo has made.

package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/keystore"
	"github.com/gevel/gevel/internal/serve/photos"
)

// demoKey is the name and the secret of the demo's key.
const demoKey = "demo"

// writeTown writes the source files.
func (d *demoDir) writeTown(c *console) error {
	if d.note.Town != nil {
		return nil
	}
	bar := newProgress(c.stderr, c.now)
	town, err := demo.Write(c.ctx, d.dir, demo.Options{
		Seed: d.note.Seed, Date: d.note.Date, Dwellings: d.note.Homes,
		Progress: func(stage string, done, total int) { bar.step(stage, "", int64(done), int64(total)) },
	})
	bar.finish()
	if err != nil {
		return err
	}
	home, ok := town.Case(demo.CaseOrdinary)
	if !ok {
		return errors.New("the town has no home to try")
	}
	d.note.Town = &demoTown{
		Homes: town.Homes, Sales: town.SalesRows, Pictures: town.Pictures,
		PostalCode: string(home.PostalCode), Number: home.HouseNumber, Extension: home.Extension(), NumberID: home.NumberID,
	}
	fmt.Fprintf(c.stdout, "wrote a register of %d homes, %d sales and %d pictures\n\n", town.Homes, town.SalesRows,
		town.Pictures)
	return d.save()
}

// build makes the edition, unless this program has made one that it can open.
func (d *demoDir) build(c *console) error {
	if d.note.MadeBy == madeBy(version) {
		if _, err := openValuer(c.ctx, d.path("editions")); err == nil {
			return nil
		}
	}
	config, err := build.ReadConfig(d.path("gevel.yaml"))
	if err != nil {
		return err
	}
	if err := c.build(config, build.Options{Today: d.note.Date}, writeBuild); err != nil {
		return err
	}
	d.note.MadeBy = madeBy(version)
	return d.save()
}

// makeKeys makes the API key and the signing key.
func (d *demoDir) makeKeys(c *console) error {
	if _, err := os.Stat(d.path("signing.keys")); errors.Is(err, os.ErrNotExist) {
		if err := photos.CreateKeys(d.path("signing.keys")); err != nil {
			return err
		}
	}
	file := d.path("keys.db")
	keys, err := keystore.Create(c.ctx, file)
	if err != nil {
		return err
	}
	defer keys.Close()
	now := c.now()
	switch found, err := keys.Show(c.ctx, demoKey); {
	case gevel.CodeOf(err) == gevel.NotFound:
		_, err := keys.CreateWithSecret(c.ctx, keystore.NewKey{Name: demoKey, Scopes: gevel.Scopes()}, demoKey, now)
		return err
	case err != nil:
		return err
	case keystore.StateOf(found.Key, now) != keystore.Active:
		return &gevel.Error{
			Code:    gevel.Unauthorized,
			Message: fmt.Sprintf("key %s of %s is %s", demoKey, file, keystore.StateOf(found.Key, now)),
			Hint:    "remove the file, and the demo makes it again",
		}
	}
	return nil
}

// importPhotos files the photos under their homes.
func (d *demoDir) importPhotos(c *console) error {
	report, err := photoImport{
		editions: d.path("editions"), folder: d.path("bucket"), kind: gevel.ImagePhoto, source: demoKey,
	}.run(c, d.path("photos/manifest.csv"))
	if report.Files > 0 {
		fmt.Fprintln(c.stdout)
		c.printImport(report, "")
	}
	return err
}
