// gevel replay: repeats the valuations of a log.

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/serve/valuationlog"
	"github.com/gevel/gevel/internal/value/valuation"
)

// replayCmd is gevel replay.
type replayCmd struct {
	editionsFlag
	Log   string      `arg:"" name:"log" help:"The folder of a valuation log, or one of its files."`
	From  *gevel.Date `placeholder:"DAY" help:"The first day of valuations given (default: the log's)."`
	Until *gevel.Date `placeholder:"DAY" help:"The day after the last one (default: after the log's)."`
}

// replayShown is how many differences, and how many damaged entries, are printed.
const replayShown = 20

// Run replays the log.
func (cmd *replayCmd) Run(c *console) error {
	find, err := cmd.finder()
	if err != nil {
		return err
	}
	how := valuationlog.Replaying{
		Keep: replayShown, From: given(cmd.From, gevel.NoDate), Until: given(cmd.Until, gevel.Never), Progress: replayProgress(c),
		Open: func(ctx context.Context, id string) (*valuation.Valuer, error) {
			at, err := find(ctx, filepath.Base(id))
			if err != nil {
				return nil, err
			}
			return valuation.Open(ctx, at)
		},
	}
	r, err := valuationlog.Replay(c.ctx, valuationlog.Read(cmd.Log), how)
	if err != nil && c.ctx.Err() == nil {
		return err
	}
	cmd.print(c, &r)
	switch {
	case err != nil:
		c.say("gevel: interrupted; go on with --from %s\n", r.Next)
		return err
	case r.Same < r.Entries || r.Damaged > 0:
		return errors.New("not every valuation of the log could be repeated")
	}
	return nil
}

// replayProgress returns what says how far a replay is, every half minute.
func replayProgress(c *console) func(int, gevel.Date) {
	said := c.now()
	return func(done int, day gevel.Date) {
		if c.now().Sub(said) >= lineEvery {
			said = c.now()
			c.say("replayed %d valuations, up to %s\n", done, day)
		}
	}
}

// print prints what a replay found.
func (cmd *replayCmd) print(c *console, r *valuationlog.Replayed) {
	unopened := 0
	for _, of := range r.Unopened {
		unopened += of.Entries
	}
	fmt.Fprintf(c.stdout, "%d valuations: %d the same to the euro, %d different, %d of editions that can't be opened, "+
		"%d damaged log entries\n", r.Entries, r.Same, r.Different, unopened, r.Damaged)
	for _, d := range r.Shown {
		fmt.Fprintf(c.stdout, "\n%s, request %s, edition %s%s\n", d.Entry.Time.UTC().Format("2006-01-02 15:04:05Z07:00"),
			d.Entry.Request, d.Entry.Edition(), answeredBy(d.Entry.Program))
		if d.Err != nil {
			fmt.Fprintf(c.stdout, "  now: %v\n", d.Err)
		}
		for _, f := range d.Fields {
			fmt.Fprintf(c.stdout, "  %s: %v, now %v\n", f.Name, f.Logged, f.Now)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(r.Unopened)) {
		why := r.Unopened[id]
		if errors.Is(why.Err, fs.ErrNotExist) {
			why.Err = fmt.Errorf("it is not under %s", cmd.Editions)
		}
		fmt.Fprintf(c.stdout, "edition %s, %d valuations: %v\n", id, why.Entries, why.Err)
	}
	for _, damaged := range r.Faults {
		fmt.Fprintln(c.stdout, damaged)
	}
	if days := r.Silent(); len(days) > 0 {
		fmt.Fprintf(c.stdout, "%d days between the first and the last valuation have none, such as %s: are all files of the log there?\n",
			len(days), days[0])
	}
}

// answeredBy says which other program gave an answer, where the log knows it.
func answeredBy(program string) string {
	if program == "" || program == version {
		return ""
	}
	return ", given by " + madeBy(program)
}

// finder returns a function that finds the directory of an edition by its id. Its error for a missing edition
// is fs.ErrNotExist.
func (cmd *replayCmd) finder() (func(ctx context.Context, id string) (dir string, err error), error) {
	if bucket.IsS3(cmd.Editions) {
		return func(ctx context.Context, id string) (string, error) { return fetchEdition(ctx, cmd.Editions, id) }, nil
	}
	editions, err := editionsFolder(cmd.Editions)
	if err != nil {
		return nil, err
	}
	return func(_ context.Context, id string) (string, error) {
		at := filepath.Join(editions, id)
		_, err := edition.PublishedAt(at) // else it is reported as missing, not as damaged
		return at, err
	}, nil
}
