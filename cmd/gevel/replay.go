// gevel replay: repeats the valuations of a log.

package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/serve/valuationlog"
	"github.com/gevel/gevel/internal/value/valuation"
)

// replayCmd is gevel replay.
type replayCmd struct {
	editionsFlag
	Log string `arg:"" name:"log" help:"The folder of a valuation log, or one of its files."`
}

// replayShown is how many differences are printed.
const replayShown = 20

// Run replays the log.
func (cmd *replayCmd) Run(c *console) error {
	find, err := cmd.finder()
	if err != nil {
		return err
	}
	open := func(ctx context.Context, id string) (*valuation.Valuer, error) {
		at, err := find(ctx, filepath.Base(id))
		if err != nil {
			return nil, err
		}
		return valuation.Open(ctx, at)
	}
	r, err := valuationlog.Replay(c.ctx, valuationlog.Read(cmd.Log), open)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "%d valuations: %d the same to the euro, %d different, %d of missing editions, "+
		"%d damaged log entries\n", r.Entries, r.Same, len(r.Different), sum(r.Missing), len(r.Damaged))
	for _, d := range r.Different[:min(replayShown, len(r.Different))] {
		fmt.Fprintf(c.stdout, "\n%s, request %s, edition %s\n",
			d.Entry.Time.UTC().Format("2006-01-02 15:04:05Z07:00"), d.Entry.Request, d.Entry.Edition())
		if d.Err != nil {
			fmt.Fprintf(c.stdout, "  now: %v\n", d.Err)
		}
		for _, f := range d.Fields {
			fmt.Fprintf(c.stdout, "  %s: %v, now %v\n", f.Name, f.Logged, f.Now)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(r.Missing)) {
		fmt.Fprintf(c.stdout, "edition %s is not under %s: %d valuations\n", id, cmd.Editions, r.Missing[id])
	}
	for _, damaged := range r.Damaged[:min(replayShown, len(r.Damaged))] {
		fmt.Fprintf(c.stdout, "%v\n", damaged)
	}
	if r.Same < r.Entries || len(r.Damaged) > 0 {
		return errors.New("not every valuation of the log could be repeated")
	}
	return nil
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

func sum(counts map[string]int) (n int) {
	for _, k := range counts {
		n += k
	}
	return n
}
