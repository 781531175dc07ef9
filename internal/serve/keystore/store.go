// Package keystore stores API keys and their usage in a database, and decides about requests from memory.
//
// A Store is the database: the command line creates, lists and revokes keys in it. A Gate guards the API: it
// holds the keys of a Store in memory, follows changes by other processes, and writes usage in batches.
package keystore

import (
	"context"
	"database/sql"
	"time"

	"github.com/gevel/gevel"
)

// Store holds keys, the hashes of their secrets and their usage in a database: a SQLite file or a PostgreSQL
// server. Several processes may use it at once. Safe for concurrent use.
type Store struct{ *database }

// Open opens the keys at a location: the path of a file, or the URL of a database
// (postgres://user@host/name). Missing keys, a damaged file or another version give gevel.Invalid; a server
// that does not answer gives gevel.Unavailable.
func Open(ctx context.Context, location string) (*Store, error) {
	k, err := kindOf(location)
	if err != nil {
		return nil, err
	}
	return storeIn(k.open(ctx, location))
}

// Create opens the keys at a location like Open. Where there are none it creates an empty file, readable only
// by its owner, or empty tables.
func Create(ctx context.Context, location string) (*Store, error) {
	k, err := kindOf(location)
	if err != nil {
		return nil, err
	}
	return storeIn(k.create(ctx, location))
}

func storeIn(d *database, err error) (*Store, error) {
	if err != nil {
		return nil, err
	}
	return &Store{d}, nil
}

// change runs edit in one transaction, which also makes every gate on this database reload the keys.
func (s *Store) change(ctx context.Context, edit func(*sql.Tx) error) error {
	return s.transact(ctx, s.db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE revision SET n = n + 1`); err != nil {
			return err
		}
		return edit(tx)
	})
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
