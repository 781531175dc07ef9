// SQLite: an open keys file, and the wording of its errors.

package keystore

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/regular"
)

// fileGrace is how long known keys work while the file can't be read: long enough for a backup, short enough
// for a key that was revoked in a replacement of the file.
const fileGrace = 30 * time.Second

// The settings of connections. Changes of keys are on disk before they are reported done. Usage is reported
// done when the system has it, which survives the process but not a power cut; checkpoint writes it to disk.
var (
	forKeys  = url.Values{"_synchronous": {"FULL"}}
	forUsage = url.Values{"_synchronous": {"NORMAL"}, "_pragma": {"wal_autocheckpoint(0)"}}
)

// file is the engine of a SQLite file.
type file struct {
	path   string
	opened os.FileInfo // as it was when opened, to notice that it was replaced
	db     *sql.DB
}

// openFile opens a keys file.
func openFile(ctx context.Context, path string) (*Store, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		shown := gevel.Printable(path)
		hint := fmt.Sprintf("make it with its first key: gevel keys create --keys %s --name NAME", shown)
		return nil, gevel.Refusal(hint, "there is no keys file %s", shown)
	}
	if err != nil {
		return nil, fmt.Errorf("open keys file: %w", err)
	}
	if err := checkHeader(path); err != nil {
		return nil, err
	}
	db, keysErr := connectFile(path, forKeys)
	usage, usageErr := connectFile(path, forUsage)
	if err := errors.Join(keysErr, usageErr); err != nil {
		return nil, fmt.Errorf("open keys file %s: %w", gevel.Printable(path), err)
	}
	usage.SetMaxOpenConns(1) // SQLite has one writer at a time
	f := &file{path: path, opened: info, db: db}
	d := &Store{db: db, usage: usage, engine: f, grace: fileGrace} // connections have a timeout
	if err := f.makeReady(ctx, d); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

func (f *file) makeReady(ctx context.Context, d *Store) error {
	if !f.isLarge() {
		if err := f.checkWhole(ctx); err != nil {
			return err
		}
	}
	steps, err := migrator(goose.DialectSQLite3, f.db)
	if err != nil {
		return d.wrap(err)
	}
	return d.accept(ctx, steps)
}

// createFile opens a keys file, and creates it if it does not exist.
func createFile(ctx context.Context, path string) (*Store, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := makeFile(ctx, path); err != nil {
			return nil, fmt.Errorf("make keys file %s: %w", gevel.Printable(path), err)
		}
	}
	return openFile(ctx, path)
}

// connectFile opens an existing file. Its settings: wait 2 s for another process's write (a gate that waited
// longer would see a revocation late), readers that never wait (WAL).
func connectFile(path string, settings url.Values) (*sql.DB, error) {
	options := url.Values{
		"mode":          {"rw"},
		"_txlock":       {"immediate"},
		"_busy_timeout": {"2000"},
		"_journal_mode": {"WAL"},
		"_foreign_keys": {"on"},
	}
	maps.Copy(options, settings)
	name, err := regular.URL(path, options)
	if err != nil {
		return nil, err
	}
	return sql.Open(driver, name)
}

func (f *file) name() string { return "keys file " + gevel.Printable(f.path) }

// inPlace returns an error when the path no longer leads to the open file. A deleted file stays readable, and
// no revocation would arrive.
func (f *file) inPlace() error {
	now, err := os.Stat(f.path)
	if err != nil {
		return err
	}
	if !os.SameFile(f.opened, now) {
		return errors.New("the file was replaced while it was in use")
	}
	return nil
}

func (f *file) checkpoint(ctx context.Context) error {
	_, err := f.db.ExecContext(ctx, `PRAGMA wal_checkpoint(PASSIVE)`)
	return err
}

// given reads JSON by SQLite's functions.
func (f *file) given() string {
	return `WITH given AS (SELECT value ->> 'n' AS n, value ->> 'key' AS key, value ->> 'month' AS month, value ->> 'uses' AS uses,
		value ->> 'last' AS last, value ->> 'wanted' AS wanted, value ->> 'part' AS part FROM json_each($1)) `
}

// lock has nothing to do: a writing transaction locks the file from its beginning.
func (f *file) lock(context.Context, *sql.Tx, []string) error { return nil }

// now is the machine's clock: processes that share a file share the machine.
func (f *file) now(_ context.Context, _ querier, local func() time.Time) (time.Time, error) {
	return local(), nil
}

// keep copies the file, whole or not at all, to one beside it that only its owner can read, in place of an earlier copy.
func (f *file) keep(ctx context.Context, format int64) (string, error) {
	to := fmt.Sprintf("%s.format-%d", f.path, format)
	draft, err := os.CreateTemp(filepath.Dir(f.path), ".keys-*")
	if err != nil {
		return "", err
	}
	defer os.Remove(draft.Name()) // once it has its name there is none
	_, err = f.db.ExecContext(ctx, `VACUUM INTO $1`, draft.Name())
	var now int64
	if err == nil { // another process may have changed the format before it was copied, and kept its own
		err = f.db.QueryRowContext(ctx, `SELECT MAX(version_id) FROM goose_db_version`).Scan(&now)
	}
	if err = errors.Join(err, draft.Sync(), draft.Close()); err == nil && now == format {
		err = atomicfile.Rename(draft.Name(), to)
	}
	return to, err
}

func (f *file) explain(err error) error {
	if isDamage(err) {
		return f.damaged(err)
	}
	if said := sqliteNumber.ReplaceAllString(err.Error(), ""); said != err.Error() {
		return &gevel.Error{Code: gevel.CodeOf(err), Message: f.name() + ": " + said, Err: err}
	}
	return fmt.Errorf("%s: %w", f.name(), err)
}

// sqliteNumber is what SQLite's texts end with, and say nothing by.
var sqliteNumber = regexp.MustCompile(` \(\d+\)$`)

// isDamage reports whether an error means a damaged file.
func isDamage(err error) bool {
	var fault *sqlite.Error
	if !errors.As(err, &fault) {
		return false
	}
	code := fault.Code() & primaryCode
	return code == sqliteCorrupt || code == sqliteNotADB
}

// damaged returns an error that says what to do about a damaged file.
func (f *file) damaged(cause error) error {
	return &gevel.Error{
		Code:    gevel.Invalid,
		Message: f.name() + " is damaged",
		Hint: "stop what uses it, put a back-up in its place and remove the -wal and -shm files beside it; " +
			"see Back up and restore in docs/operations.md",
		Err: cause,
	}
}

// wholeAtOpen is the size up to which a file is read whole when it is opened, bytes: some ten thousand keys' use of three
// years. A gate reads a larger one in the background.
const wholeAtOpen = 32 << 20

func (f *file) isLarge() bool { return f.opened.Size() > wholeAtOpen }

// examine reads the whole of a file that was too large for that when it was opened.
func (f *file) examine(ctx context.Context) error {
	if !f.isLarge() {
		return nil
	}
	return f.checkWhole(ctx)
}

// checkWhole reads the whole file. Error: gevel.Invalid when it is damaged.
func (f *file) checkWhole(ctx context.Context) error {
	var found string
	if err := f.db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&found); err != nil {
		return f.explain(err)
	}
	if found != "ok" {
		return f.damaged(errors.New(oneLine(found)))
	}
	return nil
}

// SQLite's codes for a damaged file (sqlite.org/rescode.html).
const (
	sqliteCorrupt = 11
	sqliteNotADB  = 26
	primaryCode   = 0xff // mask for the primary code
)

// A SQLite file of keys: its creation in one step, and the refusal of other files.

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
