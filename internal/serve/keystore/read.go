// What reads keys for people: list and show.

package keystore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/gevel/gevel"
)

// Record is a key with what it was used for.
type Record struct {
	Key   gevel.Key
	Usage []MonthUsage // newest month first, months without a use left out
}

// MonthUsage is how often a key was used in a calendar month.
type MonthUsage struct {
	Month gevel.Month
	Uses  int64
}

// UsedIn returns how often the key was used in a month.
func (r Record) UsedIn(m gevel.Month) int64 {
	for _, u := range r.Usage {
		if u.Month == m {
			return u.Uses
		}
	}
	return 0
}

// State says whether a key works.
type State string

// The states. A key that is both revoked and expired is revoked.
const (
	Active  State = "active"
	Expired State = "expired"
	Revoked State = "revoked"
)

// StateOf returns the state of a key at a moment. It is expired from ExpiresAt on.
func StateOf(k gevel.Key, now time.Time) State {
	switch {
	case k.RevokedAt.Known:
		return Revoked
	case k.ExpiresAt.Known && !now.Before(k.ExpiresAt.V):
		return Expired
	}
	return Active
}

// List returns every key, revoked ones too, oldest first.
func (s *Store) List(ctx context.Context) ([]Record, error) {
	records, err := s.records(ctx, `SELECT `+recordColumns+` FROM keys k LEFT JOIN usage u ON u.key_id = k.id
		ORDER BY k.created_at, k.id, u.month DESC`)
	return records, s.wrap(err)
}

// Show returns one key by its id or its name. An unknown key is gevel.NotFound.
func (s *Store) Show(ctx context.Context, idOrName string) (Record, error) {
	id, err := s.resolve(ctx, idOrName)
	if err != nil {
		return Record{}, err
	}
	records, err := s.records(ctx, `SELECT `+recordColumns+` FROM keys k LEFT JOIN usage u ON u.key_id = k.id
		WHERE k.id = $1 ORDER BY u.month DESC`, id)
	if err != nil {
		return Record{}, s.wrap(err)
	}
	if len(records) == 0 {
		return Record{}, unknownKey(idOrName)
	}
	return records[0], nil
}

func unknownKey(idOrName string) error {
	return &gevel.Error{
		Code:    gevel.NotFound,
		Message: fmt.Sprintf("no key has the name or id %q", idOrName),
		Hint:    "gevel keys list prints them all",
	}
}

// resolve returns the id of a key. A name means the live key of that name, or
// else the one of that name that was revoked last.
func (s *Store) resolve(ctx context.Context, idOrName string) (string, error) {
	if looksSecret(idOrName) {
		return "", &gevel.Error{
			Code:    gevel.Invalid,
			Message: "that is a secret, not the name or id of a key",
			Hint: "gevel keys list prints names and ids; " +
				"a secret that was typed where others can read it is best rotated",
		}
	}
	var id string
	err := s.db.QueryRowContext(ctx, `SELECT id FROM keys WHERE id = $1 OR name = $1
		ORDER BY revoked_at IS NOT NULL, revoked_at DESC LIMIT 1`, idOrName).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", unknownKey(idOrName)
	}
	return id, s.wrap(err)
}

const recordColumns = `k.id, k.name, k.scopes, k.rate, k.quota, k.created_at, k.expires_at, k.revoked_at,
	u.month, u.uses, u.last_used_at`

// records gathers the rows of a query, one per key and month, into records.
func (s *Store) records(ctx context.Context, query string, args ...any) ([]Record, error) {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var records []Record
	for rows.Next() {
		key, use, err := scanRecord(rows)
		if err != nil {
			return nil, err
		}
		if n := len(records); n == 0 || records[n-1].Key.ID != key.ID {
			records = append(records, Record{Key: key})
		}
		if use.Known {
			records[len(records)-1].add(use.V)
		}
	}
	return records, rows.Err()
}

// add takes one month's use into the record.
func (r *Record) add(u use) {
	r.Usage = append(r.Usage, MonthUsage{Month: u.month, Uses: u.n})
	if !r.Key.LastUsed.Known || u.last.After(r.Key.LastUsed.V) {
		r.Key.LastUsed = gevel.Some(u.last)
	}
}

func scanRecord(rows *sql.Rows) (gevel.Key, gevel.Opt[use], error) {
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

func toMillis(t gevel.Opt[time.Time]) sql.NullInt64 {
	return sql.NullInt64{Int64: t.V.UnixMilli(), Valid: t.Known}
}

func fromMillis(ms sql.NullInt64) gevel.Opt[time.Time] {
	if !ms.Valid {
		return gevel.Opt[time.Time]{}
	}
	return gevel.Some(time.UnixMilli(ms.Int64).UTC())
}
