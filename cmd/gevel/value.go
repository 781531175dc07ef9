// gevel value: the value of a home, or of each home in a file.

package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/bulk"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// valueCmd is gevel value.
type valueCmd struct {
	editionsFlag
	overrideFlags
	propertyReportFlags
	studyFlags
	outputFlags
	areaFlags
	Home []string `arg:"" optional:"" name:"home" help:"An address (1234AB 12 A-2, Kerkstraat 12 Goes) or a BAG id; or a file of homes, .csv, .csv.gz, .xlsx, .gpkg or .parquet."`
	File string   `placeholder:"FILE" help:"A file of homes, with any ending."`
	dateFlag
	All bool `help:"Value all homes of the edition as they were on the valuation date, each with three references, without homes built later."`
	shardFlag
	JSON    bool `name:"json" help:"Print the valuation of one home as the API's data, with its meta."`
	Explain bool `help:"Explain the value: its steps, its evidence, and its uncertainty; for a file of homes only the steps."`
}

// Validate is called by kong after the flags are read.
func (cmd *valueCmd) Validate() error {
	if !cmd.All && (len(cmd.Municipality) > 0 || len(cmd.Province) > 0) {
		return errors.New("--municipality and --province are for --all")
	}
	if err := cmd.propertyReportFlags.check(); err != nil {
		return err
	}
	if cmd.file() != "" {
		return cmd.validateFile()
	}
	switch flag, given := cmd.first(); {
	case cmd.All && (len(cmd.Home) > 0 || given || cmd.JSON):
		return errors.New("--all takes no home, no --json and no " + cmp.Or(flag, "characteristics"))
	case cmd.All:
		return nil
	case len(cmd.Home) == 0:
		return errors.New("name a home, such as 1234AB 12 A-2, or a file of homes")
	case cmd.Output != "" || cmd.Shard != "" || cmd.Raw || cmd.Study != "":
		return errors.New("--output, --shard, --raw and --study are for a file of homes, or --all")
	case cmd.Report != "" && (cmd.JSON || cmd.Explain):
		return errors.New("--report of one home does not combine with --json or --explain")
	}
	return nil
}

// Run values the home or the file.
func (cmd *valueCmd) Run(c *console) error {
	date, err := cmd.day(c)
	if err != nil {
		return err
	}
	if cmd.file() != "" {
		return cmd.valueFile(c, date)
	}
	if cmd.All {
		return cmd.valueAll(c, date)
	}
	if err := bulk.Invalid(cmd.overrideFlags.check(date.Year()), flagName); err != nil { // before opening anything
		return err
	}
	v, err := openValuer(c.ctx, cmd.Editions)
	if err != nil {
		return err
	}
	overrides, faults := cmd.read(v.Edition().Sales().Attributes, date.Year())
	if err := bulk.Invalid(faults, flagName); err != nil {
		return err
	}
	q, err := homeOf(strings.Join(cmd.Home, " "), v.Edition())
	if err != nil {
		return err
	}
	c.warnOfOldSales(v.Edition().Sales(), date)
	return bulk.Reword(cmd.answer(c, v, gevel.Inquiry{AddressQuery: q, Overrides: overrides, Date: date}), flagOf)
}

// areaFlags choose a part of the country.
type areaFlags struct {
	Municipality []string `placeholder:"NAME" help:"With --all, value only the homes of this municipality; repeatable."`
	Province     []string `placeholder:"NAME" help:"With --all, value only the homes of this province; repeatable."`
}

func (f areaFlags) area() bulk.Area {
	return bulk.Area{Municipalities: f.Municipality, Provinces: f.Province}
}

// file returns the file of homes, "" when one home is named. No address ends like such a file's name.
func (cmd *valueCmd) file() string {
	if cmd.File == "" && len(cmd.Home) == 1 {
		name := strings.ToLower(cmd.Home[0])
		for _, ending := range []string{".csv", ".csv.gz", ".xlsx", ".gpkg", ".parquet"} {
			if strings.HasSuffix(name, ending) {
				return cmd.Home[0]
			}
		}
	}
	return cmd.File
}

func (cmd *valueCmd) validateFile() error {
	flag, given := cmd.first()
	switch {
	case cmd.File != "" && len(cmd.Home) > 0:
		return errors.New("name a home or a file of homes, not both")
	case cmd.All:
		return errors.New("--all values the homes of the edition, not a file of homes")
	case cmd.JSON:
		return errors.New("--json is for one home")
	case given:
		return fmt.Errorf("%s is for one home; in a file of homes it is a column", flag)
	}
	return nil
}

// valueFile values the file of homes, on a date for rows without their own.
func (cmd *valueCmd) valueFile(c *console, date gevel.Date) error {
	work, err := openBulk(c, bulkWork{
		file: cmd.file(), editions: cmd.Editions, date: date, shard: cmd.Shard, to: cmd.outputFlags,
	})
	if err != nil {
		return err
	}
	defer work.close()
	return cmd.valueRows(c, work)
}

// valueAll values all homes of the edition on a date.
func (cmd *valueCmd) valueAll(c *console, date gevel.Date) error {
	work, err := openBulk(c, bulkWork{
		editions: cmd.Editions, date: date, shard: cmd.Shard, to: cmd.outputFlags, area: cmd.area(),
	})
	if err != nil {
		return err
	}
	defer work.close()
	all := bulk.NewAll(work.options.Valuer.Edition(), date)
	defer all.Close()
	if err := all.In(cmd.area()); err != nil {
		return err
	}
	if work.homes, err = bulk.NewFile(c.ctx, "the edition", all); err != nil {
		return err
	}
	work.size = all.Size()
	work.options.Additions = []bulk.Addition{bulk.Municipal{Edition: work.options.Valuer.Edition()}}
	work.options.Refuse = bulk.BuiltLater
	work.options.LeaveOut = []gevel.Code{gevel.NotYetBuilt, gevel.NotResidential}
	return cmd.valueRows(c, work)
}

// valueRows values the homes of a file or of the edition.
func (cmd *valueCmd) valueRows(c *console, work *bulkWork) error {
	if cmd.Explain {
		work.options.Explainer = explain.New(work.options.Valuer)
	}
	value := work.run
	if cmd.Report != "" {
		value = func(c *console) error { return cmd.reportAll(c, work) }
	}
	if cmd.Study != "" {
		return cmd.study(c, work, value)
	}
	return value(c)
}

// answer values one home and prints the result.
func (cmd *valueCmd) answer(c *console, v *valuation.Valuer, q gevel.Inquiry) error {
	switch {
	case cmd.Explain:
		return cmd.explain(c, v, q)
	case cmd.Report != "":
		return cmd.report(c, v, q)
	}
	valuation, err := v.Value(q)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return c.printJSON(present.NewValuationJSON(valuation, q.Overrides))
	}
	return present.Valuation(c.stdout, valuation, q.Overrides)
}

func (cmd *valueCmd) explain(c *console, v *valuation.Valuer, q gevel.Inquiry) error {
	e, err := explain.New(v).Explain(q)
	if err != nil {
		return err
	}
	explained := present.NewExplained(e, q.Overrides, words.English)
	if cmd.JSON {
		return c.printJSON(explained)
	}
	return explained.WriteText(c.stdout)
}
