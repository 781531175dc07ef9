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
	Rejects string            `placeholder:"OUT" help:"Write a CSV of all rows, and parts of rows, that were left out, and why."`
}

// Help describes the files.
func (*scoreCmd) Help() string {
	return `Holds values of any origin against the prices of sales. No model is trained.

  gevel score values.csv sales.csv --html score.html
  gevel score gevel.csv sales.csv --beside trees.parquet --from 2022-01-01

A row of values has sale_id, or the home (dwelling_id, or postal_code and house_number) with
optionally sale_date; value; and as far as there are such low80 and high80 (also 50 and 90),
fsd, accuracy, class, value_date and loan_amount. What gevel value and gevel evaluate
--predictions write can be given as it is. Of a home's values the newest that is not
dated after the sale counts. A row of sales has sale_date and price, and may have sale_id, the
home, build_type, build_year, municipality, corop, use_surface, known_date and loan_amount. Usual
other names are found too. A sale counts also where what follows the home can't be read: that is
unknown, and counted apart. Parts by the age at sale want build_year; parts by the own last sale
want homes sold again, and count a sale from its known_date on, where the file has that column.

Sales are screened by the rules of a build, and what is left out is counted by reason: sales within
the family, at an auction, of a share or a deal, known on no day or of a home sold again within half
a year; and implausible prices, under € 25,000, or over 4 times above or below the median price per
m2 of the postal-code area, where the file has use_surface and 20 sales of 24 months before it. A sale
without a value counts against the hit rate. With loans, each bar of lending is held to the values of
its loans; without, to all.`
}

// Run scores the values and writes the requested files.
func (cmd *scoreCmd) Run(c *console) (err error) {
	if cmd.Within < 0 {
		return gevel.Refusal("", "--within must be 0 days or more")
	}
	if err := studysales.CheckColumns(cmd.Columns); err != nil {
		return err
	}
	inputs := append([]string{cmd.Values, cmd.Sales}, cmd.Beside...)
	out, err := openOutputs([]string{cmd.JSON, cmd.HTML}, inputs...)
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
	r, err := score.Run(ctx, cmd.match(gevel.DayOf(c.now())))
	if err != nil {
		return err
	}
	r.MadeBy, r.Command = madeBy(version), cmd.line()
	report := reports.Score(r)
	err = errors.Join(
		rejects.scored(r),
		out.writeText(cmd.JSON, asJSON(r)),
		out.writeText(cmd.HTML, report.WriteHTML),
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

// line returns the command that repeats the score.
func (cmd *scoreCmd) line() []string {
	line := repeated{"gevel", "score", cmd.Values, cmd.Sales}
	for _, other := range cmd.Beside {
		line.add("--beside", other, nil)
	}
	for _, name := range slices.Sorted(maps.Keys(cmd.Columns)) {
		line.add("--columns", name+"="+cmd.Columns[name], nil)
	}
	line.add("--from", given(cmd.From, gevel.NoDate), gevel.NoDate)
	line.add("--until", given(cmd.Until, gevel.NoDate), gevel.NoDate)
	line.add("--every-price", cmd.Every, false)
	line.add("--within", cmd.Within, nil)
	line.add("--level", cmd.Level, nil)
	line.add("--seed", cmd.Seed, nil)
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
		faults = append(faults, r.write("values", f.Name, f.AllRejects()))
	}
	return errors.Join(append(faults, r.finish())...)
}
