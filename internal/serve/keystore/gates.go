// Which gates run on a database, and which round each has written.

package keystore

import (
	"context"
	"database/sql"
	"time"
)

const (
	// reportEvery is how often a gate says that it runs, when it writes nothing else.
	reportEvery = 10 * time.Second

	// runsFor is for how long a gate that said so counts as running: what a killed one has
	// of a rate is nobody's until then.
	runsFor = 3 * reportEvery

	// forgetAfter is how long the last round of a gate is remembered. A gate that had no
	// database for longer could write a round twice.
	forgetAfter = 30 * 24 * time.Hour
)

// begin begins to write a round of a gate, which so says that it runs. It is false when
// that round, or a later one, was written already: who wrote it did not get the answer. A
// round of the same gate whose commit is still on its way is waited for.
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

// running returns how many gates run. One that was seen later than now is from before the
// clock was set back.
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
