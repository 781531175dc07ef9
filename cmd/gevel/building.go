// Builds and the fitting of models, as gevel build, train and demo run them.

package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/offline/reports"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/offline/training"
)

// showing writes the summary of a build that took so long.
type showing func(io.Writer, *build.Summary, time.Duration) error

// build runs a build, with progress on stderr and its summary on stdout.
func (c *console) build(config build.Config, o build.Options, show showing) error {
	start, bar := c.now(), newProgress(c.stderr, c.now)
	summary, err := build.Run(c.ctx, config, c.buildOptions(o, bar))
	bar.finish()
	if err != nil {
		return err
	}
	return show(c.stdout, summary, c.now().Sub(start))
}

// buildOptions completes the options of a build.
func (c *console) buildOptions(o build.Options, bar *progress) build.Options {
	program, err := program()
	o.Began, o.MadeBy = c.now(), madeBy(program)
	if err != nil && o.Fresh == "" { // an edition of the same version may be from another program
		o.Fresh = err.Error()
	}
	o.Progress = func(at build.Step) { bar.step(string(at.Stage), at.Of, at.Done, at.Total) }
	return o
}

// openTraining opens the training at a location.
func openTraining(ctx context.Context, location string) (*training.Folder, error) {
	dir, err := newestEdition(ctx, location)
	if gevel.CodeOf(err) == gevel.NotFound {
		return nil, gevel.Refusal("run gevel build --prepare first", "nothing is prepared for training at %s", location)
	}
	if err != nil {
		return nil, err
	}
	program, err := program()
	if err != nil {
		return nil, err
	}
	return training.Open(ctx, location, dir, madeBy(program))
}

// fit fits vintages, with a line each on stdout.
func (c *console) fit(f *training.Folder, tasks []train.Task) error {
	for _, task := range tasks {
		start := c.now()
		done, err := f.Fit(c.ctx, task)
		if err != nil {
			return err
		}
		if done.There {
			fmt.Fprintf(c.stdout, "vintage of %s: was fitted already\n", task)
			continue
		}
		if done.Stale != nil {
			c.say("gevel: %v; it is replaced\n", done.Stale)
		}
		fmt.Fprintf(c.stdout, "vintage of %s: fitted in %s\n", task, c.now().Sub(start).Round(100*time.Millisecond))
	}
	return nil
}

// writeBuild writes the summary of a build as text.
func writeBuild(w io.Writer, s *build.Summary, took time.Duration) error {
	return reports.Build(s, took).WriteText(w)
}
