// gevel verify: checks that an edition is complete and unaltered.

package main

import (
	"fmt"
	"path/filepath"

	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/value/valuation"
)

// verifyCmd is gevel verify.
type verifyCmd struct {
	Dir string `arg:"" name:"edition" help:"The directory of an edition, or a folder of editions: its newest."`
}

// Run reads the whole edition.
func (cmd *verifyCmd) Run(c *console) error {
	dir, err := edition.Named(cmd.Dir)
	if err != nil {
		dir = cmd.Dir // Open says what is wrong with it
	}
	e, err := edition.Open(c.ctx, dir)
	if err != nil {
		nameOthers(c, dir)
		return err
	}
	v, err := valuation.New(c.ctx, e)
	if err != nil {
		return fmt.Errorf("edition %s refused: %w", dir, err)
	}
	m := e.Manifest()
	fmt.Fprintf(c.stdout, "edition %s is whole: %d files, %d addresses, %d homes, %d sales, models from %s\n",
		m.ID, len(m.Files), m.Rows["addresses"], m.Rows["dwellings"], e.Sales().Count(), v.Oldest())
	return nil
}

// nameOthers names the other editions beside a damaged one that are not whole: unchanged files are shared among them.
func nameOthers(c *console, damaged string) {
	all, err := edition.List(filepath.Dir(damaged))
	if err != nil {
		return
	}
	for _, dir := range all {
		if dir == damaged || c.ctx.Err() != nil {
			continue
		}
		if _, err := edition.Verify(c.ctx, dir); err != nil {
			c.say("also: %v\n", err)
		}
	}
}
