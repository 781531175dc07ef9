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
	Dir   string      `arg:"" name:"edition" help:"The directory of an edition."`
	Table string      `arg:"" help:"What to export: index, coefficients or importance."`
	Out   string      `short:"o" required:"" placeholder:"FILE" help:"The file to write, CSV or Parquet by its ending."`
	AsOf  *gevel.Date `placeholder:"DAY" help:"The model that values this day, and the index known on it (default: the newest)."`
}

// Help says what the tables are.
func (*exportCmd) Help() string {
	return `Writes a readable part of an edition's model:

  index         the house price index by month: of each area, and of each house type
  coefficients  what the linear model makes of each characteristic, in log euros
  importance    the share of each characteristic in what the trees gained

  gevel export editions/<id> index -o index.parquet
  gevel export editions/<id> coefficients --as-of 2024-06-30 -o coefficients.csv

The file appears whole or not at all. A Parquet file says in its metadata what each column
means.`
}

// exportFormats are the ways to write a table, by the file's ending.
var exportFormats = map[string]func(*export.Table, context.Context, io.Writer) error{
	".csv": (*export.Table).WriteCSV, ".parquet": (*export.Table).WriteParquet,
}

// Run writes the table.
func (cmd *exportCmd) Run(c *console) error {
	write, err := byEnding(cmd.Out, exportFormats)
	if err != nil {
		return err
	}
	if err := export.CheckName(cmd.Table); err != nil { // before the edition is read
		return err
	}
	day := gevel.NoDate
	if cmd.AsOf != nil {
		day = *cmd.AsOf
	}
	return c.writeFrom(cmd.Dir, cmd.Out, func(v *valuation.Valuer) (func(io.Writer) error, error) {
		table, err := export.Of(v, cmd.Table, day)
		return func(w io.Writer) error { return write(table, c.ctx, w) }, err
	})
}
