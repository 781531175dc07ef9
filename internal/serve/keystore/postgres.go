// PostgreSQL: the server, its clock, and the wording of its errors.

package keystore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"github.com/gevel/gevel"
)

const (
	// serverGrace is how long known keys work while the server is away: long enough to restart, move or repair it.
	serverGrace = 10 * time.Minute

	// serverPatience is how long a gate waits for an answer: a revocation must arrive within 5 s, even when a
	// first attempt is lost.
	serverPatience = 2 * time.Second

	// versionTable lists the migrations that a database has had. Other programs that use goose may have their
	// own table in it.
	versionTable = "gevel_keys_version"

	// migrationLock is the advisory lock for changing tables: "gevl" in ASCII.
	migrationLock = 0x6765766c
)

// hygiene sets the isolation of transactions, and limits how long a disconnected process keeps locks and how
// long others wait for them.
const hygiene = `SET idle_in_transaction_session_timeout = '5s'; SET lock_timeout = '5s';
	SET default_transaction_isolation = 'read committed'`

// server is the engine of a PostgreSQL database.
type server struct {
	url string // without its password
	db  *sql.DB
}

// openServer opens the keys in a database.
func openServer(ctx context.Context, location string) (*Store, error) {
	return withTables(ctx, location, func(_ context.Context, d *server) error {
		hint := fmt.Sprintf("make its first key: gevel keys create --keys '%s' --name NAME", d.url)
		return gevel.Refusal(hint, "%s is empty", d.name())
	})
}

// createOnServer opens the keys in a database, and creates missing tables.
func createOnServer(ctx context.Context, location string) (*Store, error) {
	return withTables(ctx, location, func(ctx context.Context, d *server) error { return d.mayMakeTables(ctx) })
}

// withTables opens the keys in a database, which missing says whether to make where there are none.
func withTables(ctx context.Context, location string, missing func(context.Context, *server) error) (*Store, error) {
	o, d, err := connectServer(ctx, location)
	if err != nil {
		return nil, err
	}
	there, err := d.hasTables(ctx)
	if err == nil && !there {
		err = missing(ctx, d)
	}
	if err == nil {
		err = d.makeReady(ctx, o)
	}
	if err != nil {
		return nil, errors.Join(o.wrap(err), o.Close())
	}
	return o, nil
}

// connectServer sets up the connections, without using them.
func connectServer(ctx context.Context, location string) (*Store, *server, error) {
	config, shown, err := parseURL(location)
	if err != nil {
		return nil, nil, err
	}
	// A gate keeps one connection for reading and one for writing. After a connection fails, the next attempt
	// opens a new one.
	db, usage := connectTo(config), connectTo(config)
	db.SetMaxIdleConns(1)
	usage.SetMaxOpenConns(1)
	d := &server{url: shown, db: db}
	o := &Store{db: db, usage: usage, engine: d, grace: serverGrace, patience: serverPatience}
	if err := db.PingContext(ctx); err != nil {
		return nil, nil, errors.Join(o.wrap(err), o.Close())
	}
	return o, d, nil
}

func connectTo(config *pgx.ConnConfig) *sql.DB {
	return stdlib.OpenDB(*config, stdlib.OptionAfterConnect(func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, hygiene)
		return err
	}))
}

// hasTables reports whether the tables exist.
func (d *server) hasTables(ctx context.Context) (there bool, err error) {
	err = d.db.QueryRowContext(ctx, `SELECT to_regclass($1) IS NOT NULL`, versionTable).Scan(&there)
	return there, err
}

// mayMakeTables returns gevel.Invalid when there is no schema for tables, or no right to create them.
func (d *server) mayMakeTables(ctx context.Context) error {
	var may bool
	err := d.db.QueryRowContext(ctx,
		`SELECT COALESCE(has_schema_privilege(current_schema(), 'CREATE'), false)`).Scan(&may)
	if err == nil && !may {
		return gevel.Refusal("give the user the database (createdb --owner USER NAME), or a schema, and name that as "+
			"?search_path=SCHEMA",
			"the user may make no tables in %s", d.name())
	}
	return err
}

// makeReady creates the tables where there are none. Of several processes that start at once one does so, and the others wait.
func (d *server) makeReady(ctx context.Context, o *Store) error {
	const everySecond, times = 1, 60
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockID(migrationLock), lock.WithLockTimeout(everySecond, times))
	if err != nil {
		return err
	}
	steps, err := migrator(goose.DialectPostgres, d.db, goose.WithTableName(versionTable), goose.WithSessionLocker(locker))
	if err != nil {
		return err
	}
	return o.accept(ctx, steps)
}

func (d *server) name() string { return "keys database " + d.url }

// A server that answers is the right one, and what it has confirmed is on its disk.
func (d *server) inPlace() error                   { return nil }
func (d *server) checkpoint(context.Context) error { return nil }

// A server looks after its files, and has backups of its own.
func (d *server) examine(context.Context) error               { return nil }
func (d *server) keep(context.Context, int64) (string, error) { return "", nil }

// given reads JSON by PostgreSQL's functions.
func (d *server) given() string {
	return `WITH given AS (SELECT * FROM json_to_recordset($1::text::json) AS
		r (n bigint, key text, month text, uses bigint, last bigint, wanted float8, part float8)) `
}

func (d *server) lock(ctx context.Context, tx *sql.Tx, keys []string) error {
	_, err := tx.ExecContext(ctx, `SELECT id FROM keys WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE`, keys)
	return err
}

// now reads the server's clock: the clocks of the gates may differ.
func (d *server) now(ctx context.Context, db querier, _ func() time.Time) (now time.Time, err error) {
	err = db.QueryRowContext(ctx, `SELECT clock_timestamp()`).Scan(&now)
	return now, err
}

// serverFaults are errors of a server that have a remedy, by code (postgresql.org/docs/current/errcodes-appendix.html).
var serverFaults = map[string]struct{ message, hint string }{
	"28P01": {"refuses the user or its password", "give the password in PGPASSWORD, or in a password file (~/.pgpass)"},
	"28000": {"refuses the user", "see what its pg_hba.conf and the user's rights allow"},
	"3D000": {"is not there", "make it: createdb --owner USER NAME"},
	"42501": {"does not let the user do this", "the user must own the tables"},
	"42P01": {"lacks one of our tables", "see what its search_path names, or put a back-up in its place"},
	"42P07": {"has a table of another program by the name of one of ours", "give the keys a database or a schema of their own"},
	"22021": {"takes only text in UTF-8", "give the key another name"},
}

// explain describes an error of the server in words. Without an answer it is gevel.Unavailable.
func (d *server) explain(err error) error {
	var fault *pgconn.PgError
	isFault := errors.As(err, &fault)
	if isFault {
		if known, ok := serverFaults[fault.Code]; ok {
			return gevel.Refusal(known.hint, "%s %s: %s", d.name(), known.message, oneLine(fault.Message))
		}
	}
	if !isFault && !errors.Is(err, context.Canceled) && isAway(err) || isFault && isClosing(fault) {
		return gevel.Failure(gevel.Unavailable, "see that the server runs and can be reached from here",
			"%s does not answer: %s", d.name(), reasonOf(err))
	}
	return fmt.Errorf("%s: %w", d.name(), err)
}

// isAway reports whether an error means that there was no answer.
func isAway(err error) bool {
	var refused *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &refused) || errors.As(err, &network) || errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, pgconn.ErrConnClosed)
}

// reasonOf returns why there was no answer, for the last attempt.
func reasonOf(err error) string {
	var tried *net.OpError
	if errors.As(err, &tried) {
		err = tried
	}
	return oneLine(err.Error())
}

// isClosing reports whether the server answered that it is starting, shutting down, out of connections or read-only.
func isClosing(fault *pgconn.PgError) bool {
	const operatorIntervention, noResources, readOnly = "57P", "53", "25006"
	return len(fault.Code) == 5 && (fault.Code[:3] == operatorIntervention || fault.Code[:2] == noResources ||
		fault.Code == readOnly)
}
