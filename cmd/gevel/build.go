// gevel build: an edition from source files.

package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/build"
	"github.com/gevel/gevel/internal/edition"
)

// buildCmd is gevel build.
type buildCmd struct {
	Config string `short:"c" default:"gevel.yaml" env:"GEVEL_CONFIG" help:"The build file (${default})."`
}

// Help describes the build file.
func (*buildCmd) Help() string {
	return `The build file names the sources; paths in it are relative to it:

  editions: editions            # the folder in which editions are published
  vintages: 5                   # how many years back can be valued
  seed: 1
  max_reject_share: 0.5         # of the rows of a sales file; more is an error
  sources:
    bag: BAGNLDL-08092023.zip   # a delivery of the register
    sales:
      - file: sales.csv.gz      # the flat sales file, or any other with a mapping
        mapping:
          columns: {price: Koopsom, sale_date: Transactiedatum}
          values: {build_type: {T: Tussenwoning, V: Vrijstaande woning}}

An edition appears whole or not at all. A build that is stopped publishes nothing,
and the same sources give the same edition. docs/operations.md shows every key.`
}

// Run builds and prints the summary.
func (cmd *buildCmd) Run(c *console) error {
	config, err := build.ReadConfig(cmd.Config)
	if err != nil {
		return err
	}
	return c.build(config, gevel.DayOf(c.now()))
}

// build runs a build as of a day, with progress on stderr and its summary on stdout.
func (c *console) build(config build.Config, today gevel.Date) error {
	start := c.now()
	bar := newProgress(c.stderr)
	summary, err := build.Run(c.ctx, config, build.Options{
		Today: today, MadeBy: "gevel " + version,
		Progress: func(stage build.Stage, done, total int64) { bar.step(string(stage), done, total) },
	})
	bar.finish()
	if err != nil {
		return err
	}
	printSummary(c.stdout, summary, c.now().Sub(start))
	return nil
}

// outcome says whether a build made anything new.
func outcome(o edition.Outcome, took time.Duration) string {
	if o == edition.Stands {
		return fmt.Sprintf("stands already: the same was built before (%s)", took)
	}
	return fmt.Sprintf("made in %s", took)
}

func printSummary(w io.Writer, s *build.Summary, took time.Duration) {
	m := s.Manifest
	fmt.Fprintf(w, "edition %s in %s, %s\n\n", m.ID, s.Dir, outcome(s.Outcome, took.Round(100*time.Millisecond)))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "source\tas of\tread\tused\tpast\twithdrawn\trejected\tfaults\t\n")
	sources := slices.Sorted(maps.Keys(s.Counts))
	for _, source := range sources {
		n := s.Counts[source]
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n",
			source, m.AsOf[source], n.Read, n.Used, n.Past, n.Withdrawn, n.Rejected, n.Faults)
	}
	t.Flush()
	for _, source := range sources {
		heading := "rejected of " + source
		if s.Counts[source].Faults > 0 {
			heading = "rejects and faults of " + source
		}
		printRejects(w, heading, m.Rejects[source])
	}
	for _, file := range slices.Sorted(maps.Keys(s.Ignored)) {
		if columns := s.Ignored[file]; len(columns) > 0 {
			fmt.Fprintf(w, "\n%s: columns not used: %s\n", file, strings.Join(columns, ", "))
		}
	}
	fmt.Fprintf(w, "\n%d addresses, %d homes, %d sales\n", m.Rows["addresses"], m.Rows["dwellings"], m.Rows["sales"])
	fmt.Fprintf(w, "values homes on any day from %s on; the newest model is of %s\n", s.Models[0], s.Models[len(s.Models)-1])
}

func printRejects(w io.Writer, heading string, rejects []gevel.Reject) {
	if len(rejects) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", heading)
	for _, r := range rejects {
		fmt.Fprintf(w, "  %7d  %s (%s)\n", r.Count, r.Reason, r.Samples[0])
	}
}
