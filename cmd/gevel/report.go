// gevel report: what an edition is made of and how good its newest model is, as one page.

package main

import (
	"io"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/datasheet"
	"github.com/gevel/gevel/internal/offline/htmlreport"
	"github.com/gevel/gevel/internal/value/valuation"
)

// reportCmd is gevel report.
type reportCmd struct {
	Dir string `arg:"" name:"edition" help:"The directory of an edition."`
	Out string `required:"" placeholder:"FILE" help:"The file to write: .html is a page with charts, .json the same numbers."`
}

// Help says what a report has.
func (*reportCmd) Help() string {
	return `Writes what an edition is made of: per source its day, rows, rejects with samples and licence;
what is known of the homes and from where; the sales; the index; and behind it a datasheet of
the newest model: data, period, method, accuracy and intervals by region and house type on sales
that the models had not seen, and known limits.

  gevel report editions/<id> --out report.html

The page asks nothing of any network. Nothing is written into the edition.`
}

// sheetFormats are the ways to write a report, by the file's ending.
var sheetFormats = map[string]func(io.Writer, *datasheet.Sheet) error{
	".html": htmlreport.WriteSheet,
	".json": func(w io.Writer, s *datasheet.Sheet) error { return s.WriteJSON(w) },
}

// Run writes the report.
func (cmd *reportCmd) Run(c *console) error {
	write, err := byEnding(cmd.Out, sheetFormats)
	if err != nil {
		return err
	}
	return c.writeFrom(cmd.Dir, cmd.Out, func(v *valuation.Valuer) (func(io.Writer) error, error) {
		sheet := datasheet.Of(v, datasheet.Options{Day: gevel.DayOf(c.now()), MadeBy: "gevel " + version})
		return func(w io.Writer) error { return write(w, sheet) }, nil
	})
}
