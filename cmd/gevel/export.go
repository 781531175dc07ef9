// gevel export: the readable parts of a model as tables.

package main

import (
	"context"
	"io"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/export"
	"github.com/gevel/gevel/internal/value/valuation"
)

// exportCmd is gevel export.
type exportCmd struct {
	rawFlag
	Dir   string      `arg:"" name:"edition" help:"The directory of an edition."`
	Table string      `arg:"" help:"What to export: index, coefficients or importance."`
	Out   string      `short:"o" required:"" placeholder:"FILE" help:"The file to write, CSV or Parquet by its ending."`
	AsOf  *gevel.Date `placeholder:"DAY" help:"Export the model for this day, and the index known on it (default: the newest)."`
}

// formats are the writers of a table by file ending.
func (cmd *exportCmd) formats() map[string]func(*export.Table, context.Context, io.Writer) error {
	return map[string]func(*export.Table, context.Context, io.Writer) error{
		".csv": func(t *export.Table, ctx context.Context, w io.Writer) error {
			return t.WriteCSV(ctx, w, cmd.form())
		},
		".parquet": (*export.Table).WriteParquet,
	}
}

// Run writes the table.
func (cmd *exportCmd) Run(c *console) error {
	write, err := byEnding(cmd.Out, cmd.formats())
	if err != nil {
		return err
	}
	if err := export.CheckName(cmd.Table); err != nil { // before the edition is read
		return err
	}
	return c.writeFrom(cmd.Dir, cmd.Out, func(v *valuation.Valuer) (func(io.Writer) error, error) {
		table, err := export.Of(v, cmd.Table, given(cmd.AsOf, gevel.NoDate))
		return func(w io.Writer) error { return write(table, c.ctx, w) }, err
	})
}
