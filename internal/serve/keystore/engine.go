// The seam between a Store and the database that it is in.

package keystore

import (
	"context"
	"database/sql"
	"time"
)

// engine is what differs between the databases: a SQLite file, a PostgreSQL server. All
// other statements are those that both have in common.
type engine interface {
	// name is what messages call the database. It holds no password.
	name() string

	// grace is how long known keys work while the database is away, unless told otherwise.
	grace() time.Duration

	// patience is how long a gate waits for one answer; 0 is as long as it takes.
	patience() time.Duration

	// inPlace fails when what is written now would be lost.
	inPlace() error

	// checkpoint brings what was written onto the disk.
	checkpoint(ctx context.Context) error

	// now is the time by the clock that all gates of the database share, of which local is
	// that of this machine.
	now(ctx context.Context, db querier, local func() time.Time) (time.Time, error)

	// write adds uses and takes leases.
	write(ctx context.Context, tx *sql.Tx, by leaser, postings []posting) error

	// explain names the database in an error of it, and says what to do.
	explain(err error) error
}

// querier is a database, or a transaction in it.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// within bounds how long the database may take to answer.
func (s *Store) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if limit := s.engine.patience(); limit > 0 {
		return context.WithTimeout(ctx, limit)
	}
	return ctx, func() {}
}
