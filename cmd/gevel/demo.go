// gevel demo: an invented town, written, built and served, with a key that
// everybody knows.

package main

import (
	"errors"
	"fmt"
	"log/slog"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
)

// demoCmd is gevel demo.
type demoCmd struct {
	Dir       string      `placeholder:"DIR" help:"Where the town goes, and stays (default: a temporary folder, removed at the end)."`
	Addr      string      `default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Where to listen, on this machine only (${default})."`
	Seed      *uint64     `placeholder:"N" help:"Another number makes another town (1)."`
	Date      *gevel.Date `placeholder:"DATE" help:"The town's today: sales run up to the day before (default: today in Amsterdam)."`
	Homes     *int        `placeholder:"N" help:"About how many homes it has (${homes})."`
	FilesOnly bool        `help:"Write source files of as many towns as --homes takes, with energy labels, and end there."`
	Serve     bool        `default:"true" negatable:"" help:"Answer the API once all is made (default), or end there."`
}

// Help is the long help.
func (*demoCmd) Help() string {
	return `The town is written as a register, sales, photos and a build file, which gevel build
turns into an edition; so a demo walks the way that real sources go. Nothing in it is
in any register. The key is demo: everybody knows it, so the demo answers on this
machine only. The same seed and date make the same edition.

A folder given with --dir holds all of it afterwards: gevel.yaml to build again,
editions, bucket (photos), keys.db and signing.keys to serve, and addresses.csv with
each home. Named again, also on a later day, it is served as it is.

With --files-only it is source files alone, of one town or, with --homes up to
19 million, of a country of them: the register as it is delivered, energy labels, the
cadastral map, sales and gevel.yaml. No photos. Memory stays that of one town.`
}

// Validate is asked by kong once the flags are read.
func (cmd *demoCmd) Validate() error {
	most, beyond := demo.MaxDwellings, fmt.Sprintf("; with --files-only to %d", demo.MaxCountry)
	if cmd.FilesOnly {
		most, beyond = demo.MaxCountry, ""
	}
	switch {
	case cmd.Homes != nil && (*cmd.Homes < demo.MinDwellings || *cmd.Homes > most):
		return fmt.Errorf("--homes must be from %d to %d%s", demo.MinDwellings, most, beyond)
	case cmd.FilesOnly && cmd.Dir == "":
		return errors.New("--files-only needs --dir: nothing would be left")
	case cmd.Date != nil && *cmd.Date < demo.FirstDate:
		return fmt.Errorf("--date must be %s or later", demo.FirstDate)
	case !cmd.Serve && cmd.Dir == "":
		return errors.New("--no-serve needs --dir: nothing would be left")
	}
	return checkLoopback(cmd.Addr)
}

// checkLoopback refuses an address that other machines could reach.
func checkLoopback(addr string) error {
	own, err := onLoopback(addr)
	if err != nil {
		return fmt.Errorf("--addr: %w", err)
	}
	if !own {
		return fmt.Errorf("--addr %s can be reached from other machines, and everybody knows the key of the demo; "+
			"name 127.0.0.1", addr)
	}
	return nil
}

// Run makes the town and all that comes of it, and serves it until the context
// ends.
func (cmd *demoCmd) Run(c *console) (err error) {
	if cmd.FilesOnly {
		return cmd.writeFiles(c)
	}
	if err := cmd.check(c); err != nil {
		return err
	}
	d, err := cmd.open(c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.close(c)) }()
	start := c.now()
	for _, step := range []func(*console) error{d.writeTown, d.build, d.makeKeys, d.importPhotos} {
		if err := step(c); err != nil {
			return err
		}
	}
	d.printMade(c, c.now().Sub(start))
	if !cmd.Serve {
		d.printNext(c)
		return nil
	}
	return cmd.serve(c, d)
}

// check reports early what would stop the demo after the long work.
func (cmd *demoCmd) check(c *console) error {
	if err := cmd.checkDate(c); err != nil || !cmd.Serve {
		return err
	}
	// The port is closed again until the demo is ready: clients wait for the port.
	listener, err := listen("--addr", cmd.Addr)
	if err != nil {
		return err
	}
	return listener.Close()
}

func (cmd *demoCmd) checkDate(c *console) error {
	if today := gevel.DayOf(c.now()); cmd.Date != nil && *cmd.Date > today {
		return &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf("--date %s lies after today, %s", cmd.Date, today)}
	}
	return nil
}

// serve answers as gevel serve does.
func (cmd *demoCmd) serve(c *console, d *demoDir) error {
	service := serveCmd{
		Editions: d.path("editions"), Photos: d.path("bucket"), Keys: d.path("keys.db"), SigningKeys: d.path("signing.keys"),
		Addr: cmd.Addr, LogLevel: slog.LevelWarn, // a line a request would push the commands off the screen
		pageKey: demoKey,
	}
	p, err := service.open(c)
	if err != nil {
		return err
	}
	d.printCommands(c, p.public)
	return errors.Join(service.serve(c, p), p.close(c.ctx))
}
