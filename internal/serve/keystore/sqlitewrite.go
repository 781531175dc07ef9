// How uses and leases are written to a SQLite file. A writing transaction locks the file from its beginning.

package keystore

import (
	"context"
	"database/sql"
)

func (f *file) write(ctx context.Context, tx *sql.Tx, by leaser, postings []posting) error {
	add, err := tx.PrepareContext(ctx, `INSERT INTO usage (month, key_id, uses, last_used_at)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (month, key_id) DO UPDATE SET uses = uses + excluded.uses,
		last_used_at = MAX(last_used_at, excluded.last_used_at)`)
	if err != nil {
		return err
	}
	defer add.Close()
	for i := range postings {
		p := &postings[i]
		for _, u := range p.uses {
			if _, err := add.ExecContext(ctx, u.month.String(), p.key, u.n, u.last.UnixMilli()); err != nil {
				return err
			}
		}
		if p.claim.made {
			if err := f.lease(ctx, tx, by, p); err != nil {
				return err
			}
		}
		if p.share.made {
			if err := f.share(ctx, tx, by, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// lease answers the claim of a posting. It reads the clock while the file is locked, so that a lease taken by
// others before ends within leaseFor. A lease that ends later dates from before the clock was set back.
func (f *file) lease(ctx context.Context, tx *sql.Tx, by leaser, p *posting) error {
	p.claim.at = by.clock()
	now, ends := p.claim.at.UnixMilli(), p.claim.at.Add(leaseFor).UnixMilli()
	if _, err := tx.ExecContext(ctx, `DELETE FROM leases
		WHERE key_id = $1 AND (ends_at <= $2 OR ends_at > $3 OR holder = $4)`, p.key, now, ends, by.holder); err != nil {
		return err
	}
	var used, others int64
	if err := tx.QueryRowContext(ctx, `SELECT
		(SELECT COALESCE(SUM(uses), 0) FROM usage WHERE month = $1 AND key_id = $2),
		(SELECT COALESCE(SUM(uses), 0) FROM leases WHERE month = $1 AND key_id = $2)`,
		p.claim.month.String(), p.key).Scan(&used, &others); err != nil {
		return err
	}
	p.grant(used, others)
	if p.granted.n == 0 {
		return nil
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO leases (month, key_id, holder, uses, ends_at) VALUES ($1, $2, $3, $4, $5)`,
		p.claim.month.String(), p.key, by.holder, p.granted.n, ends)
	return err
}

// share answers the claim of a share. Clocks as in lease.
func (f *file) share(ctx context.Context, tx *sql.Tx, by leaser, p *posting) error {
	p.share.at = by.clock()
	now, ends := p.share.at.UnixMilli(), p.share.at.Add(leaseFor).UnixMilli()
	if _, err := tx.ExecContext(ctx, `DELETE FROM shares
		WHERE key_id = $1 AND (ends_at <= $2 OR ends_at > $3 OR holder = $4)`, p.key, now, ends, by.holder); err != nil {
		return err
	}
	rows, err := tx.QueryContext(ctx, `SELECT key_id, wanted, per_second FROM shares WHERE key_id = $1`, p.key)
	if err != nil {
		return err
	}
	others, err := scanShares(rows)
	if err != nil || p.share.want == 0 {
		return err
	}
	p.part = p.share.divide(others[p.key])
	_, err = tx.ExecContext(ctx, `INSERT INTO shares (key_id, holder, wanted, per_second, ends_at) VALUES ($1, $2, $3, $4, $5)`,
		p.key, by.holder, p.share.want, p.part, ends)
	return err
}
