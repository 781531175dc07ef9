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
	keys, at, err := s.allKeys(ctx)
	if err != nil {
		return nil, s.wrap(err)
	}
	// In the order of the table, month by month, which no database needs to sort.
	rows, err := s.db.QueryContext(ctx, `SELECT key_id, month, uses, last_used_at FROM usage ORDER BY month DESC`)
	err = each(rows, err, func(rows *sql.Rows) error {
		id, u, err := scanUse(rows)
		if i, ok := at[id]; ok { // of no key that somebody deleted by hand
			keys[i].add(u)
		}
		return err
	})
	return keys, s.wrap(err)
}

// ListNewest is List with the newest month of use of each key alone: a hundred thousand keys have millions of months. Most
// keys have it among the newest months that there are.
func (s *Store) ListNewest(ctx context.Context) ([]UsedKey, error) {
	keys, at, err := s.allKeys(ctx)
	if err != nil {
		return nil, s.wrap(err)
	}
	unused := len(keys)
	addNewest := func(rows *sql.Rows) error {
		id, u, err := scanUse(rows)
		if i, ok := at[id]; ok && len(keys[i].Usage) == 0 {
			keys[i].add(u)
			unused--
		}
		return err
	}
	const (
		mostMonths = 4    // that are read whole
		few        = 1000 // one key of so many is looked up by itself
	)
	month := "9999-12"
	for range mostMonths {
		if unused <= len(keys)/few {
			break
		}
		if month, err = s.monthBefore(ctx, month); err != nil || month == "" {
			return keys, s.wrap(err)
		}
		rows, err := s.db.QueryContext(ctx, `SELECT key_id, month, uses, last_used_at FROM usage WHERE month = $1`, month)
		if err = each(rows, err, addNewest); err != nil {
			return nil, s.wrap(err)
		}
	}
	if unused > len(keys)/few {
		rows, err := s.db.QueryContext(ctx, `SELECT u.key_id, u.month, u.uses, u.last_used_at FROM usage u
			JOIN (SELECT key_id, MAX(month) AS month FROM usage GROUP BY key_id) newest USING (month, key_id)`)
		return keys, s.wrap(each(rows, err, addNewest))
	}
	for i := range keys {
		if len(keys[i].Usage) > 0 {
			continue
		}
		rows, err := s.db.QueryContext(ctx, selectUsage+` LIMIT 1`, keys[i].Key.ID)
		if err = each(rows, err, addNewest); err != nil {
			return nil, s.wrap(err)
		}
	}
	return keys, nil
}

// allKeys returns all keys without their use, and where each is by its id.
func (s *Store) allKeys(ctx context.Context) (keys []UsedKey, at map[string]int, err error) {
	keys, err = s.keysOf(ctx, selectKeys+` ORDER BY created_at, id`)
	at = make(map[string]int, len(keys))
	for i := range keys {
		at[keys[i].Key.ID] = i
	}
	return keys, at, err
}

// monthBefore returns the newest month with use before another one, "" for none.
func (s *Store) monthBefore(ctx context.Context, month string) (string, error) {
	var found sql.NullString
	err := s.db.QueryRowContext(ctx, `SELECT MAX(month) FROM usage WHERE month < $1`, month).Scan(&found)
	return found.String, err
}

// selectUsage selects a key's use, the newest month first. The table is sorted by month: one look-up for each month that there
// is, instead of reading all.
const selectUsage = `WITH RECURSIVE months (month) AS (
	SELECT MAX(month) FROM usage
	UNION ALL SELECT (SELECT MAX(u.month) FROM usage u WHERE u.month < months.month) FROM months WHERE months.month IS NOT NULL)
	SELECT u.key_id, u.month, u.uses, u.last_used_at FROM months JOIN usage u ON u.month = months.month AND u.key_id = $1
	ORDER BY u.month DESC`

// Show returns one key by its id or name. An unknown key gives gevel.NotFound.
func (s *Store) Show(ctx context.Context, idOrName string) (UsedKey, error) {
	id, err := s.resolve(ctx, idOrName)
	if err != nil {
		return UsedKey{}, err
	}
	keys, err := s.keysOf(ctx, selectKeys+` WHERE id = $1`, id)
	if err != nil {
		return UsedKey{}, s.wrap(err)
	}
	if len(keys) == 0 {
		return UsedKey{}, unknownKey(idOrName)
	}
	rows, err := s.db.QueryContext(ctx, selectUsage, id)
	err = each(rows, err, func(rows *sql.Rows) error {
		_, u, err := scanUse(rows)
		keys[0].add(u)
		return err
	})
	return keys[0], s.wrap(err)
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

const selectKeys = `SELECT id, name, scopes, rate, quota, created_at, expires_at, revoked_at FROM keys`

// keysOf returns the keys that a query selects, without their usage.
func (s *Store) keysOf(ctx context.Context, query string, args ...any) (keys []UsedKey, err error) {
	rows, err := s.db.QueryContext(ctx, query, args...)
	err = each(rows, err, func(rows *sql.Rows) error {
		key, err := scanKey(rows)
		keys = append(keys, UsedKey{Key: key})
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

func scanKey(rows *sql.Rows) (k gevel.Key, err error) {
	var scopes string
	var created int64
	var expires, revoked sql.NullInt64
	if err := rows.Scan(&k.ID, &k.Name, &scopes, &k.Rate, &k.Quota, &created, &expires, &revoked); err != nil {
		return k, err
	}
	k.ID, k.Name, k.Scopes = gevel.Printable(k.ID), gevel.Printable(k.Name), splitScopes(gevel.Printable(scopes))
	k.CreatedAt = time.UnixMilli(created).UTC()
	k.ExpiresAt, k.RevokedAt = fromMillis(expires), fromMillis(revoked)
	return k, nil
}

func scanUse(rows *sql.Rows) (id string, u use, err error) {
	var month string
	var last int64
	if err := rows.Scan(&id, &month, &u.n, &last); err != nil {
		return "", u, err
	}
	u.month, err = parseMonth(month)
	u.last = time.UnixMilli(last).UTC()
	return id, u, err
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
