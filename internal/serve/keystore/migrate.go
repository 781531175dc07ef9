// How tables are created and updated, by steps that both kinds of database accept.

package keystore

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"

	"github.com/gevel/gevel"
)

//go:embed migrations/*.sql
var migrations embed.FS

func migrator(dialect goose.Dialect, db *sql.DB, options ...goose.ProviderOption) (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(dialect, db, files, append(options, goose.WithDisableGlobalRegistry(true))...)
}

// upgrade updates tables of an older version, and refuses a newer version.
func (s *Store) upgrade(ctx context.Context, steps *goose.Provider) error {
	has, knows, err := steps.GetVersions(ctx)
	switch {
	case err != nil:
		return s.wrap(err)
	case has > knows:
		return &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("%s has format %d, this gevel knows up to %d", s.engine.name(), has, knows),
			Hint:    "use the gevel that wrote it, or a newer one",
		}
	case has < knows:
		_, err := steps.Up(ctx)
		return s.wrap(err)
	}
	return nil
}
