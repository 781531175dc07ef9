// gevel value with a file of homes, or with --all homes of the edition as they were on a day.

package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/bulk"
	"github.com/gevel/gevel/internal/value/explain"
)

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
		file: cmd.file(), editions: cmd.Editions, date: date, shard: cmd.Shard, to: cmd.outputFlags, whole: cmd.Report != "",
	})
	if err != nil {
		return err
	}
	defer work.close()
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

// valueAll values all homes of the edition on a date.
func (cmd *valueCmd) valueAll(c *console, date gevel.Date) error {
	work, err := openBulk(c, bulkWork{
		editions: cmd.Editions, date: date, shard: cmd.Shard, to: cmd.outputFlags, area: cmd.area(), whole: cmd.Report != "",
	})
	if err != nil {
		return err
	}
	defer work.close()
	all := bulk.NewAll(work.options.Valuer.Edition())
	defer all.Close()
	if err := all.In(cmd.area()); err != nil {
		return err
	}
	if work.homes, err = bulk.NewFile("the edition", all); err != nil {
		return err
	}
	work.size = all.Size()
	work.options.Additions = []bulk.Addition{bulk.Municipal{Edition: work.options.Valuer.Edition()}}
	work.options.Refuse = bulk.BuiltLater
	work.options.LeaveOut = []gevel.Code{gevel.NotYetBuilt, gevel.NotResidential}
	return cmd.valueRows(c, work)
}

// areaFlags choose a part of the country.
type areaFlags struct {
	Municipality []string `placeholder:"NAME" help:"With --all, value only the homes of this municipality; repeatable."`
	Province     []string `placeholder:"NAME" help:"With --all, value only the homes of this province; repeatable."`
}

func (f areaFlags) area() bulk.Area {
	return bulk.Area{Municipalities: f.Municipality, Provinces: f.Province}
}
