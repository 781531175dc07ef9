// How uses and leases are written to a PostgreSQL database: in a constant number of statements for any number of
// keys, since each is a network round trip. All gates lock rows in the order of keys, so that they never deadlock.

package keystore

import (
	"context"
	"database/sql"
	"time"
)

func (d *server) write(ctx context.Context, tx *sql.Tx, by leaser, postings []posting) error {
	sent := by.clock()
	if err := addUses(ctx, tx, postings); err != nil {
		return err
	}
	var claims, shares []*posting
	var keys []string
	for i := range postings {
		p := &postings[i]
		p.claim.at, p.share.at = sent, sent // before the database begins the lease, so that it ends here first
		if p.claim.made {
			claims = append(claims, p)
		}
		if p.share.made {
			shares = append(shares, p)
		}
		if p.claim.made || p.share.made {
			keys = append(keys, p.key)
		}
	}
	if len(keys) == 0 {
		return nil
	}
	now, err := d.lock(ctx, tx, by, keys)
	if err != nil {
		return err
	}
	if err := d.lease(ctx, tx, leasing{by.holder, now}, claims); err != nil {
		return err
	}
	return d.share(ctx, tx, leasing{by.holder, now}, shares)
}

// leasing is who leases, and when by the database's clock.
type leasing struct {
	holder string
	now    time.Time
}

// lock locks keys and reads the database's clock after that, so that a lease taken by others before ends within
// leaseFor. A lease that ends later dates from before that clock was set back.
func (d *server) lock(ctx context.Context, tx *sql.Tx, by leaser, keys []string) (now time.Time, err error) {
	if _, err = tx.ExecContext(ctx, `SELECT id FROM keys WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE`, keys); err != nil {
		return now, err
	}
	return d.now(ctx, tx, by.clock)
}

func addUses(ctx context.Context, tx *sql.Tx, postings []posting) error {
	var months, keys []string
	var uses, last []int64
	for _, p := range postings {
		for _, u := range p.uses {
			months, keys = append(months, u.month.String()), append(keys, p.key)
			uses, last = append(uses, u.n), append(last, u.last.UnixMilli())
		}
	}
	if len(keys) == 0 {
		return nil
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO usage (month, key_id, uses, last_used_at)
		SELECT month, key_id, SUM(uses), MAX(last)
		FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) AS new (month, key_id, uses, last)
		GROUP BY key_id, month ORDER BY key_id, month
		ON CONFLICT (month, key_id) DO UPDATE SET uses = usage.uses + excluded.uses,
		last_used_at = GREATEST(usage.last_used_at, excluded.last_used_at)`, months, keys, uses, last)
	return err
}

// lease answers claims of a quota.
func (d *server) lease(ctx context.Context, tx *sql.Tx, by leasing, claims []*posting) error {
	if len(claims) == 0 {
		return nil
	}
	keys, months := make([]string, len(claims)), make([]string, len(claims))
	for i, p := range claims {
		keys[i], months[i] = p.key, p.claim.month.String()
	}
	ends := by.now.Add(leaseFor).UnixMilli()
	if _, err := tx.ExecContext(ctx, `DELETE FROM leases
		WHERE key_id = ANY($1) AND (ends_at <= $2 OR ends_at > $3 OR holder = $4)`,
		keys, by.now.UnixMilli(), ends, by.holder); err != nil {
		return err
	}
	if err := grantAll(ctx, tx, claims, keys, months); err != nil {
		return err
	}
	granted := make([]int64, len(claims))
	for i, p := range claims {
		granted[i] = p.granted.n
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO leases (month, key_id, holder, uses, ends_at)
		SELECT month, key_id, $4, uses, $5 FROM unnest($1::text[], $2::text[], $3::bigint[]) AS new (month, key_id, uses)
		WHERE uses > 0`, months, keys, granted, by.holder, ends)
	return err
}

// grantAll answers each claim, given what is used and leased.
func grantAll(ctx context.Context, tx *sql.Tx, claims []*posting, keys, months []string) error {
	rows, err := tx.QueryContext(ctx, `SELECT claim.n,
		COALESCE((SELECT SUM(u.uses) FROM usage u WHERE u.month = claim.month AND u.key_id = claim.key), 0)::bigint,
		COALESCE((SELECT SUM(l.uses) FROM leases l WHERE l.month = claim.month AND l.key_id = claim.key), 0)::bigint
		FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS claim (key, month, n)`, keys, months)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var n, used, others int64
		if err := rows.Scan(&n, &used, &others); err != nil {
			return err
		}
		claims[n-1].grant(used, others) // ordinality starts at 1
	}
	return rows.Err()
}

// share answers claims of shares of a rate.
func (d *server) share(ctx context.Context, tx *sql.Tx, by leasing, claims []*posting) error {
	if len(claims) == 0 {
		return nil
	}
	keys := make([]string, len(claims))
	for i, p := range claims {
		keys[i] = p.key
	}
	ends := by.now.Add(leaseFor).UnixMilli()
	if _, err := tx.ExecContext(ctx, `DELETE FROM shares
		WHERE key_id = ANY($1) AND (ends_at <= $2 OR ends_at > $3 OR holder = $4)`,
		keys, by.now.UnixMilli(), ends, by.holder); err != nil {
		return err
	}
	rows, err := tx.QueryContext(ctx, `SELECT key_id, wanted, per_second FROM shares WHERE key_id = ANY($1)`, keys)
	if err != nil {
		return err
	}
	others, err := scanShares(rows)
	if err != nil {
		return err
	}
	wanted, parts := make([]float64, len(claims)), make([]float64, len(claims))
	for i, p := range claims {
		p.part = p.share.divide(others[p.key])
		wanted[i], parts[i] = p.share.want, p.part
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO shares (key_id, holder, wanted, per_second, ends_at)
		SELECT key_id, $4, wanted, per_second, $5
		FROM unnest($1::text[], $2::float8[], $3::float8[]) AS new (key_id, wanted, per_second)
		WHERE wanted > 0`, keys, wanted, parts, by.holder, ends)
	return err
}
