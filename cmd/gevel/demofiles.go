// gevel demo --files-only: source files of invented towns.

package main

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
)

// writeFiles writes the source files of a country of towns.
func (cmd *demoCmd) writeFiles(c *console) error {
	if err := cmd.checkDate(c); err != nil {
		return err
	}
	asked := cmd.note(demoNote{Seed: 1, Date: gevel.DayOf(c.now()), Homes: demo.DefaultDwellings})
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
		"  gevel build -c %s\n", made.Homes, made.Towns, made.SalesRows, made.LabelRows, made.ParcelRows, c.now().Sub(start).Round(100_000_000), made.Config)
	return nil
}
