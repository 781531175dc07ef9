// The gates that run on a database, and the rounds that they write.

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

// post writes a round of a gate: uses and leases, all or nothing, and once: repeating a round changes
// nothing. Other processes add to the same rows. Postings are sorted by key. It fails when the file was
// replaced: uses written to the old one would be lost.
func (s *Store) post(ctx context.Context, by leaser, postings []posting) error {
	ctx, cancel := s.within(ctx)
	defer cancel()
	return s.transact(ctx, s.usage, func(tx *sql.Tx) error {
		if err := s.engine.inPlace(); err != nil {
			return err
		}
		if first, err := s.begin(ctx, tx, by); err != nil || !first {
			return err
		}
		return s.engine.write(ctx, tx, by, postings)
	})
}

// checkpoint writes changes to disk.
func (s *Store) checkpoint(ctx context.Context) error { return s.wrap(s.engine.checkpoint(ctx)) }

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

// leave returns all leases and shares of a holder, which then no longer counts as running. It also deletes rows of gates
// that were killed long ago.
func (s *Store) leave(ctx context.Context, by leaser) error {
	ctx, cancel := s.within(ctx)
	defer cancel()
	return s.transact(ctx, s.usage, func(tx *sql.Tx) error {
		now, err := s.engine.now(ctx, tx, by.clock)
		if err != nil {
			return err
		}
		for _, table := range []string{"leases", "shares"} {
			if _, err := tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE holder = $1`, by.holder); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM gates WHERE holder = $1 OR seen_at < $2`,
			by.holder, now.Add(-forgetAfter).UnixMilli())
		return err
	})
}
