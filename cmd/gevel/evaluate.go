// gevel evaluate: compares values with prices paid.

package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/offline/backtest"
	"github.com/gevel/gevel/internal/offline/reports"
	"github.com/gevel/gevel/internal/offline/studysales"
)

// evaluateCmd is gevel evaluate.
type evaluateCmd struct {
	rawFlag
	Source      string           `arg:"" name:"source" help:"A flat sales file, an edition, or a folder of editions (the newest)."`
	From        *gevel.Date      `placeholder:"DATE" help:"The first day of the tested sales; with --origins, the earliest origin."`
	Until       *gevel.Date      `placeholder:"DATE" help:"The day after the tested sales (default: after the last sale)."`
	Walk        backtest.Walk    `enum:"none,month" default:"none" help:"What a valuation may use: what was known before --from (none, the default), or before each sale, with a weekly index (month)."`
	Retrain     backtest.Retrain `enum:"none,quarter,month" default:"none" help:"How often models are retrained with --walk month: none (the default), quarter or month."`
	Origins     int              `placeholder:"MONTHS" help:"Instead forecast from the first day of every N-th month, without later sales: 3 is every quarter."`
	Horizon     int              `default:"12" placeholder:"MONTHS" help:"The number of months to forecast from each origin (${default})."`
	History     int              `default:"24" placeholder:"MONTHS" help:"The months of sales required before an origin (${default})."`
	Delay       int              `placeholder:"DAYS" help:"Assume that each sale becomes known at least this many days later: deeds are registered late."`
	Sample      float64          `default:"1" placeholder:"SHARE" help:"Use only this share of the sales; the same seed gives the same sample (${default})."`
	Seed        uint64           `default:"1" placeholder:"N" help:"The seed of the samples in training (${default})."`
	Season      index.Season     `placeholder:"SEASON" help:"What to expect of the calendar while fewer than 24 months of sales are known and no price series shows it: dutch or unknown (default: by where the sales lie)."`
	PriceSeries string           `placeholder:"FILE" help:"A monthly series of prices that is known beside the sales: month, value and known_date, the day of publication, or a price index of CBS. Without it the edition's own; none takes none."`
	JSON        string           `name:"json" placeholder:"OUT" help:"Write the study as JSON."`
	Predictions string           `placeholder:"OUT" help:"Write a CSV with a row per tested sale, as gevel score reads it: sale_id, price, value, intervals, fsd, class, accuracy, what a home sold lately would fetch, day, edition, model and program; with --origins a row per forecast, also with the plain ways' values and the home."`
	HTML        string           `name:"html" placeholder:"OUT" help:"Write the study as an HTML report with charts."`
	Compare     string           `placeholder:"FILE" help:"Compare with another model's values: a file of values as gevel score reads it."`
	Every       bool             `name:"every-price" help:"Count sales of a flat file at implausible prices too."`
}

// evaluated is the result of an evaluation: figures, predictions and a report.
type evaluated struct {
	json        any
	predictions func(io.Writer, csvfile.Form) error
	report      *document.Document
}

// Run evaluates, prints the study and writes the requested files.
func (cmd *evaluateCmd) Run(c *console) (err error) {
	evaluate := cmd.study
	switch {
	case cmd.Origins != 0 && (cmd.Walk != backtest.WalkNone || cmd.Compare != ""):
		return gevel.Refusal("each origin is a static test of its own",
			"--origins goes with --json, --html, --predictions, --from, --until, --horizon, --history, "+
				"--every-price, --season, --price-series, --delay, --sample and --seed only")
	case cmd.Origins != 0:
		evaluate = cmd.origins
	case cmd.From == nil:
		return gevel.Refusal("", "--from, the first day of the tested sales, is missing")
	}
	out, err := openOutputs([]string{cmd.JSON, cmd.Predictions, cmd.HTML}, cmd.Source, cmd.Compare, cmd.PriceSeries)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.discard()) }()
	bar := newProgress(c.stderr, c.now)
	defer bar.finish()
	e, err := evaluate(c, bar)
	if err != nil {
		return err
	}
	err = errors.Join(
		out.writeText(cmd.JSON, asJSON(e.json)),
		out.write(cmd.Predictions, func(w io.Writer) error { return e.predictions(w, cmd.form()) }),
		out.writeText(cmd.HTML, e.report.WriteHTML),
	)
	if err != nil {
		return err
	}
	return e.report.WriteText(c.stdout)
}

// study values the sales, and compares the values with the prices and with the rival's values.
func (cmd *evaluateCmd) study(c *console, bar *progress) (*evaluated, error) {
	start := c.now()
	sales, err := cmd.open(c, bar)
	if err != nil {
		return nil, err
	}
	rival, err := cmd.rival(c, sales)
	if err != nil {
		return nil, err
	}
	plan := backtest.Plan{
		From: *cmd.From, Until: given(cmd.Until, gevel.NoDate), Walk: cmd.Walk, Retrain: cmd.Retrain, Seed: cmd.Seed,
		Season: cmd.Season, Series: sales.Series, Tested: sales.Tested,
	}
	result, err := backtest.Run(c.ctx, sales.Sales, plan, func(done, total int) {
		bar.step("value", "", int64(done), int64(total))
	})
	bar.finish()
	if err != nil {
		for _, r := range sales.Source.Rejects { // they may explain missing sales
			c.say("  %7d  %s (%s)\n", r.Count, r.Reason, r.Samples[0])
		}
		return nil, err
	}
	result.Made = backtest.Made{Edition: sales.Source.Edition, By: madeBy(version)}
	sales.Screen(result.Plan.From, result.Plan.Until)
	study := &reports.Study{MadeBy: madeBy(version), Command: cmd.line(), Source: sales.Source, Result: result}
	if rival != nil {
		if err := study.Compare(rival, cmd.Compare); err != nil {
			return nil, err
		}
	}
	study.Seconds = c.now().Sub(start).Seconds()
	return &evaluated{study, study.WritePredictions, study.Document()}, nil
}

// open reads the sales and applies the sample and the delay.
func (cmd *evaluateCmd) open(c *console, bar *progress) (*studysales.Sales, error) {
	sales, err := studysales.Open(c.ctx, cmd.Source, studysales.Options{
		Today: gevel.DayOf(c.now()), EveryPrice: cmd.Every,
		Progress: func(done, total int64) { bar.step("read", "", done, total) },
	})
	if err != nil {
		return nil, err
	}
	if cmd.PriceSeries != "" {
		if err := sales.ReadSeries(c.ctx, cmd.PriceSeries, gevel.DayOf(c.now())); err != nil {
			return nil, err
		}
	}
	return sales, sales.Restrict(cmd.Sample, cmd.Seed, cmd.Delay)
}

// line returns the command that repeats the study.
func (cmd *evaluateCmd) line() []string {
	line := repeated{"gevel", "evaluate", cmd.Source}
	line.add("--from", *cmd.From, nil)
	line.add("--until", given(cmd.Until, gevel.NoDate), gevel.NoDate)
	line.add("--season", cmd.Season, index.Season(""))
	line.add("--price-series", cmd.PriceSeries, "")
	line.add("--delay", cmd.Delay, 0)
	line.add("--every-price", cmd.Every, false)
	line.add("--sample", cmd.Sample, 1.0)
	line.add("--walk", cmd.Walk, nil)
	line.add("--retrain", cmd.Retrain, nil)
	line.add("--seed", cmd.Seed, nil)
	line.add("--compare", cmd.Compare, "")
	return line
}

// rival reads another model's values and finds their sales; nil without a file of them.
func (cmd *evaluateCmd) rival(c *console, sales *studysales.Sales) (*comparison.Joined, error) {
	if cmd.Compare == "" {
		return nil, nil
	}
	values, err := studysales.ReadValues(c.ctx, cmd.Compare, nil, 80)
	if err != nil {
		return nil, fmt.Errorf("read predictions %s: %w", cmd.Compare, err)
	}
	joined := sales.Join(values.List, comparison.Rule{Within: sameYear})
	joined.Rejects.Merge(values.Rejects)
	if err := joined.Check(); err != nil {
		return nil, fmt.Errorf("%s and %s: %w", cmd.Compare, cmd.Source, err)
	}
	return joined, nil
}

// sameYear is the most days between a value with a day and its sale, as gevel score has it.
const sameYear = 365

// origins forecasts from many days.
func (cmd *evaluateCmd) origins(c *console, bar *progress) (*evaluated, error) {
	sales, err := cmd.open(c, bar)
	if err != nil {
		return nil, err
	}
	plan := backtest.OriginPlan{
		Every: cmd.Origins, Months: cmd.Horizon, History: cmd.History, From: given(cmd.From, gevel.NoDate),
		Until: given(cmd.Until, gevel.NoDate), Seed: cmd.Seed, Season: cmd.Season, Series: sales.Series, Tested: sales.Tested,
	}
	result, err := backtest.RunOrigins(c.ctx, sales.Sales, plan, func(done, total int) {
		bar.step("value", "", int64(done), int64(total))
	})
	bar.finish()
	if err != nil {
		return nil, err
	}
	result.Made = backtest.Made{Edition: sales.Source.Edition, By: madeBy(version)}
	summary := result.Summary()
	sales.Screen(summary.ByOrigin[0].Origin, summary.Plan.Until)
	return &evaluated{summary, result.WritePredictions, reports.Origins(&sales.Source, &summary)}, nil
}
