// gevel demo: writes, builds and serves an invented town, with a public key, or writes only its files.

package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strconv"
	"time"

	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/api"
	"github.com/gevel/gevel/internal/serve/features"
)

// demoCmd is gevel demo.
type demoCmd struct {
	Dir  string `placeholder:"DIR" help:"The folder to keep the town in (default: a temporary folder, removed at the end)."`
	Addr string `default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"The address to listen on, on this machine only (${default})."`
	townFlags
	FilesOnly bool `help:"Only write source files, with energy labels, of as many towns as --homes needs."`
	Serve     bool `default:"true" negatable:"" help:"Serve the API when everything is made (default), or stop there."`
}

// Validate is called by kong after the flags are read.
func (cmd *demoCmd) Validate() error {
	most, beyond := demo.MaxDwellings, fmt.Sprintf("; with --files-only to %d", demo.MaxCountry)
	if cmd.FilesOnly {
		most, beyond = demo.MaxCountry, ""
	}
	switch {
	case cmd.Homes != nil && (*cmd.Homes < demo.MinDwellings || *cmd.Homes > most):
		return fmt.Errorf("--homes must be from %d to %d%s", demo.MinDwellings, most, beyond)
	case cmd.FilesOnly && cmd.Dir == "":
		return errors.New("--files-only needs --dir: a temporary folder would be removed")
	case cmd.Date != nil && *cmd.Date < demo.FirstDate:
		return fmt.Errorf("--date must be %s or later", demo.FirstDate)
	case !cmd.Serve && cmd.Dir == "":
		return errors.New("--no-serve needs --dir: a temporary folder would be removed")
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
		return fmt.Errorf("--addr %s can be reached from other machines, and the key of the demo is public; "+
			"name 127.0.0.1", addr)
	}
	return nil
}

// Run makes the town and its edition, and serves it until the context ends.
func (cmd *demoCmd) Run(c *console) (err error) {
	if cmd.FilesOnly {
		return cmd.writeFiles(c)
	}
	if err := cmd.check(c); err != nil {
		return err
	}
	d, err := openDemo(c, cmd.Dir, cmd.townFlags)
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
	if err := c.notAfterToday("--date", cmd.Date); err != nil || !cmd.Serve {
		return err
	}
	// The port is closed again until the demo is ready: clients wait for it.
	listener, err := listen("--addr", cmd.Addr)
	if err != nil {
		return err
	}
	return listener.Close()
}

// serve serves like gevel serve.
func (cmd *demoCmd) serve(c *console, d *demoDir) error {
	s := service{
		storageFlags: storageFlags{Editions: d.path("editions"), photosFlag: photosFlag{d.path("bucket")}},
		Keys:         d.path("keys.db"), SigningKeys: d.path("signing.keys"), Addr: cmd.Addr,
		LogLevel: slog.LevelWarn,                                           // a line per request would scroll the commands away
		Settings: api.Settings{OGC: features.Settings{PublishSales: true}}, // no one's
		pageKey:  demoKey,
	}
	p, err := s.open(c)
	if err != nil {
		return err
	}
	d.printCommands(c, p.public)
	return errors.Join(s.serve(c, p), p.close(c.ctx))
}

// writeFiles writes the source files of a country of towns.
func (cmd *demoCmd) writeFiles(c *console) error {
	if err := c.notAfterToday("--date", cmd.Date); err != nil {
		return err
	}
	asked := cmd.asked(c)
	start, bar := c.now(), newProgress(c.stderr, c.now)
	made, err := demo.WriteCountry(c.ctx, cmd.Dir, demo.Options{
		Seed: asked.Seed, Date: asked.Date, Dwellings: asked.Homes,
		Progress: func(stage string, done, total int) { bar.step(stage, "", int64(done), int64(total)) },
	})
	bar.finish()
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "wrote a register of %d homes in %d towns, %d sales, %d energy labels and %d parcels in %s\n\n"+
		"  gevel build -c %s\n", made.Homes, made.Towns, made.SalesRows, made.LabelRows, made.ParcelRows,
		c.now().Sub(start).Round(100_000_000), made.Config)
	return nil
}

// printMade prints a summary.
func (d *demoDir) printMade(c *console, took time.Duration) {
	fmt.Fprintf(c.stdout, "\nready after %s: %d homes, listed in %s\n",
		took.Round(100*time.Millisecond), d.note.Town.Homes, d.path("addresses.csv"))
}

// printNext prints how to serve the result.
func (d *demoDir) printNext(c *console) {
	fmt.Fprintf(c.stdout, "\nserve it, with the key %s, by the same command without --no-serve, or by\n\n"+
		"  gevel serve --editions %s --photos %s --keys %s\n",
		demoKey, d.path("editions"), d.path("bucket"), d.path("keys.db"))
}

// printCommands prints requests to try at the public URL.
func (d *demoDir) printCommands(c *console, public string) {
	fmt.Fprintf(c.stdout, "\nopen %s/ to see values on a page, or ask the API:\n\n", public)
	for _, ask := range []struct{ path, query string }{
		{"homevalue", d.note.Town.query()},
		{"homevalue/available", d.note.Town.query()},
		{"get_front_view", "bagNumIds=" + string(d.note.Town.NumberID)},
	} {
		fmt.Fprintf(c.stdout, "curl -H 'Authorization: Bearer %s' '%s/v1/%s?%s'\n", demoKey, public, ask.path, ask.query)
	}
	fmt.Fprintf(c.stdout, "\nall endpoints, to read and to try: %s/docs\nCtrl-C ends the demo\n", public)
}

// query returns the query for the example home.
func (t *demoTown) query() string {
	q := "postalCode=" + t.PostalCode + "&houseNumber=" + strconv.Itoa(t.Number)
	if t.Extension != "" {
		q += "&houseNumberExt=" + url.QueryEscape(t.Extension)
	}
	return q
}

func (*demoCmd) lingers() time.Duration { return time.Minute }
