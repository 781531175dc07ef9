// gevel value --all: all homes of the edition as they were on a day.

package main

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/bulk"
)

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
