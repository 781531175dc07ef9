// How uses and leases are written to a PostgreSQL database: in a constant number of statements for any number
// of keys, since each is a network round trip. All gates lock rows in the order of keys, so that they never
// deadlock.

package keystore

import (
	"context"
	"database/sql"
)

func (d *server) write(ctx context.Context, tx *sql.Tx, by leaser, postings []posting) error {
	sent := by.clock()
	if err := addUses(ctx, tx, postings); err != nil {
		return err
	}
	var claims []*posting
	for i := range postings {
		if p := &postings[i]; p.claim.made {
			p.claim.at = sent // before the database begins the lease, so that it ends here first
			claims = append(claims, p)
		}
	}
	if len(claims) == 0 {
		return nil
	}
	return d.lease(ctx, tx, by, claims)
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

// lease answers claims. It reads the database's clock after locking the keys, so that a lease taken by others
// before ends within leaseFor. A lease that ends later dates from before that clock was set back.
func (d *server) lease(ctx context.Context, tx *sql.Tx, by leaser, claims []*posting) error {
	keys, months := make([]string, len(claims)), make([]string, len(claims))
	for i, p := range claims {
		keys[i], months[i] = p.key, p.claim.month.String()
	}
	if _, err := tx.ExecContext(ctx, `SELECT id FROM keys WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE`,
		keys); err != nil {
		return err
	}
	now, err := d.now(ctx, tx, by.clock)
	if err != nil {
		return err
	}
	ends := now.Add(leaseFor).UnixMilli()
	if _, err := tx.ExecContext(ctx, `DELETE FROM leases
		WHERE key_id = ANY($1) AND (ends_at <= $2 OR ends_at > $3 OR holder = $4)`,
		keys, now.UnixMilli(), ends, by.holder); err != nil {
		return err
	}
	if err := grantAll(ctx, tx, claims, keys, months); err != nil {
		return err
	}
	granted := make([]int64, len(claims))
	for i, p := range claims {
		granted[i] = p.granted.n
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO leases (month, key_id, holder, uses, ends_at)
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
