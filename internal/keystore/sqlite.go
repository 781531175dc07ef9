// What is particular to SQLite: the file, how it is made whole or not at all, and
// how a file that is something else is refused.

package keystore

import (
	"context"
	"database/sql"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/atomicfile"
)

const driver = "sqlite"

//go:embed migrations/*.sql
var migrations embed.FS

// applicationID marks a SQLite file as a keys file: "gvlk" in ASCII.
const applicationID = 0x67766c6b

// The marks in the header of a SQLite file (sqlite.org/fileformat.html).
const (
	sqliteMagic         = "SQLite format 3\x00"
	applicationIDOffset = 68 // bytes; four bytes, big-endian
	headerSize          = 100
)

// The settings of connections. Those for keys have every change on disk before it is
// reported done. Those for usage report it done when the system has it, which survives
// the process but not a power cut, and leave the disk to checkpoint.
var (
	forKeys  = url.Values{"_synchronous": {"FULL"}}
	forUsage = url.Values{"_synchronous": {"NORMAL"}, "_pragma": {"wal_autocheckpoint(0)"}}
)

// openFile opens an existing file. Its settings: wait 2 s for another process' write
// (a gate that waited longer would be late to see a revoked key), readers that never
// wait (WAL).
func openFile(path string, settings url.Values) (*sql.DB, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	options := url.Values{
		"mode":          {"rw"},
		"_txlock":       {"immediate"},
		"_busy_timeout": {"2000"},
		"_journal_mode": {"WAL"},
		"_foreign_keys": {"on"},
	}
	maps.Copy(options, settings)
	name := url.URL{Scheme: "file", Path: filepath.ToSlash(absolute), RawQuery: options.Encode()}
	return sql.Open(driver, name.String())
}

// checkpoint brings what was written onto the disk.
func (s *Store) checkpoint(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, `PRAGMA wal_checkpoint(PASSIVE)`)
	return s.wrap(err)
}

// makeFile makes an empty keys file, readable by its owner only, of which nobody
// ever sees half. When another process was first, its file stays.
func makeFile(ctx context.Context, path string) error {
	content, err := emptyFile(ctx)
	if err != nil {
		return err
	}
	if err := atomicfile.WriteNew(path, content, 0o600); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// emptyFile returns the bytes of a keys file without keys.
func emptyFile(ctx context.Context) (content []byte, err error) {
	db, err := sql.Open(driver, ":memory:")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1) // each connection has a memory of its own
	if _, err := db.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", applicationID)); err != nil {
		return nil, err
	}
	if err := migrate(ctx, db); err != nil {
		return nil, err
	}
	return contentOf(ctx, db)
}

// contentOf returns the bytes of the file that a database in memory would be.
func contentOf(ctx context.Context, db *sql.DB) (content []byte, err error) {
	c, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	err = c.Raw(func(raw any) error {
		content, err = raw.(interface{ Serialize() ([]byte, error) }).Serialize()
		return err
	})
	return content, err
}

// checkHeader reads the first bytes of the file, so that a file which is
// something else is refused before anything is written to it.
func checkHeader(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open keys file: %w", err)
	}
	defer f.Close()
	header := make([]byte, headerSize)
	_, err = io.ReadFull(f, header)
	id := binary.BigEndian.Uint32(header[applicationIDOffset:])
	if err != nil || !strings.HasPrefix(string(header), sqliteMagic) || id != applicationID {
		return &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("%s is no keys file", gevel.Printable(path)),
			Hint:    "name the file that gevel keys create has made",
			Err:     err,
		}
	}
	return nil
}

// upgrade brings the tables of an older version up to date, and refuses those of
// a newer one.
func (s *Store) upgrade(ctx context.Context) error {
	steps, err := migrator(s.db)
	if err != nil {
		return s.wrap(err)
	}
	has, knows, err := steps.GetVersions(ctx)
	switch {
	case err != nil:
		return s.wrap(err)
	case has > knows:
		return &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("keys file %s has format %d, this gevel knows up to %d", gevel.Printable(s.path), has, knows),
			Hint:    "use the gevel that wrote it, or a newer one",
		}
	case has < knows:
		return s.wrap(migrate(ctx, s.db))
	}
	return nil
}

func migrate(ctx context.Context, db *sql.DB) error {
	steps, err := migrator(db)
	if err != nil {
		return err
	}
	_, err = steps.Up(ctx)
	return err
}

func migrator(db *sql.DB) (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithDisableGlobalRegistry(true))
}

// sameFile reports an error when the path no longer leads to the file that is
// open. A deleted file can be read for ever, and no revocation would arrive.
func (s *Store) sameFile() error {
	now, err := os.Stat(s.path)
	if err != nil {
		return err
	}
	if !os.SameFile(s.file, now) {
		return errors.New("the file was replaced while it was in use")
	}
	return nil
}
