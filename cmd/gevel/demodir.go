// The folder of a demo: a new or temporary one, or one from an earlier demo.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/private"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/keystore"
	"github.com/gevel/gevel/internal/serve/photos"
)

// demoNoteFile marks a folder as a demo's.
const demoNoteFile = "demo.json"

// demoNote records a folder's town, and how far it is made.
type demoNote struct {
	Seed  uint64     `json:"seed"`
	Date  gevel.Date `json:"date"`
	Homes int        `json:"homes"` // requested
	// Town is the written town, null until it is complete.
	Town *demoTown `json:"town"`
	// MadeBy is the program that built the edition, "" before.
	MadeBy string `json:"made_by"`
}

// demoTown describes the town, with a home to try.
type demoTown struct {
	Homes      int         `json:"homes"`
	Sales      int         `json:"sales"`
	Pictures   int         `json:"pictures"`
	PostalCode string      `json:"postal_code"`
	Number     int         `json:"house_number"`
	Extension  string      `json:"house_number_ext"`
	NumberID   gevel.BAGID `json:"number_id"`
}

// townFlags ask for a town.
type townFlags struct {
	Seed  *uint64     `placeholder:"N" help:"The seed of the town (1)."`
	Date  *gevel.Date `placeholder:"DATE" help:"The town's today: sales run up to the day before (default: today in Amsterdam)."`
	Homes *int        `placeholder:"N" help:"The approximate number of homes (${homes})."`
}

// asked returns the note for the town that is asked for.
func (f townFlags) asked(c *console) demoNote {
	return f.note(demoNote{Seed: 1, Date: gevel.DayOf(c.now()), Homes: demo.DefaultDwellings})
}

// demoDir is the folder of a demo.
type demoDir struct {
	dir       string
	temporary bool
	note      demoNote
}

func (d *demoDir) path(name string) string { return filepath.Join(d.dir, name) }

// note returns the note for the town in the flags; flags that are not given take their value from otherwise.
func (f townFlags) note(otherwise demoNote) demoNote {
	otherwise.Seed = given(f.Seed, otherwise.Seed)
	otherwise.Date = given(f.Date, otherwise.Date)
	otherwise.Homes = given(f.Homes, otherwise.Homes)
	return otherwise
}

// openDemo makes the folder, or opens an earlier demo's of any day; "" is a temporary folder. Error: gevel.Invalid when
// the folder holds anything else, or a town that differs from the flags.
func openDemo(c *console, dir string, f townFlags) (*demoDir, error) {
	d := &demoDir{dir: dir, note: f.asked(c)}
	if dir == "" {
		temporary, err := os.MkdirTemp("", "gevel-demo-")
		if err != nil {
			return nil, err
		}
		d.dir, d.temporary = temporary, true
		fmt.Fprintf(c.stdout, "an invented town goes to %s, which is removed at the end\n", temporary)
		return d, d.save()
	}
	if err := private.MkdirAll(dir); err != nil {
		return nil, err
	}
	found, err := readDemoNote(dir)
	switch {
	case err != nil:
		return nil, err
	case found == nil:
		fmt.Fprintf(c.stdout, "an invented town goes to %s\n", dir)
		return d, d.save()
	case f.note(*found) != *found:
		return nil, gevel.Refusal("leave out --seed, --date and --homes to serve it as it is, or name another folder",
			"%s holds another demo: --seed %d --date %s --homes %d", dir, found.Seed, found.Date, found.Homes)
	}
	d.note = *found
	fmt.Fprintf(c.stdout, "%s holds this demo already, a town of %s; only what is missing is made\n", dir, found.Date)
	return d, nil
}

// readDemoNote returns the note in a demo's folder, nil when the folder is empty. Error: gevel.Invalid when
// it holds other files.
func readDemoNote(dir string) (*demoNote, error) {
	foreign := &gevel.Error{
		Code:    gevel.Invalid,
		Message: dir + " holds files that are not of a demo",
		Hint:    "name an empty folder, or one that is not there yet",
	}
	text, err := os.ReadFile(filepath.Join(dir, demoNoteFile))
	if errors.Is(err, fs.ErrNotExist) {
		others, err := os.ReadDir(dir)
		if err == nil && len(others) > 0 {
			return nil, foreign
		}
		return nil, err
	}
	if err != nil {
		return nil, err
	}
	var note demoNote
	if err := json.Unmarshal(text, &note); err != nil {
		foreign.Err = fmt.Errorf("read %s: %w", demoNoteFile, err)
		return nil, foreign
	}
	return &note, nil
}

// save writes the note in one step.
func (d *demoDir) save() error {
	text, err := json.MarshalIndent(d.note, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(d.path(demoNoteFile), append(text, '\n'), private.FileMode(d.path(".")))
}

// close removes a temporary folder.
func (d *demoDir) close(c *console) error {
	if !d.temporary {
		return nil
	}
	fmt.Fprintln(c.stdout, "removing", d.dir)
	return os.RemoveAll(d.dir)
}

// The steps of a demo. Each step skips what an earlier demo has made.

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
		if err := photos.SigningKeys.Create(d.path("signing.keys")); err != nil {
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
		return gevel.Failure(gevel.Unauthorized, "remove the file, and the demo makes it again",
			"key %s of %s is %s", demoKey, file, keystore.StateOf(found.Key, now))
	}
	return nil
}

// importPhotos files the photos under their homes.
func (d *demoDir) importPhotos(c *console) error {
	add := photoImport{d.path("editions"), d.path("bucket"), photos.Import{Kind: gevel.ImagePhoto, Source: demoKey}}
	report, err := add.run(c, d.path("photos/manifest.csv"))
	if report.Files > 0 {
		fmt.Fprintln(c.stdout)
		c.printImport(report, "")
	}
	return err
}
