// The interface between a Store and its database.

package keystore

import (
	"context"
	"database/sql"
	"time"
)

// engine has the operations that differ between the databases: a SQLite file, a PostgreSQL server. All other
// statements are the same for both.
type engine interface {
	// name is the database's name in messages, without a password.
	name() string

	// grace is the default for how long known keys work while the database is away.
	grace() time.Duration

	// patience is how long a gate waits for an answer; 0 is no limit.
	patience() time.Duration

	// inPlace fails when anything written now would be lost.
	inPlace() error

	// checkpoint writes changes to disk.
	checkpoint(ctx context.Context) error

	// now reads the clock that all gates of the database share; local is this machine's.
	now(ctx context.Context, db querier, local func() time.Time) (time.Time, error)

	// write adds uses and takes leases.
	write(ctx context.Context, tx *sql.Tx, by leaser, postings []posting) error

	// explain turns an error of the database into one that names it and says what to do.
	explain(err error) error
}

// querier is a database, or a transaction in it.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// within limits how long the database may take to answer.
func (s *Store) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if limit := s.engine.patience(); limit > 0 {
		return context.WithTimeout(ctx, limit)
	}
	return ctx, func() {}
}
