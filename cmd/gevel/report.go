// gevel report: an edition's data and its newest model's accuracy, as an HTML report or JSON.

package main

import (
	"io"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/datasheet"
	"github.com/gevel/gevel/internal/offline/reports"
	"github.com/gevel/gevel/internal/value/valuation"
)

// reportCmd is gevel report.
type reportCmd struct {
	Dir string `arg:"" name:"edition" help:"The directory of an edition."`
	Out string `required:"" placeholder:"FILE" help:"The file to write: .html is a report with charts, .json the same numbers."`
}

// Run writes the report.
func (cmd *reportCmd) Run(c *console) error {
	write, err := reportWriter(cmd.Out)
	if err != nil {
		return err
	}
	return c.writeFrom(cmd.Dir, cmd.Out, func(v *valuation.Valuer) (func(io.Writer) error, error) {
		data := datasheet.Of(v, datasheet.Options{Day: gevel.DayOf(c.now()), MadeBy: madeBy(version)})
		return func(w io.Writer) error {
			return writeShown(w, func(w io.Writer) error { return write(w, data, reports.DataSheet(data)) })
		}, nil
	})
}
