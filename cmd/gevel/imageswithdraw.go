// gevel images remove, block, unblock and record: photos that are taken down, and who did it.

package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/serve/photos"
)

// deedFlags say who takes photos down, and why.
type deedFlags struct {
	By  string `env:"GEVEL_BY" placeholder:"NAME" help:"Who asks, for the record (default: user and machine; env ${env})."`
	Why string `placeholder:"TEXT" help:"Why, for the record."`
}

func (f deedFlags) deed(c *console) photos.Deed {
	by := f.By
	if by == "" {
		host, _ := os.Hostname()
		by = os.Getenv("USER")
		if who, err := user.Current(); err == nil {
			by = who.Username
		}
		by += "@" + host
	}
	return photos.Deed{At: c.now(), By: gevel.Printable(by), Why: gevel.Printable(f.Why)}
}

// imagesRemoveCmd is gevel images remove.
type imagesRemoveCmd struct {
	editionsFlag
	deedFlags
	ID   []string `arg:"" optional:"" name:"image-id" help:"Ids of photos, from gevel images list."`
	Home string   `placeholder:"HOME" help:"Remove all photos of this home: an address ('2511CV 12 A') or a BAG id."`
}

// Run removes the photos.
func (cmd *imagesRemoveCmd) Run(c *console, store *photos.Store) (err error) {
	defer store.Close()
	if (len(cmd.ID) == 0) == (cmd.Home == "") {
		return gevel.Refusal("", "give the ids of photos, or --home")
	}
	ids := cmd.ID
	if cmd.Home != "" {
		if ids, err = cmd.idsOf(c, store); err != nil {
			return err
		}
	}
	return c.each(ids, "removed", func(id string) error { return store.Remove(c.ctx, id, cmd.deed(c)) })
}

// each does something to each thing and says so. A misspelled one does not stop the others.
func (c *console) each(things []string, done string, do func(string) error) error {
	var faults []error
	for _, thing := range things {
		if err := do(thing); err != nil {
			faults = append(faults, err)
			continue
		}
		fmt.Fprintln(c.stdout, done, thing)
	}
	return errors.Join(faults...)
}

func (cmd *imagesRemoveCmd) idsOf(c *console, store *photos.Store) ([]string, error) {
	home, err := cmd.homeOf(c, cmd.Home)
	if err != nil {
		return nil, err
	}
	ids, err := store.IDs(c.ctx, home)
	if err == nil && len(ids) == 0 {
		err = &gevel.Error{Code: gevel.NotFound, Message: "there are no photos of " + cmd.Home}
	}
	return ids, err
}

// imagesBlockCmd is gevel images block.
type imagesBlockCmd struct {
	editionsFlag
	deedFlags
	Homes []string `arg:"" name:"home" help:"Homes: an address ('2511CV 12 A'), a BAG id, or a file with one of these a line."`
}

// Run blocks the homes.
func (cmd *imagesBlockCmd) Run(c *console, store *photos.Store) error {
	return cmd.each(c, store, "blocked", (*photos.Store).Block)
}

// imagesUnblockCmd is gevel images unblock.
type imagesUnblockCmd struct{ imagesBlockCmd }

// Run lifts the blocks.
func (cmd *imagesUnblockCmd) Run(c *console, store *photos.Store) error {
	return cmd.each(c, store, "unblocked", (*photos.Store).Unblock)
}

func (cmd *imagesBlockCmd) each(
	c *console, store *photos.Store, done string, do func(*photos.Store, context.Context, gevel.BAGID, photos.Deed) error,
) error {
	defer store.Close()
	lines, err := linesOf(cmd.Homes)
	if err != nil {
		return err
	}
	homeOf := cmd.homes(c)
	return c.each(lines, done, func(named string) error {
		home, err := homeOf(named)
		if err != nil {
			return fmt.Errorf("%s: %w", named, err)
		}
		return do(store, c.ctx, home, cmd.deed(c))
	})
}

// linesOf replaces the name of a file by its lines.
func linesOf(named []string) (all []string, err error) {
	for _, name := range named {
		if info, err := os.Stat(name); err != nil || info.IsDir() { // no file
			all = append(all, name)
			continue
		}
		file, err := regular.Open(name)
		if err != nil {
			return nil, fmt.Errorf("read homes of %s: %w", name, err)
		}
		lines := bufio.NewScanner(file)
		for lines.Scan() {
			if line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff")); line != "" && line[0] != '#' {
				all = append(all, line)
			}
		}
		if err := cmp.Or(lines.Err(), file.Close()); err != nil {
			return nil, fmt.Errorf("read homes of %s: %w", name, err)
		}
	}
	return all, nil
}

// imagesRecordCmd is gevel images record.
type imagesRecordCmd struct {
	editionsFlag
	Home string `placeholder:"HOME" help:"An address ('2511CV 12 A') or a BAG id (default: all homes)."`
}

// Run prints the record.
func (cmd *imagesRecordCmd) Run(c *console, store *photos.Store) (err error) {
	defer store.Close()
	var home gevel.BAGID
	if cmd.Home != "" {
		if home, err = cmd.homeOf(c, cmd.Home); err != nil {
			return err
		}
	}
	for d, err := range store.Record(c.ctx, home) {
		if err != nil {
			return err
		}
		what := string(d.Home)
		if d.Content != "" {
			what += "-" + d.Content
		}
		fmt.Fprintf(c.stdout, "%s  %-7s  %s  %s  %s\n", gevel.ClockTime(d.At), d.Act, what, gevel.Printable(d.By),
			gevel.Printable(d.Why))
	}
	return nil
}
