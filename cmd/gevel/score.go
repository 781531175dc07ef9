// gevel score: holds anybody's values against sales.

package main

import (
	"errors"
	"maps"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/offline/reports"
	"github.com/gevel/gevel/internal/offline/score"
	"github.com/gevel/gevel/internal/offline/studysales"
)

// scoreCmd is gevel score.
type scoreCmd struct {
	Values  string            `arg:"" name:"values" help:"A file of values, .csv, .csv.gz, .xlsx or .parquet."`
	Sales   string            `arg:"" name:"sales" help:"A file of sales, likewise, an edition, or a folder of editions (the newest)."`
	Beside  []string          `placeholder:"FILE" help:"Another vendor's file of values, to compare with; may be repeated."`
	Columns map[string]string `placeholder:"NAME=THEIRS" help:"Names of columns that are not found by themselves, gevel's and the file's: value=avm_2;fsd=sd."`
	From    *gevel.Date       `placeholder:"DATE" help:"The first day of sale (default: of the first sale that all files of values reach)."`
	Until   *gevel.Date       `placeholder:"DATE" help:"The day after the last day of sale (default: after the last one)."`
	Within  int               `default:"365" placeholder:"DAYS" help:"The most days before the sale that a value with a day may be made (${default})."`
	Level   int               `enum:"50,80,90" default:"80" help:"What the interval of low80 and high80 promises, percent: 50, 80 or 90 (${default})."`
	Every   bool              `name:"every-price" help:"Count sales of a flat file at implausible prices too."`
	Seed    uint64            `default:"1" placeholder:"N" help:"The seed of the intervals (${default})."`
	JSON    string            `name:"json" placeholder:"OUT" help:"Write the score as JSON."`
	HTML    string            `name:"html" placeholder:"OUT" help:"Write the score as an HTML report."`
	Page    string            `placeholder:"OUT" help:"Write one page of HTML about the first file of values alone, to show to who made them."`
	Sealed  string            `placeholder:"SEALS" help:"Count only values with a proof by a seal of this file from before the sale became known."`
	sealWitnesses
	Rejects string `placeholder:"OUT" help:"Write a CSV of all rows, and parts of rows, that were left out, and why."`
}

// Run scores the values and writes the requested files.
func (cmd *scoreCmd) Run(c *console) (err error) {
	if cmd.Within < 0 {
		return gevel.Refusal("", "--within must be 0 days or more")
	}
	if err := studysales.CheckColumns(cmd.Columns); err != nil {
		return err
	}
	match := cmd.match(gevel.DayOf(c.now()))
	if cmd.Sealed != "" {
		if match.Seals, err = cmd.seals(c, cmd.Sealed); err != nil {
			return err
		}
	}
	inputs := append([]string{cmd.Values, cmd.Sales}, cmd.Beside...)
	out, err := openOutputs([]string{cmd.JSON, cmd.HTML, cmd.Page}, inputs...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.discard()) }()
	ctx := c.ctx
	rejects, err := openRejects(cmd.Rejects, cmd.Values, "source", "file", "line", "reason", "message")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rejects.discard()) }()
	if rejects != nil {
		ctx = gevel.KeepAllRejects(ctx)
	}
	r, err := score.Run(ctx, match)
	if err != nil {
		return err
	}
	r.MadeBy, r.Command = madeBy(version), cmd.line(r.From, r.Until)
	report := reports.Score(r)
	err = errors.Join(
		rejects.scored(r),
		out.writeText(cmd.JSON, asJSON(r)),
		out.writeText(cmd.HTML, report.WriteHTML),
		out.writeText(cmd.Page, reports.ScorePage(r).WriteHTML),
	)
	if err != nil {
		return err
	}
	return report.WriteText(c.stdout)
}

func (cmd *scoreCmd) match(today gevel.Date) score.Match {
	return score.Match{
		Sales: cmd.Sales, Values: append([]string{cmd.Values}, cmd.Beside...), Columns: cmd.Columns,
		From: known(cmd.From), Until: known(cmd.Until), Within: cmd.Within, Level: cmd.Level, EveryPrice: cmd.Every,
		Today: today, Study: ratio.Options{Seed: cmd.Seed},
	}
}

// line returns the command that repeats the score of sales of some days, until the last day excluded.
func (cmd *scoreCmd) line(from, until gevel.Date) []string {
	line := repeated{"gevel", "score", cmd.Values, cmd.Sales}
	for _, other := range cmd.Beside {
		line.add("--beside", other, nil)
	}
	for _, name := range slices.Sorted(maps.Keys(cmd.Columns)) {
		line.add("--columns", name+"="+cmd.Columns[name], nil)
	}
	line.add("--from", from, nil)
	line.add("--until", until, nil)
	line.add("--every-price", cmd.Every, false)
	line.add("--within", cmd.Within, nil)
	line.add("--level", cmd.Level, nil)
	line.add("--seed", cmd.Seed, nil)
	line.add("--sealed", cmd.Sealed, "")
	line.add("--authority", cmd.Authority, "")
	line.add("--copy", cmd.Copy, "")
	line.add("--copy-date", given(cmd.CopyDate, gevel.NoDate), gevel.NoDate)
	return line
}

// scored writes what a score left out, rows and parts of rows, and puts the file in place.
func (r *rejectsFile) scored(s *score.Result) error {
	if r == nil {
		return nil
	}
	faults := []error{r.write("sales", s.Sales.Name, s.Sales.AllRejects())}
	for i := range s.Vendors {
		f := &s.Vendors[i].File
		faults = append(faults, r.write("values", f.Name, f.AllRejects()), r.write("missing", f.Name, s.Vendors[i].AllMissing()))
	}
	return errors.Join(append(faults, r.finish())...)
}
