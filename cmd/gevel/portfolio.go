// gevel portfolio: revalues homes that secure loans.

package main

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/reports"
	"github.com/gevel/gevel/internal/value/bulk"
	"github.com/gevel/gevel/internal/value/portfolio"
)

// portfolioCmd is gevel portfolio.
type portfolioCmd struct {
	editionsFlag
	outputFlags
	File string `arg:"" name:"file" help:"A file of homes with their loans, .csv, .csv.gz, .xlsx, .gpkg or .parquet."`
	dateFlag
	Since   *gevel.Date `placeholder:"DATE" help:"Compare with the value on this day if a row gives no earlier value."`
	Shock   *float64    `placeholder:"CHANGE" help:"Also compute values after a change of all prices: -0.20 is a fall of 20 %."`
	Inspect int         `placeholder:"N" help:"Name the N homes whose inspection takes most uncertainty off the book."`
	Page    string      `placeholder:"FILE" help:"Write the totals as an HTML report, .html."`
	JSON    string      `name:"json" placeholder:"FILE" help:"Write the totals as JSON."`
	shardFlag
}

// Validate is called by kong after the flags are read.
func (cmd *portfolioCmd) Validate() error {
	if cmd.Shock != nil && !(*cmd.Shock > -1 && *cmd.Shock <= 1) { // NaN is neither
		return errors.New("--shock must be greater than -1 and at most 1: -0.20 is a fall of 20 %")
	}
	if cmd.Inspect < 0 {
		return errors.New("--inspect must be 0 homes or more")
	}
	for _, totals := range []string{cmd.Page, cmd.JSON} {
		if totals != "" && cmd.Output != "" && filepath.Clean(totals) == filepath.Clean(cmd.Output) {
			return errors.New("--output, --page and --json must be different files")
		}
	}
	return nil
}

// Run revalues the portfolio.
func (cmd *portfolioCmd) Run(c *console) error {
	date, err := cmd.day(c)
	if err != nil {
		return err
	}
	if cmd.Since != nil && *cmd.Since >= date {
		return gevel.Refusal("", "--since %s does not lie before the valuation date, %s", *cmd.Since, date)
	}
	if cmd.Page != "" && !strings.HasSuffix(cmd.Page, ".html") {
		return gevel.Refusal("", "--page %s does not end in .html", cmd.Page)
	}
	work, err := openBulk(c, bulkWork{
		file: cmd.File, editions: cmd.Editions, date: date, shard: cmd.Shard,
		to: cmd.outputFlags,
	})
	if err != nil {
		return err
	}
	defer work.close()
	if oldest := work.options.Valuer.Oldest(); cmd.Since != nil && *cmd.Since < oldest {
		return gevel.Refusal("", "--since %s lies before %s, the first day that the edition can value", *cmd.Since, oldest)
	}
	p, err := portfolio.New(work.homes, portfolio.Options{
		Valuer: work.options.Valuer, Inspect: cmd.Inspect, Since: known(cmd.Since), Shock: known(cmd.Shock),
	})
	if err != nil {
		return err
	}
	work.options.Additions = []bulk.Addition{p}
	return cmd.write(c, work, p)
}

// write writes the revalued rows, and the totals after the last one.
func (cmd *portfolioCmd) write(c *console, work *bulkWork, p *portfolio.Portfolio) (err error) {
	out, err := openOutputs([]string{cmd.Page, cmd.JSON}, cmd.File, work.to.Output)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.discard()) }()
	if cmd.Output == "" {
		work.nowhere = true
	}
	if err := work.run(c); err != nil {
		return err
	}
	s := p.Summary()
	if err := p.Distribute(c.ctx, &s); err != nil {
		return err
	}
	s.Part, s.Origin = work.shard, work.options.Origin()
	name := filepath.Base(cmd.File)
	if s.Part != "" {
		name += ", part " + s.Part
	}
	report := (&reports.Portfolio{Summary: s, Name: name}).Document()
	err = errors.Join(out.writeText(cmd.JSON, s.WriteJSON), out.writeText(cmd.Page, report.WriteHTML))
	if err != nil || cmd.Output == "-" {
		return err
	}
	return report.WriteText(c.stdout)
}
