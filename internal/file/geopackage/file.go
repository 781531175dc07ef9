// Package geopackage reads and writes GeoPackages (OGC 12-128): SQLite files whose tables, called layers,
// hold one geometry a row. It knows the format and nothing of what a layer is about.
//
// A file is opened read-only and nothing is written beside it, so it may lie on a read-only disk. Rows are
// read one by one, so memory does not grow with the file.
//
// The package parses geometries itself: well-known binary takes a hundred lines. paulmach/orb, the alternative,
// reads no heights, allocates slices for each of ten million polygons, and requires a MongoDB driver.
package geopackage

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
	"modernc.org/sqlite/vfs"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/regular"
)

const driver = "sqlite"

// The header of a SQLite file (sqlite.org/fileformat.html): offsets in bytes, numbers big-endian.
const (
	magic           = "SQLite format 3\x00"
	pageSizeAt      = 16
	changesAt       = 24 // counts changes
	pagesAt         = 28 // number of pages, valid if the two counts of changes agree
	applicationAt   = 68
	pagesOfChangeAt = 92
	headerSize      = 100
)

// applicationIDs mark a SQLite file as a GeoPackage: "GPKG" since version 1.2, "GP10" and "GP11" before.
var applicationIDs = []uint32{0x47504b47, 0x47503130, 0x47503131}

const fetchAnew = "fetch or copy it again"

// File is an open GeoPackage. Several goroutines may use it.
type File struct {
	db   *sql.DB
	disk *disk
	// Layers are in the file's order.
	Layers []Layer
	// Size of the file, bytes.
	Size int64
}

// IsSQLite reports whether a file begins as SQLite files do, as all GeoPackages are.
func IsSQLite(ctx context.Context, path string) (bool, error) {
	f, err := regular.OpenWatched(ctx, path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	head := make([]byte, len(magic))
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return false, err
	}
	return string(head[:n]) == magic, nil
}

// Open opens a GeoPackage. Errors do not name the file. gevel.Invalid: the file is no GeoPackage, is cut
// short, is damaged or is being written.
func Open(ctx context.Context, path string) (*File, error) {
	source, err := regular.OpenWatched(ctx, path)
	if err != nil {
		return nil, err
	}
	size, marked, err := checkFile(path, source)
	if err != nil {
		source.Close()
		return nil, err
	}
	f := &File{Size: size}
	if f.disk, f.db, err = mount(source, size); err != nil {
		source.Close()
		return nil, err
	}
	if err := f.readLayers(ctx, marked); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Close closes the file.
func (f *File) Close() error { return errors.Join(f.db.Close(), f.disk.close()) }

// checkFile checks what SQLite does not report clearly: that the file is whole and not being written. Marked: its
// header marks it as a GeoPackage.
func checkFile(path string, f *os.File) (size int64, marked bool, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, false, err
	}
	head := make([]byte, headerSize)
	n, err := f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, false, err
	}
	if !bytes.HasPrefix(head[:n], []byte(magic)) {
		return 0, false, gevel.Refusal("give the .gpkg as it was fetched, unpacked",
			"it is no GeoPackage: a SQLite file begins otherwise")
	}
	if n < headerSize {
		return 0, false, gevel.Refusal(fetchAnew, "the file is cut short: it has %d bytes", n)
	}
	if whole := wholeSize(head); info.Size() < whole {
		return 0, false, gevel.Refusal(fetchAnew, "the file is cut short: it has %d of %d bytes", info.Size(), whole)
	}
	for _, suffix := range []string{"-wal", "-journal"} {
		if log, err := os.Stat(path + suffix); err == nil && log.Size() > 0 {
			return 0, false, gevel.Refusal("close the program that has it open, such as QGIS, or copy the file with it",
				"changes to the file are still in %s", filepath.Base(path)+suffix)
		}
	}
	id := binary.BigEndian.Uint32(head[applicationAt:])
	for _, known := range applicationIDs {
		marked = marked || id == known
	}
	return info.Size(), marked, nil
}

// wholeSize returns the size that the header gives for the file, bytes; 0 where it gives none.
func wholeSize(head []byte) int64 {
	if !bytes.Equal(head[changesAt:changesAt+4], head[pagesOfChangeAt:pagesOfChangeAt+4]) {
		return 0
	}
	page := int64(binary.BigEndian.Uint16(head[pageSizeAt:]))
	if page == 1 { // stands for 65536
		page = 1 << 16
	}
	return page * int64(binary.BigEndian.Uint32(head[pagesAt:]))
}

// asDamage turns an error of SQLite that means damage into a clear one.
func asDamage(err error) error {
	fault := (*sqlite.Error)(nil)
	if !errors.As(err, &fault) {
		return err
	}
	switch fault.Code() & 0xff { // the higher bits are details
	case sqlite3.SQLITE_TOOBIG:
		return gevel.Refusal(fetchAnew, "the file has a value of more than %d bytes", mostBlob)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_ERROR:
		return &gevel.Error{Code: gevel.Invalid, Message: "the file is damaged", Hint: fetchAnew, Err: err}
	}
	return err
}

// quote quotes a name for use in SQL.
func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

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
