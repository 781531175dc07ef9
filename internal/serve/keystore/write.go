// How a round's uses and leases are written: in a constant number of statements for any number of keys, since each is a
// network round trip to a server. All gates lock keys in their order, so that they never deadlock.

package keystore

import (
	"context"
	"database/sql"
	"encoding/json"

	"github.com/gevel/gevel/internal/num/list"
)

// given is a row that a statement is about. A statement knows its rows as the table given.
type given struct {
	N      int     `json:"n,omitempty"` // of the row, from 1
	Key    string  `json:"key"`
	Month  string  `json:"month,omitempty"`
	Uses   int64   `json:"uses,omitempty"`
	Last   int64   `json:"last,omitempty"`
	Wanted float64 `json:"wanted,omitempty"`
	Part   float64 `json:"part"`
}

// leasing is a transaction in which a holder leases, and when by the database's clock.
type leasing struct {
	tx        *sql.Tx
	table     string // begins a statement: see engine.given
	holder    string
	now, ends int64
}

// write adds uses and takes leases.
func (s *Store) write(ctx context.Context, tx *sql.Tx, by leaser, postings []posting) error {
	sent := by.clock()
	var uses []given
	var claims, shares []*posting
	var keys []string
	for i := range postings {
		p := &postings[i]
		for _, u := range p.uses {
			uses = append(uses, given{Key: p.key, Month: u.month.String(), Uses: u.n, Last: u.last.UnixMilli()})
		}
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
	l := leasing{tx: tx, table: s.engine.given(), holder: by.holder}
	err := l.exec(ctx, `INSERT INTO usage (month, key_id, uses, last_used_at)
		SELECT month, key, SUM(uses), MAX(last) FROM given GROUP BY key, month ORDER BY key, month
		ON CONFLICT (month, key_id) DO UPDATE SET uses = usage.uses + excluded.uses, last_used_at = CASE
		WHEN excluded.last_used_at > usage.last_used_at THEN excluded.last_used_at ELSE usage.last_used_at END`, uses)
	if err != nil || len(keys) == 0 {
		return err
	}
	if err := s.engine.lock(ctx, tx, keys); err != nil {
		return err
	}
	// Read behind the lock, so that a lease taken by others before ends within leaseFor. A lease that ends later dates from
	// before the clock was set back.
	now, err := s.engine.now(ctx, tx, by.clock)
	if err != nil {
		return err
	}
	l.now, l.ends = now.UnixMilli(), now.Add(leaseFor).UnixMilli()
	if err := l.lease(ctx, claims); err != nil {
		return err
	}
	return l.share(ctx, shares)
}

// exec runs a statement about rows, unless there are none. Its first argument is $2.
func (l *leasing) exec(ctx context.Context, statement string, rows []given, args ...any) error {
	if len(rows) == 0 {
		return nil
	}
	text, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	_, err = l.tx.ExecContext(ctx, l.table+statement, append([]any{string(text)}, args...)...)
	return err
}

// query calls scan with each row of the answer about rows.
func (l *leasing) query(ctx context.Context, statement string, rows []given, scan func(*sql.Rows) error) error {
	text, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	found, err := l.tx.QueryContext(ctx, l.table+statement, string(text))
	return each(found, err, scan)
}

// drop drops what the holder has of these keys in a table, and what is over.
func (l *leasing) drop(ctx context.Context, table string, rows []given) error {
	return l.exec(ctx, `DELETE FROM `+table+` WHERE key_id IN (SELECT key FROM given)
		AND (ends_at <= $2 OR ends_at > $3 OR holder = $4)`, rows, l.now, l.ends, l.holder)
}

// lease answers claims of a quota.
func (l *leasing) lease(ctx context.Context, claims []*posting) error {
	rows := make([]given, len(claims))
	for i, p := range claims {
		rows[i] = given{N: i + 1, Key: p.key, Month: p.claim.month.String()}
	}
	if err := l.drop(ctx, "leases", rows); err != nil {
		return err
	}
	err := l.query(ctx, `SELECT given.n,
		CAST(COALESCE((SELECT SUM(u.uses) FROM usage u WHERE u.month = given.month AND u.key_id = given.key), 0) AS BIGINT),
		CAST(COALESCE((SELECT SUM(l.uses) FROM leases l WHERE l.month = given.month AND l.key_id = given.key), 0) AS BIGINT)
		FROM given`, rows, func(found *sql.Rows) error {
		var n int
		var used, others int64
		if err := found.Scan(&n, &used, &others); err != nil {
			return err
		}
		claims[n-1].grant(used, others)
		rows[n-1].Uses = claims[n-1].granted.n
		return nil
	})
	if err != nil {
		return err
	}
	return l.exec(ctx, `INSERT INTO leases (month, key_id, holder, uses, ends_at)
		SELECT month, key, $2, uses, $3 FROM given WHERE uses > 0`, rows, l.holder, l.ends)
}

// share answers claims of shares of a rate.
func (l *leasing) share(ctx context.Context, claims []*posting) error {
	rows := list.Of(claims, func(p *posting) given { return given{Key: p.key, Wanted: p.share.want} })
	if err := l.drop(ctx, "shares", rows); err != nil {
		return err
	}
	others := map[string][]heldShare{}
	err := l.query(ctx, `SELECT key_id, wanted, per_second FROM shares WHERE key_id IN (SELECT key FROM given)`, rows,
		func(found *sql.Rows) error {
			var key string
			var s heldShare
			err := found.Scan(&key, &s.wanted, &s.perSecond)
			others[key] = append(others[key], s)
			return err
		})
	if err != nil {
		return err
	}
	for i, p := range claims {
		p.part = p.share.divide(others[p.key])
		rows[i].Part = p.part
	}
	return l.exec(ctx, `INSERT INTO shares (key_id, holder, wanted, per_second, ends_at)
		SELECT key, $2, wanted, part, $3 FROM given WHERE wanted > 0`, rows, l.holder, l.ends)
}
