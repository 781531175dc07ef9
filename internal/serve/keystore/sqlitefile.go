// A SQLite file of keys: its creation in one step, and the refusal of other files.

package keystore

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/pressly/goose/v3"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/regular"
)

const driver = "sqlite"

// applicationID marks a SQLite file as a keys file: "gvlk" in ASCII.
const applicationID = 0x67766c6b

// Positions and marks in the header of a SQLite file (sqlite.org/fileformat.html).
const (
	sqliteMagic         = "SQLite format 3\x00"
	applicationIDOffset = 68 // bytes; four bytes, big-endian
	headerSize          = 100
)

// makeFile creates an empty keys file in one step, readable only by its owner. If another process was first,
// its file stays.
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
	db.SetMaxOpenConns(1) // each connection has its own memory
	if _, err := db.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", applicationID)); err != nil {
		return nil, err
	}
	steps, err := migrator(goose.DialectSQLite3, db)
	if err != nil {
		return nil, err
	}
	if _, err := steps.Up(ctx); err != nil {
		return nil, err
	}
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

// checkHeader reads the first bytes of the file, so that a file of another kind is refused before anything is
// written to it.
func checkHeader(path string) error {
	f, err := regular.Open(path)
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
