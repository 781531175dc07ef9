// gevel images add --street: front views that are cut out of pictures of the street.

package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/serve/photos"
	"github.com/gevel/gevel/internal/serve/photos/street"
)

// streetFlags say that pictures are of the street, and what holds for those that do not say it themselves.
type streetFlags struct {
	Street        bool     `help:"The pictures are of the street: cut from them the front of each home that they surely show."`
	PositionError *float64 `placeholder:"METRES" help:"With --street: the standard deviation of positions for which nothing gives it."`
	HeadingError  *float64 `placeholder:"DEGREES" help:"With --street: the standard deviation of directions for which nothing gives it."`
	CameraHeight  float64  `default:"2" placeholder:"METRES" help:"With --street: the height of cameras above the street where no manifest gives it (${default})."`
}

// run adds the views of the homes of the newest edition. All that was not used is in the file at rejects, "" for none.
func (f *streetFlags) run(c *console, p photoImport, path, rejects string) error {
	if given(f.PositionError, 0) < 0 || given(f.HeadingError, 0) < 0 {
		return gevel.Refusal("", "--position-error and --heading-error must be 0 or more")
	}
	newest, err := openNewest(c, p.editions)
	if err != nil {
		return err
	}
	if newest.Buildings().Len() == 0 {
		return gevel.Refusal("build it from a register with buildings",
			"the edition has no outlines of buildings, and --street needs them")
	}
	store, err := photos.Create(p.folder)
	if err != nil {
		return err
	}
	defer store.Close()
	if err := store.Check(c.ctx); err != nil {
		return err
	}
	bar := newProgress(c.stderr, c.now)
	defer bar.finish()
	imp := street.Import{
		Store: store, Town: townOf(newest), Again: p.Again,
		Defaults: street.Defaults{
			PositionError: known(f.PositionError), HeadingError: known(f.HeadingError), Height: f.CameraHeight,
			Source: cmp.Or(p.Source, photos.OwnSource), Now: c.now(),
		},
		Progress: func(stage string, done, total int) { bar.step(stage, "", int64(done), int64(total)) },
		Rejected: func(file string, line int, reason, message string) error {
			return p.Rejected(photos.Rejection{File: file, Line: line, Reason: reason, Message: message})
		},
	}
	r, err := imp.Run(c.ctx, path)
	bar.finish()
	c.printStreet(r, rejects)
	if err == nil && r.Views == 0 {
		err = fmt.Errorf("none of %d pictures in %s surely shows the front of a home", r.Pictures, path)
	}
	return err
}

// townOf is the homes of an edition that stand.
func townOf(known *edition.Edition) street.Town {
	return street.Town{
		Buildings: known.Buildings(), Homes: known.HomePositions(),
		Address: func(row int) (gevel.Address, bool) {
			if !known.IsHome(row) {
				return gevel.Address{}, false
			}
			return known.MainAddress(known.RegisteredHome(row).ID)
		},
	}
}

// printStreet prints what an import did. All that was not used is in the file at rejects, "" for none.
func (c *console) printStreet(r street.Report, rejects string) {
	fmt.Fprintf(c.stdout, "%d pictures: %d used, %d rejected\n", r.Pictures, r.Used, r.Rejects.Total())
	fmt.Fprintf(c.stdout, "%d homes with a view: %d added, %d replaced, %d refused, the others there already\n",
		r.Views, r.Added, r.Replaced, r.Refused.Total())
	var without []string
	for reason, n := range r.Without {
		without = append(without, fmt.Sprintf("%s %d", street.Reason(reason), n))
	}
	fmt.Fprintf(c.stdout, "homes without: %s\n", strings.Join(without, ", "))
	c.printRejected(rejects, r.Rejects, r.Refused)
}
