// Leases in the database.

package keystore

import (
	"context"
	"database/sql"
	"time"

	"github.com/gevel/gevel"
)

// leaser is a gate that writes a round and takes leases.
type leaser struct {
	holder string
	clock  func() time.Time
	round  int64 // rounds are numbered upwards; a repeated one keeps its number
}

// claim requests a lease on this month's quota of a key.
type claim struct {
	made  bool
	month gevel.Month
	limit int64     // the quota
	keep  int64     // left of the current lease, and granted at least
	want  int64     // 0 returns the lease
	at    time.Time // start of the lease, by the gate's clock
}

// granted is the database's answer to a claim.
type granted struct {
	n      int64 // uses, beyond those written
	used   int64 // uses written this month, by all processes
	others int64 // leased by other gates
}

// grant answers a claim, given the uses written and those leased by others. It grants at most half of what is
// left, so that other processes get a part.
func (p *posting) grant(used, others int64) {
	free := max(p.claim.limit-used-others, 0)
	n := min(free, max(p.claim.keep, min(p.claim.want, (free+1)/2)))
	p.granted = granted{n: n, used: used, others: others}
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

// scanShares reads shares, by key.
func scanShares(rows *sql.Rows) (map[string][]heldShare, error) {
	defer rows.Close()
	shares := make(map[string][]heldShare)
	for rows.Next() {
		var key string
		var s heldShare
		if err := rows.Scan(&key, &s.wanted, &s.perSecond); err != nil {
			return nil, err
		}
		shares[key] = append(shares[key], s)
	}
	return shares, rows.Err()
}
