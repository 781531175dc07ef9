// gevel train: models of an edition, fitted on several machines.

package main

import (
	"fmt"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/offline/training"
	"github.com/gevel/gevel/internal/value/bulk"
)

// trainCmd is gevel train.
type trainCmd struct {
	Location string       `arg:"" help:"The folder or s3://bucket/prefix that gevel build --prepare was given."`
	Vintage  []gevel.Date `placeholder:"DATE" help:"Fit only the vintage of this date; repeatable."`
	Shard    string       `placeholder:"I/N" help:"Fit only a part of the vintages: 0/8 is the first of eight."`
	List     bool         `help:"List the vintages and whether they are fitted, and fit none."`
	memoryFlag
}

// Run fits the vintages.
func (cmd *trainCmd) Run(c *console) error {
	f, err := openTraining(c.ctx, cmd.Location)
	if err != nil {
		return err
	}
	defer f.Close()
	tasks, err := cmd.tasks(f)
	if err != nil {
		return err
	}
	if cmd.List {
		return cmd.list(c, f, tasks)
	}
	if len(tasks) == 0 {
		fmt.Fprintf(c.stdout, "shard %s of %d vintages has none to fit\n", cmd.Shard, len(f.Tasks()))
	}
	return c.fit(f, tasks)
}

// tasks returns the tasks that the flags choose.
func (cmd *trainCmd) tasks(f *training.Folder) ([]train.Task, error) {
	tasks := f.Tasks()
	for _, date := range cmd.Vintage {
		if !slices.ContainsFunc(tasks, func(t train.Task) bool { return t.Date == date }) {
			return nil, gevel.Refusal("gevel train --list lists the vintages", "the training has no vintage of %s", date)
		}
	}
	if len(cmd.Vintage) > 0 {
		tasks = slices.DeleteFunc(slices.Clone(tasks), func(t train.Task) bool { return !slices.Contains(cmd.Vintage, t.Date) })
	}
	if cmd.Shard == "" {
		return tasks, nil
	}
	var err error
	if cmd.Shard, err = fromEnvironment(cmd.Shard); err != nil {
		return nil, err
	}
	shard, err := bulk.ParseShard(cmd.Shard)
	if err != nil {
		return nil, err
	}
	var own []train.Task
	for i := shard.Index; i < len(tasks); i += shard.Of {
		own = append(own, tasks[i])
	}
	return own, nil
}

// list prints a line a vintage.
func (cmd *trainCmd) list(c *console, f *training.Folder, tasks []train.Task) error {
	for _, task := range tasks {
		state := "fitted"
		if err := f.Check(c.ctx, task); err != nil {
			state = "not fitted: " + err.Error()
		}
		fmt.Fprintf(c.stdout, "%s  %s\n", task, state)
	}
	return nil
}
