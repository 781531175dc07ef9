// gevel track: compares logged valuations with later sales.

package main

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/offline/reports"
	"github.com/gevel/gevel/internal/offline/studysales"
	"github.com/gevel/gevel/internal/serve/valuationlog"
	"github.com/gevel/gevel/internal/value/valuation"
)

// trackCmd is gevel track.
type trackCmd struct {
	editionsFlag
	Log    string `arg:"" name:"log" help:"The folder of a valuation log, or one of its files."`
	Sales  string `arg:"" name:"sales" help:"A flat sales file, an edition, or a folder of editions (the newest)."`
	Within int    `default:"180" placeholder:"DAYS" help:"The number of days after the valuation date in which a sale counts (${default})."`
	JSON   bool   `name:"json" help:"Print the accuracy as JSON."`
}

// Run compares and prints the accuracy.
func (cmd *trackCmd) Run(c *console) error {
	if cmd.Within < 1 {
		return gevel.Refusal("", "--within must be 1 day or more")
	}
	sales, err := studysales.Open(c.ctx, cmd.Sales, studysales.Options{Today: gevel.DayOf(c.now())})
	if err != nil {
		return err
	}
	t, err := valuationlog.Track(valuationlog.Read(cmd.Log), &sales.Market, cmd.Within, ratio.Options{})
	if err != nil {
		return err
	}
	if cmd.JSON {
		err = c.printJSON(t)
	} else {
		err = cmd.print(c, t)
	}
	if err == nil && len(t.Damaged) > 0 {
		err = fmt.Errorf("%d entries of the log are damaged and count for nothing, such as %s", len(t.Damaged), t.Damaged[0])
	}
	return err
}

// print prints the accuracy as a report.
func (cmd *trackCmd) print(c *console, t valuationlog.Tracked) (err error) {
	report := reports.Track{
		Log: cmd.Log, Measures: &t.Report, Unmatched: t.Unmatched, LeftOut: t.LeftOut,
		Lead: fmt.Sprintf("%d valuations, %d of them the last before a sale within %d days, %d damaged log entries",
			t.Answers, t.Report.N, cmd.Within, len(t.Damaged)),
	}
	if t.Report.N > 0 {
		if report.Editions, err = cmd.answered(c, t); err != nil {
			return err
		}
	}
	return report.Document().WriteText(c.stdout)
}

// answered returns the editions that answered, with the out-of-time accuracy of their models.
func (cmd *trackCmd) answered(c *console, t valuationlog.Tracked) (list []reports.TrackedEdition, err error) {
	editions, err := editionsFolder(cmd.Editions)
	if err != nil {
		return nil, err
	}
	for _, id := range slices.Sorted(maps.Keys(t.Editions)) {
		one := reports.TrackedEdition{ID: id, Answers: t.Editions[id]}
		if v, err := valuation.Open(c.ctx, filepath.Join(editions, filepath.Base(id))); err != nil {
			one.Why = err.Error()
		} else {
			models := v.Vintages()
			one.Tested = accuracy.Of(v.Edition(), models[len(models)-1])
		}
		list = append(list, one)
	}
	return list, nil
}
