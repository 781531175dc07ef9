// Package keystore keeps API keys and what they were used for in a database, and
// decides about requests from memory.
//
// A Store is the database: the command line makes, lists and revokes keys in it.
// A Gate stands before the API: it holds the keys of a Store in memory, follows
// what other processes change, and writes usage back in batches.
package keystore

import (
	"context"
	"database/sql"
	"errors"

	"github.com/gevel/gevel"
)

// Store holds keys, the hashes of their secrets and their usage in a database: a SQLite
// file, or a PostgreSQL server. Several processes may use the same one at once. Safe for
// concurrent use.
type Store struct {
	db     *sql.DB
	usage  *sql.DB // the same database, for usage: a file does then not wait for the disk
	engine engine
}

// Open opens the keys at a place: the path of a file, or the URL of a database
// (postgres://user@host/name). Keys that are not there, a damaged file, or what holds no
// keys of this version is gevel.Invalid; a server that does not answer gevel.Unavailable.
func Open(ctx context.Context, place string) (*Store, error) {
	inDatabase, err := isURL(place)
	switch {
	case err != nil:
		return nil, err
	case inDatabase:
		return openServer(ctx, place)
	}
	return openFile(ctx, place)
}

// Create opens the keys at a place, as Open does, and makes an empty file, readable by its
// owner only, or empty tables where there are none.
func Create(ctx context.Context, place string) (*Store, error) {
	inDatabase, err := isURL(place)
	switch {
	case err != nil:
		return nil, err
	case inDatabase:
		return createOnServer(ctx, place)
	}
	return createFile(ctx, place)
}

// Close closes the database.
func (s *Store) Close() error { return errors.Join(s.usage.Close(), s.db.Close()) }

// change runs edit in one transaction, which also has every gate on this
// database read the keys anew.
func (s *Store) change(ctx context.Context, edit func(*sql.Tx) error) error {
	return s.transact(ctx, s.db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE revision SET n = n + 1`); err != nil {
			return err
		}
		return edit(tx)
	})
}

// transact runs edit in one transaction: all of it is kept, or nothing.
func (s *Store) transact(ctx context.Context, db *sql.DB, edit func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return s.wrap(err)
	}
	if err := edit(tx); err != nil {
		return errors.Join(s.wrap(err), ignoreDone(tx.Rollback()))
	}
	return s.wrap(tx.Commit())
}

// ignoreDone drops the error of rolling back what a cancelled context has
// already rolled back.
func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}

// wrap puts an error of the database into words; errors meant for people pass.
func (s *Store) wrap(err error) error {
	var known *gevel.Error
	if err == nil || errors.As(err, &known) {
		return err
	}
	return s.engine.explain(err)
}
