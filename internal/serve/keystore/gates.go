// The gates that run on a database, and the last round written by each.

package keystore

import (
	"context"
	"database/sql"
	"time"
)

const (
	// reportEvery is how often a gate that writes nothing else reports that it runs.
	reportEvery = 10 * time.Second

	// runsFor is how long after its report a gate counts as running: until then a killed one keeps its part
	// of a rate.
	runsFor = 3 * reportEvery

	// forgetAfter is how long a gate's last round is remembered. A gate cut off from the database for longer
	// could write a round twice.
	forgetAfter = 30 * 24 * time.Hour
)

// begin begins to write a gate's round, which also reports that it runs. It returns false when this round or
// a later one was written already, and only the answer was lost. It waits for a commit of the same gate that
// is under way.
func (s *Store) begin(ctx context.Context, tx *sql.Tx, by leaser) (bool, error) {
	now, err := s.engine.now(ctx, tx, by.clock)
	if err != nil {
		return false, err
	}
	done, err := tx.ExecContext(ctx, `INSERT INTO gates (holder, round, seen_at) VALUES ($1, $2, $3)
		ON CONFLICT (holder) DO UPDATE SET round = excluded.round, seen_at = excluded.seen_at
		WHERE gates.round < excluded.round`, by.holder, by.round, now.UnixMilli())
	if err != nil {
		return false, err
	}
	n, err := done.RowsAffected()
	return n > 0, err
}

// running returns the number of running gates. A report from the future dates from before the clock was set
// back and does not count.
func (s *Store) running(ctx context.Context, clock func() time.Time) (n int64, err error) {
	ctx, cancel := s.within(ctx)
	defer cancel()
	now, err := s.engine.now(ctx, s.db, clock)
	if err != nil {
		return 0, s.wrap(err)
	}
	err = s.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM gates WHERE seen_at > $1 AND seen_at < $2`,
		now.Add(-runsFor).UnixMilli(), now.Add(runsFor).UnixMilli()).Scan(&n)
	return n, s.wrap(err)
}
