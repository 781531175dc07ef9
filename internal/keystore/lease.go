// Leases in the database.

package keystore

import (
	"context"
	"database/sql"
	"time"

	"github.com/gevel/gevel"
)

// leaser is a process that takes leases.
type leaser struct {
	holder string
	clock  func() time.Time
}

// claim asks for a lease on this month's quota of a key.
type claim struct {
	made  bool
	month gevel.Month
	limit int64     // the quota
	keep  int64     // left of the lease held now; that much is granted at the least
	want  int64     // 0 gives the lease back
	at    time.Time // when the database answered: the lease runs from then
}

// granted is what the database answers to a claim.
type granted struct {
	n      int64 // uses, beyond those written
	used   int64 // uses written this month, by every process
	others int64 // leased by others
}

// lease answers the claim of a posting. It grants half of what is free at the most:
// other processes need their part. The clock is read once the file is locked, so that a
// lease of others from before ends leaseFor from now at the latest. One that ends later is
// from before the clock was set back.
func lease(ctx context.Context, tx *sql.Tx, by leaser, p *posting) error {
	c, g := &p.claim, &p.granted
	if !c.made {
		return nil
	}
	// Setting a column to itself locks the row: of two that take leases one waits for the
	// other, also in a database that several may write to at once.
	if _, err := tx.ExecContext(ctx, `UPDATE keys SET quota = quota WHERE id = $1`, p.key); err != nil {
		return err
	}
	c.at = by.clock()
	ends := c.at.Add(leaseFor).UnixMilli()
	if _, err := tx.ExecContext(ctx, `DELETE FROM leases
		WHERE key_id = $1 AND (ends_at <= $2 OR ends_at > $3 OR holder = $4)`,
		p.key, c.at.UnixMilli(), ends, by.holder); err != nil {
		return err
	}
	if err := tx.QueryRowContext(ctx, `SELECT
		(SELECT COALESCE(SUM(uses), 0) FROM usage WHERE month = $1 AND key_id = $2),
		(SELECT COALESCE(SUM(uses), 0) FROM leases WHERE month = $1 AND key_id = $2)`,
		c.month.String(), p.key).Scan(&g.used, &g.others); err != nil {
		return err
	}
	free := max(c.limit-g.used-g.others, 0)
	g.n = min(free, max(c.keep, min(c.want, (free+1)/2)))
	if g.n == 0 {
		return nil
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO leases (month, key_id, holder, uses, ends_at) VALUES ($1, $2, $3, $4, $5)`,
		c.month.String(), p.key, by.holder, g.n, ends)
	return err
}

// endLeases gives back all leases of a holder.
func (s *Store) endLeases(ctx context.Context, holder string) error {
	return s.transact(ctx, s.usage, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM leases WHERE holder = $1`, holder)
		return err
	})
}
