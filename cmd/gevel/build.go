// gevel build: an edition from source files.

package main

import (
	"errors"
	"io"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/offline/reports"
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

// Help describes the build file.
func (*buildCmd) Help() string {
	return `The build file names the sources; paths in it are relative to it:

  editions: editions            # the folder in which editions are published
  vintages: 5                   # years of past valuation dates
  seed: 1
  max_reject_share: 0.5         # of the rows of a sales file; more is an error
  sources:
    bag: BAGNLDL-08092023.zip   # the register of addresses and buildings
    sales:
      - file: koopsommen.csv    # a known format: kadaster or nvm
        preset: kadaster
      - file: sales.csv.gz      # the flat sales file, or any other with a mapping
        mapping:
          columns: {price: Koopsom, sale_date: Transactiedatum}
          values: {build_type: {T: Tussenwoning, V: Vrijstaande woning}}

An edition appears whole or not at all. A build that is stopped publishes nothing. A build
that lost more than the build file's limits allow, compared with the previous edition, is
not published either; --force publishes it, and its manifest says so.
A build reuses the parts of the previous edition whose sources did not change: with new
sales only, it reads no registers and trains only models that could know them. The
summary says what was reused, and why the rest was not.
The same sources give the same edition; gevel train --help says how several machines train it.
docs/reference/buildfile.md lists every key.`
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
		show = reports.WriteBuildJSON
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

// writeBuild writes the summary of a build as text.
func writeBuild(w io.Writer, s *build.Summary, took time.Duration) error {
	return reports.Build(s, took).WriteText(w)
}

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

// madeBy names a program in manifests.
func madeBy(program string) string { return "gevel " + program }
