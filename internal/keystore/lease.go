// Leases in the database.

package keystore

import (
	"context"
	"database/sql"
	"time"

	"github.com/gevel/gevel"
)

// claim asks for a lease on this month's quota of a key.
type claim struct {
	made  bool
	month gevel.Month
	limit int64 // the quota
	keep  int64 // left of the lease held now; that much is granted at the least
	want  int64 // 0 gives the lease back
	at    time.Time
}

// granted is what the database answers to a claim.
type granted struct {
	n      int64 // uses, beyond those written
	used   int64 // uses written this month, by every process
	others int64 // leased by others
}

// lease answers the claim of a posting. It grants half of what is free at the most:
// other processes need their part.
func lease(ctx context.Context, tx *sql.Tx, holder string, p *posting) error {
	c, g := p.claim, &p.granted
	if !c.made {
		return nil
	}
	// Setting a column to itself locks the row: of two that take leases one waits for the
	// other, also in a database that several may write to at once.
	if _, err := tx.ExecContext(ctx, `UPDATE keys SET quota = quota WHERE id = $1`, p.key); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM leases WHERE key_id = $1 AND (ends_at <= $2 OR holder = $3)`,
		p.key, c.at.UnixMilli(), holder); err != nil {
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
		c.month.String(), p.key, holder, g.n, c.at.Add(leaseFor).UnixMilli())
	return err
}

// endLeases gives back all leases of a holder.
func (s *Store) endLeases(ctx context.Context, holder string) error {
	return s.transact(ctx, s.usage, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM leases WHERE holder = $1`, holder)
		return err
	})
}
