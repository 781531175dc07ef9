// What the gate reads: live secrets, and usage.

package keystore

import (
	"context"
	"database/sql"
	"time"

	"github.com/gevel/gevel"
)

// credential is the hash of a secret with its key.
type credential struct {
	digest  digest
	expires gevel.Opt[time.Time] // of the secret, while it is being replaced
	key     gevel.Key
}

// revision returns a number that changes whenever keys change.
func (s *Store) revision(ctx context.Context) (n int64, err error) {
	ctx, cancel := s.within(ctx)
	defer cancel()
	if err := s.engine.inPlace(); err != nil {
		return 0, s.wrap(err)
	}
	err = s.db.QueryRowContext(ctx, `SELECT n FROM revision`).Scan(&n)
	return n, s.wrap(err)
}

// readAllWithin limits the time for reading all keys, which grows with their number.
const readAllWithin = 30 * time.Second

// credentials returns the secrets of all keys that are not revoked.
func (s *Store) credentials(ctx context.Context) ([]credential, error) {
	ctx, cancel := context.WithTimeout(ctx, readAllWithin)
	defer cancel()
	rows, err := s.db.QueryContext(ctx, `SELECT s.sha256, s.expires_at,
		k.id, k.name, k.scopes, k.rate, k.quota, k.created_at, k.expires_at
		FROM secrets s JOIN keys k ON k.id = s.key_id WHERE k.revoked_at IS NULL`)
	if err != nil {
		return nil, s.wrap(err)
	}
	defer rows.Close()
	var all []credential
	for rows.Next() {
		c, err := scanCredential(rows)
		if err != nil {
			return nil, s.wrap(err)
		}
		all = append(all, c)
	}
	return all, s.wrap(rows.Err())
}

func scanCredential(rows *sql.Rows) (c credential, err error) {
	var (
		hash, scopes          string
		created               int64
		secretEnds, keyExpiry sql.NullInt64
	)
	k := &c.key
	err = rows.Scan(&hash, &secretEnds, &k.ID, &k.Name, &scopes, &k.Rate, &k.Quota, &created, &keyExpiry)
	if err != nil {
		return c, err
	}
	k.Scopes = splitScopes(scopes)
	k.CreatedAt = time.UnixMilli(created).UTC()
	k.ExpiresAt, c.expires = fromMillis(keyExpiry), fromMillis(secretEnds)
	c.digest, err = digestFromHex(hash)
	return c, err
}

// quotaUse returns a month's uses of every key with a quota.
func (s *Store) quotaUse(ctx context.Context, m gevel.Month) (map[string]int64, error) {
	ctx, cancel := s.within(ctx)
	defer cancel()
	rows, err := s.db.QueryContext(ctx, `SELECT u.key_id, u.uses FROM usage u JOIN keys k ON k.id = u.key_id
		WHERE u.month = $1 AND k.quota > 0`, m.String())
	if err != nil {
		return nil, s.wrap(err)
	}
	defer rows.Close()
	used := make(map[string]int64)
	for rows.Next() {
		var id string
		var n int64
		if err := rows.Scan(&id, &n); err != nil {
			return nil, s.wrap(err)
		}
		used[id] = n
	}
	return used, s.wrap(rows.Err())
}
