// gevel build: an edition from source files.

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/offline/reports"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/offline/training"
)

// buildCmd is gevel build.
type buildCmd struct {
	Config  string `short:"c" default:"gevel.yaml" env:"GEVEL_CONFIG" placeholder:"FILE" help:"The build file (${default})."`
	Force   bool   `help:"Publish the edition even when it exceeds the limits in the build file."`
	Prepare string `placeholder:"LOCATION" help:"Write what models learn from to this folder or s3://bucket/prefix, for gevel train on other machines, fit the models that others start from, and publish nothing."`
	Trained string `placeholder:"LOCATION" help:"Take the models that gevel train fitted at this location instead of training."`
	Fresh   bool   `help:"Read and train everything again, and reuse nothing of the previous edition."`
	JSON    bool   `name:"json" help:"Print the summary as JSON; docs/reference/summary.md lists its keys."`
	Metrics string `placeholder:"FILE" help:"Write what came of the build, also of a failed one, for node_exporter's textfile collector: FILE ends in .prom."`
	Rejects string `placeholder:"FILE" help:"Write every row that is left out as CSV: source, file, line, reason, message. The registers are read for it again."`
	memoryFlag
}

// Validate is called by kong after the flags are read.
func (cmd *buildCmd) Validate() error {
	if cmd.Prepare != "" && (cmd.Trained != "" || cmd.JSON || cmd.Rejects != "" || cmd.Force || cmd.Metrics != "") {
		return errors.New("--prepare publishes nothing, and takes no --trained, --json, --rejects, --force and --metrics")
	}
	return nil
}

// Run builds, prints the summary and writes the metrics.
func (cmd *buildCmd) Run(c *console) error {
	if cmd.Prepare != "" {
		return cmd.prepare(c)
	}
	metrics, err := openBuildMetrics(cmd.Metrics, c.now())
	if err != nil {
		return err
	}
	summary, err := cmd.build(c)
	if err != nil {
		summary = nil
	}
	return errors.Join(err, metrics.write(summary, c.now()))
}

// build builds and prints the summary.
func (cmd *buildCmd) build(c *console) (built *build.Summary, err error) {
	config, err := build.ReadConfig(cmd.Config)
	if err != nil {
		return nil, err
	}
	rejects, err := openRejects(cmd.Rejects, cmd.Config, "source", "file", "line", "reason", "message")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rejects.discard()) }()
	show := writeBuild
	if cmd.JSON {
		show = func(w io.Writer, s *build.Summary, took time.Duration) error {
			return asJSON(reports.NewBuildJSON(s, took))(w)
		}
	}
	err = c.build(config, build.Options{
		Today: gevel.DayOf(c.now()), Force: cmd.Force, Fresh: cmd.whyFresh(), AllRejects: rejects != nil, Models: cmd.models(),
	}, func(w io.Writer, s *build.Summary, took time.Duration) error {
		built = s
		return errors.Join(rejects.of(s.Rejects), rejects.finish(), show(w, s, took))
	})
	return built, err
}

// whyFresh returns why nothing is carried on, "" to carry on.
func (cmd *buildCmd) whyFresh() string {
	if cmd.Fresh {
		return "--fresh asks for it"
	}
	return ""
}

// prepare writes what models learn from, and fits the vintages whose kernels others use.
func (cmd *buildCmd) prepare(c *console) error {
	config, err := build.ReadConfig(cmd.Config)
	if err != nil {
		return err
	}
	bar := newProgress(c.stderr, c.now)
	set, err := build.Prepare(c.ctx, config,
		c.buildOptions(build.Options{Today: gevel.DayOf(c.now()), Fresh: cmd.whyFresh()}, bar))
	bar.finish()
	if err != nil {
		return err
	}
	id, err := set.Write(c.ctx, cmd.Prepare, c.now())
	if err != nil {
		return err
	}
	f, err := openTraining(c.ctx, cmd.Prepare)
	if err != nil {
		return err
	}
	defer f.Close()
	var names []string
	var kernels []train.Task
	for _, task := range f.Tasks() {
		names = append(names, task.String())
		if task.FitsKernel() {
			kernels = append(kernels, task)
		}
	}
	fmt.Fprintf(c.stdout, "training set %s in %s: %d sales; vintages %s\n", id, cmd.Prepare, set.Sales.Len(),
		strings.Join(names, ", "))
	return c.fit(f, kernels)
}

// models returns where the models of a build come from, nil if they are trained here.
func (cmd *buildCmd) models() func(context.Context, training.Set) ([]*vintage.Vintage, error) {
	if cmd.Trained == "" {
		return nil
	}
	return func(ctx context.Context, of training.Set) (_ []*vintage.Vintage, err error) {
		f, err := openTraining(ctx, cmd.Trained)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		return f.Gather(ctx, of)
	}
}
