package geopackage

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
	"modernc.org/sqlite/vfs"
)

// What SQLite sees of the disk: one open file, which it can read, and no other. So it reads the very file that was
// checked, also when another takes its place at the path.

// disk is the file system of one file.
type disk struct {
	source *os.File
	size   int64
	vfs    *vfs.FS
}

// onlyFile is what the file is called there.
const onlyFile = "layers.gpkg"

// mount returns a disk with the file, and the file as a database.
func mount(source *os.File, size int64) (*disk, *sql.DB, error) {
	d := &disk{source: source, size: size}
	name, registered, err := vfs.New(d)
	if err != nil {
		return nil, nil, err
	}
	d.vfs = registered
	// Immutable: no locks and no log beside the file. Its content may not call functions.
	options := url.Values{
		"vfs": {name}, "mode": {"ro"}, "immutable": {"1"},
		"_pragma": {"trusted_schema(0)", "query_only(1)", "cell_size_check(1)", "temp_store(memory)"},
	}
	db, err := sql.Open(driver, "file:"+onlyFile+"?"+options.Encode())
	if err != nil {
		return nil, nil, errors.Join(err, registered.Close())
	}
	return d, db, nil
}

// close lets go of the file.
func (d *disk) close() error { return errors.Join(d.vfs.Close(), d.source.Close()) }

// Open returns the file, by its name only.
func (d *disk) Open(name string) (fs.File, error) {
	if path.Base(name) != onlyFile {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return view{io.NewSectionReader(d.source, 0, d.size), d.source}, nil
}

// view is the file as a connection reads it.
type view struct {
	*io.SectionReader
	source *os.File
}

func (v view) Stat() (fs.FileInfo, error) { return v.source.Stat() }

// Close does nothing: other connections read the file too.
func (v view) Close() error { return nil }

// connect returns a connection that refuses larger values than a geometry may have.
func (f *File) connect(ctx context.Context) (*sql.Conn, error) {
	c, err := f.db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := sqlite.Limit(c, sqlite3.SQLITE_LIMIT_LENGTH, mostBlob); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}
