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
	"fmt"
	"io/fs"
	"os"

	"github.com/gevel/gevel"
)

// Store holds keys, the hashes of their secrets and their usage in one SQLite
// file. Several processes may use the same file at once. Safe for concurrent use.
type Store struct {
	db    *sql.DB
	usage *sql.DB // the same file, for usage: it does not wait for the disk
	path  string
	file  os.FileInfo // the file as it was opened, to notice that it was replaced
}

// Open opens the keys file at path. A missing or damaged file, or one that is no keys
// file of this version, is gevel.Invalid.
func Open(ctx context.Context, path string) (*Store, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("there is no keys file %s", gevel.Printable(path)),
			Hint:    fmt.Sprintf("make it with its first key: gevel keys create --keys %s --name NAME", gevel.Printable(path)),
		}
	}
	if err != nil {
		return nil, fmt.Errorf("open keys file: %w", err)
	}
	if err := checkHeader(path); err != nil {
		return nil, err
	}
	db, keysErr := openFile(path, forKeys)
	usage, usageErr := openFile(path, forUsage)
	if err := errors.Join(keysErr, usageErr); err != nil {
		return nil, fmt.Errorf("open keys file %s: %w", gevel.Printable(path), err)
	}
	usage.SetMaxOpenConns(1) // only one can write at a time
	s := &Store{db: db, usage: usage, path: path, file: info}
	err = s.checkWhole(ctx)
	if err == nil {
		err = s.upgrade(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Create opens the keys file at path and makes an empty one, readable by its
// owner only, when there is none.
func Create(ctx context.Context, path string) (*Store, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := makeFile(ctx, path); err != nil {
			return nil, fmt.Errorf("make keys file %s: %w", gevel.Printable(path), err)
		}
	}
	return Open(ctx, path)
}

// Close closes the file.
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

// wrap names the file in an error of the database, and says what to do when it is
// damaged; errors meant for people pass.
func (s *Store) wrap(err error) error {
	var known *gevel.Error
	switch {
	case err == nil || errors.As(err, &known):
		return err
	case isDamage(err):
		return s.damaged(err)
	}
	return fmt.Errorf("keys file %s: %w", gevel.Printable(s.path), err)
}
