// Package keystore stores API keys and their usage in a database, and decides about requests from memory.
//
// A Store is the database: the command line creates, lists and revokes keys in it. A Gate guards the API: it
// holds the keys of a Store in memory, follows changes by other processes, and writes usage in batches.
package keystore

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"io/fs"
	"log/slog"
	"strings"
	"time"

	"github.com/pressly/goose/v3"

	"github.com/gevel/gevel"
)

// Store holds keys, the hashes of their secrets and their usage in a database: a SQLite file or a PostgreSQL
// server. Several processes may use it at once. Safe for concurrent use.
type Store struct {
	db     *sql.DB
	usage  *sql.DB // the same database, for usage: a file then does not wait for the disk
	engine engine
	steps  *goose.Provider // from one format of the tables to the next

	grace    time.Duration // default for how long known keys work while the database is away
	patience time.Duration // how long a gate waits for an answer; 0 is no limit
}

// Open opens the keys at a location: the path of a file, or the URL of a database (postgres://user@host/name). Missing
// keys, a damaged file or another version give gevel.Invalid; a server that does not answer gives gevel.Unavailable.
func Open(ctx context.Context, location string) (*Store, error) {
	return openOr(ctx, location, openFile, openServer)
}

// Create opens the keys at a location like Open. Where there are none it creates an empty file, readable only
// by its owner, or empty tables.
func Create(ctx context.Context, location string) (*Store, error) {
	return openOr(ctx, location, createFile, createOnServer)
}

// openOr opens a location as a file, or by the URL of a server.
func openOr(ctx context.Context, location string, file, server func(context.Context, string) (*Store, error)) (*Store, error) {
	isServer, err := onServer(location)
	if err != nil {
		return nil, err
	}
	if isServer {
		return server(ctx, location)
	}
	return file(ctx, location)
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

func fromMillis(ms sql.NullInt64) gevel.Opt[time.Time] {
	if !ms.Valid {
		return gevel.Opt[time.Time]{}
	}
	return gevel.Some(time.UnixMilli(ms.Int64).UTC())
}

// engine has the operations that differ between the databases: a SQLite file, a PostgreSQL server. All other
// statements are the same for both.
type engine interface {
	// name is the database's name in messages, without a password.
	name() string

	// inPlace fails when anything written now would be lost.
	inPlace() error

	// checkpoint writes changes to disk.
	checkpoint(ctx context.Context) error

	// now reads the clock that all gates of the database share; local is this machine's.
	now(ctx context.Context, db querier, local func() time.Time) (time.Time, error)

	// given begins a statement with the table given: the rows of type given in its first argument, which is JSON.
	given() string

	// lock locks keys until the transaction ends, so that only it leases uses of them.
	lock(ctx context.Context, tx *sql.Tx, keys []string) error

	// examine reads what was not read as the keys were opened, and fails where it is damaged.
	examine(ctx context.Context) error

	// keep copies tables of a format aside, unless they are already, and returns where; "" where the operator's backups serve.
	keep(ctx context.Context, format int64) (string, error)

	// explain turns an error of the database into one that names it and says what to do.
	explain(err error) error
}

// querier is a database, or a transaction in it.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Close closes the database.
func (s *Store) Close() error { return errors.Join(s.usage.Close(), s.db.Close()) }

// within limits how long the database may take to answer.
func (s *Store) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.patience > 0 {
		return context.WithTimeout(ctx, s.patience)
	}
	return ctx, func() {}
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

//go:embed migrations/*.sql
var migrations embed.FS

func migrator(dialect goose.Dialect, db *sql.DB, options ...goose.ProviderOption) (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(dialect, db, files, append(options, goose.WithDisableGlobalRegistry(true))...)
}

// accept refuses tables of a newer version, and makes them where there are none. Older ones are left as they are: keys and
// usage are the same in all, so commands need no others, and an older program goes on with them.
func (s *Store) accept(ctx context.Context, steps *goose.Provider) error {
	s.steps = steps
	has, knows, err := steps.GetVersions(ctx)
	switch {
	case err != nil:
		return s.wrap(err)
	case has > knows:
		return gevel.Refusal("use the gevel that wrote it, or a newer one", "%s has format %d, this gevel knows up to %d",
			s.engine.name(), has, knows)
	case has == 0:
		_, err := steps.Up(ctx)
		return s.wrap(err)
	}
	return nil
}

// upgrade updates tables of an older version, after a copy.
func (s *Store) upgrade(ctx context.Context, log *slog.Logger) error {
	has, knows, err := s.steps.GetVersions(ctx)
	if err != nil || has >= knows {
		return s.wrap(err)
	}
	kept, err := s.engine.keep(ctx, has)
	if err != nil {
		return s.wrap(err)
	}
	if _, err := s.steps.Up(ctx); err != nil {
		return s.wrap(err)
	}
	log.Info("keys have a new format, which an older gevel refuses", slog.Int64("before", has), slog.Int64("now", knows),
		slog.String("copy", kept))
	return nil
}

// each calls scan with each row of the answer to a query, which err says was not asked.
func each(rows *sql.Rows, err error, scan func(*sql.Rows) error) error {
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// oneLine joins the lines of a text, which may quote damaged data, into a printable one.
func oneLine(text string) string { return gevel.Printable(strings.Join(strings.Fields(text), " ")) }

// badLocation is the error for a location at which there can be no keys. It does not repeat it.
func badLocation(message, why string) error {
	if why != "" {
		message += ": " + why
	}
	return gevel.Refusal("name a file, or a database as postgres://user@host/name; "+
		"its password is best given in PGPASSWORD or a password file (~/.pgpass), in a URL @, /, ? and % of it as %40, %2F, %3F and %25",
		"%s", message)
}
