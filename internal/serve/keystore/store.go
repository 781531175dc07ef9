// Package keystore stores API keys and their usage in a database, and decides about requests from memory.
//
// A Store is the database: the command line creates, lists and revokes keys in it. A Gate guards the API: it
// holds the keys of a Store in memory, follows changes by other processes, and writes usage in batches.
package keystore

import (
	"context"
	"database/sql"
	"errors"

	"github.com/gevel/gevel"
)

// Store holds keys, the hashes of their secrets and their usage in a database: a SQLite file or a PostgreSQL
// server. Several processes may use it at once. Safe for concurrent use.
type Store struct {
	db     *sql.DB
	usage  *sql.DB // the same database, for usage: a file then does not wait for the disk
	engine engine
}

// Open opens the keys at a location: the path of a file, or the URL of a database
// (postgres://user@host/name). Missing keys, a damaged file or another version give gevel.Invalid; a server
// that does not answer gives gevel.Unavailable.
func Open(ctx context.Context, location string) (*Store, error) {
	inDatabase, err := isURL(location)
	switch {
	case err != nil:
		return nil, err
	case inDatabase:
		return openServer(ctx, location)
	}
	return openFile(ctx, location)
}

// Create opens the keys at a location like Open. Where there are none it creates an empty file, readable only
// by its owner, or empty tables.
func Create(ctx context.Context, location string) (*Store, error) {
	inDatabase, err := isURL(location)
	switch {
	case err != nil:
		return nil, err
	case inDatabase:
		return createOnServer(ctx, location)
	}
	return createFile(ctx, location)
}

// Close closes the database.
func (s *Store) Close() error { return errors.Join(s.usage.Close(), s.db.Close()) }

// change runs edit in one transaction, which also makes every gate on this database reload the keys.
func (s *Store) change(ctx context.Context, edit func(*sql.Tx) error) error {
	return s.transact(ctx, s.db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE revision SET n = n + 1`); err != nil {
			return err
		}
		return edit(tx)
	})
}

// transact runs edit in one transaction.
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

// ignoreDone drops the error of rolling back after a cancelled context has already rolled back.
func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}

// wrap explains an error of the database; other errors pass unchanged.
func (s *Store) wrap(err error) error {
	var known *gevel.Error
	if err == nil || errors.As(err, &known) {
		return err
	}
	return s.engine.explain(err)
}
