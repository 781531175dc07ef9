package main

// gevel evaluate --origins: forecasts from many days by models that are not retrained.

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/backtest"
	"github.com/gevel/gevel/internal/offline/reports"
)

// origins forecasts from many days and prints the summary.
func (cmd *evaluateCmd) origins(c *console) (err error) {
	if cmd.Walk != backtest.WalkNone || cmd.Compare != "" {
		return &gevel.Error{Code: gevel.Invalid, Message: "--origins goes with --json, --html, --predictions, --from, --until, " +
			"--horizon, --history, --every-price, --season, --price-series, --delay, --sample and --seed only", Hint: "each origin is a static test of its own"}
	}
	out, err := openOutputs([]string{cmd.JSON, cmd.Predictions, cmd.HTML}, cmd.Source, cmd.PriceSeries)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.discard()) }()
	bar := newProgress(c.stderr, c.now)
	defer bar.finish()
	sales, err := cmd.open(c, bar)
	if err != nil {
		return err
	}
	plan := cmd.originPlan()
	plan.Series, plan.Tested = sales.Series, sales.Tested
	result, err := backtest.RunOrigins(c.ctx, sales.Sales, plan, func(done, total int) {
		bar.step("value", "", int64(done), int64(total))
	})
	bar.finish()
	if err != nil {
		return err
	}
	summary := result.Summary()
	sales.Screen(summary.ByOrigin[0].Origin, summary.Plan.Until)
	report := reports.Origins(&sales.Source, &summary)
	err = errors.Join(
		out.writeText(cmd.JSON, func(w io.Writer) error { return json.NewEncoder(w).Encode(summary) }),
		out.write(cmd.Predictions, func(w io.Writer) error { return result.WritePredictions(w, cmd.form()) }),
		out.writeText(cmd.HTML, report.WriteHTML),
	)
	if err != nil {
		return err
	}
	return report.WriteText(c.stdout)
}

func (cmd *evaluateCmd) originPlan() backtest.OriginPlan {
	plan := backtest.OriginPlan{
		Every: cmd.Origins, Months: cmd.Horizon, History: cmd.History,
		From: gevel.NoDate, Until: gevel.NoDate, Seed: cmd.Seed, Season: cmd.Season,
	}
	if cmd.From != nil {
		plan.From = *cmd.From
	}
	if cmd.Until != nil {
		plan.Until = *cmd.Until
	}
	return plan
}
