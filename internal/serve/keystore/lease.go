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
	round  int64 // rounds are numbered upwards; one that is written again keeps its number
}

// claim asks for a lease on this month's quota of a key.
type claim struct {
	made  bool
	month gevel.Month
	limit int64     // the quota
	keep  int64     // left of the lease held now; that much is granted at the least
	want  int64     // 0 gives the lease back
	at    time.Time // by the gate's clock, from when the lease runs
}

// granted is what the database answers to a claim.
type granted struct {
	n      int64 // uses, beyond those written
	used   int64 // uses written this month, by every process
	others int64 // leased by others
}

// grant answers a claim, once it is known what is used and leased by others. It grants
// half of what is free at the most: other processes need their part.
func (p *posting) grant(used, others int64) {
	free := max(p.claim.limit-used-others, 0)
	n := min(free, max(p.claim.keep, min(p.claim.want, (free+1)/2)))
	p.granted = granted{n: n, used: used, others: others}
}

// leave gives back all leases of a holder, and no longer counts it as running. Rows of
// gates that were killed long ago go too.
func (s *Store) leave(ctx context.Context, by leaser) error {
	ctx, cancel := s.within(ctx)
	defer cancel()
	return s.transact(ctx, s.usage, func(tx *sql.Tx) error {
		now, err := s.engine.now(ctx, tx, by.clock)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM leases WHERE holder = $1`, by.holder); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM gates WHERE holder = $1 OR seen_at < $2`,
			by.holder, now.Add(-forgetAfter).UnixMilli())
		return err
	})
}
