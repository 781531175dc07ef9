// What is read from the database: keys for list and show; live secrets and usage for the gate.

package keystore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/gevel/gevel"
)

// UsedKey is a key with its usage.
type UsedKey struct {
	Key   gevel.Key
	Usage []MonthUsage // newest month first, without months of no use
}

// MonthUsage is the number of a key's uses in a calendar month.
type MonthUsage struct {
	Month gevel.Month
	Uses  int64
}

// UsedIn returns the number of uses in a month.
func (k UsedKey) UsedIn(m gevel.Month) int64 {
	for _, u := range k.Usage {
		if u.Month == m {
			return u.Uses
		}
	}
	return 0
}

// List returns all keys, also revoked ones, the oldest first.
func (s *Store) List(ctx context.Context) ([]UsedKey, error) {
	keys, err := s.usedKeys(ctx, `SELECT `+keyColumns+` FROM keys k LEFT JOIN usage u ON u.key_id = k.id
		ORDER BY k.created_at, k.id, u.month DESC`)
	return keys, s.wrap(err)
}

// Show returns one key by its id or name. An unknown key gives gevel.NotFound.
func (s *Store) Show(ctx context.Context, idOrName string) (UsedKey, error) {
	id, err := s.resolve(ctx, idOrName)
	if err != nil {
		return UsedKey{}, err
	}
	keys, err := s.usedKeys(ctx, `SELECT `+keyColumns+` FROM keys k LEFT JOIN usage u ON u.key_id = k.id
		WHERE k.id = $1 ORDER BY u.month DESC`, id)
	if err != nil {
		return UsedKey{}, s.wrap(err)
	}
	if len(keys) == 0 {
		return UsedKey{}, unknownKey(idOrName)
	}
	return keys[0], nil
}

func unknownKey(idOrName string) error {
	return gevel.Failure(gevel.NotFound, "gevel keys list prints them all", "no key has the name or id %q", idOrName)
}

// resolve returns the id of a key. A name means the live key with it, or else the one that was revoked last.
func (s *Store) resolve(ctx context.Context, idOrName string) (string, error) {
	if looksSecret(idOrName) {
		return "", gevel.Refusal("gevel keys list prints names and ids; "+
			"a secret that was typed where others can read it is best rotated", "that is a secret, not the name or id of a key")
	}
	var id string
	err := s.db.QueryRowContext(ctx, `SELECT id FROM keys WHERE id = $1 OR name = $1
		ORDER BY revoked_at IS NOT NULL, revoked_at DESC LIMIT 1`, idOrName).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", unknownKey(idOrName)
	}
	return id, s.wrap(err)
}

const keyColumns = `k.id, k.name, k.scopes, k.rate, k.quota, k.created_at, k.expires_at, k.revoked_at,
	u.month, u.uses, u.last_used_at`

// usedKeys collects the rows of a query, one per key and month, into keys.
func (s *Store) usedKeys(ctx context.Context, query string, args ...any) ([]UsedKey, error) {
	rows, err := s.db.QueryContext(ctx, query, args...)
	var keys []UsedKey
	err = each(rows, err, func(rows *sql.Rows) error {
		key, use, err := scanKey(rows)
		if n := len(keys); n == 0 || keys[n-1].Key.ID != key.ID {
			keys = append(keys, UsedKey{Key: key})
		}
		if use.Known {
			keys[len(keys)-1].add(use.V)
		}
		return err
	})
	return keys, err
}

// add adds one month's use.
func (k *UsedKey) add(u use) {
	k.Usage = append(k.Usage, MonthUsage{Month: u.month, Uses: u.n})
	if !k.Key.LastUsed.Known || u.last.After(k.Key.LastUsed.V) {
		k.Key.LastUsed = gevel.Some(u.last)
	}
}

func scanKey(rows *sql.Rows) (gevel.Key, gevel.Opt[use], error) {
	var (
		k                gevel.Key
		scopes           string
		created          int64
		expires, revoked sql.NullInt64
		month            sql.NullString
		uses, last       sql.NullInt64
	)
	err := rows.Scan(&k.ID, &k.Name, &scopes, &k.Rate, &k.Quota, &created, &expires, &revoked, &month, &uses, &last)
	if err != nil {
		return k, gevel.Opt[use]{}, err
	}
	k.ID, k.Name, k.Scopes = gevel.Printable(k.ID), gevel.Printable(k.Name), splitScopes(gevel.Printable(scopes))
	k.CreatedAt = time.UnixMilli(created).UTC()
	k.ExpiresAt, k.RevokedAt = fromMillis(expires), fromMillis(revoked)
	if !month.Valid {
		return k, gevel.Opt[use]{}, nil
	}
	m, err := parseMonth(month.String)
	return k, gevel.Some(use{month: m, n: uses.Int64, last: time.UnixMilli(last.Int64).UTC()}), err
}

func parseMonth(text string) (gevel.Month, error) {
	first, err := gevel.ParseDate(text + "-01")
	if err != nil {
		return 0, fmt.Errorf("month %q is not of the form 2006-01", text)
	}
	return first.Month(), nil
}

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
	var all []credential
	err = each(rows, err, func(rows *sql.Rows) error {
		c, err := scanCredential(rows)
		all = append(all, c)
		return err
	})
	return all, s.wrap(err)
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
	used := make(map[string]int64)
	err = each(rows, err, func(rows *sql.Rows) error {
		var id string
		var n int64
		err := rows.Scan(&id, &n)
		used[id] = n
		return err
	})
	return used, s.wrap(err)
}
