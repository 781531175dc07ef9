package geopackage

import (
	"database/sql"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"net/url"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/crs"
	"github.com/gevel/gevel/internal/file/regular"
)

// Writer writes a GeoPackage. Equal calls write equal files.
type Writer struct {
	db     *sql.DB
	tx     *sql.Tx
	layers []*LayerWriter
	closed bool
	System int32 // EPSG code of the geometries of later layers; RDNew by default
	// Changed is the day of the last change of later layers; by default 1 January 2000, so that the files do
	// not depend on the day on which they are written.
	Changed gevel.Date
}

// LayerWriter writes the rows of a layer.
type LayerWriter struct {
	name             string
	insert, indexing *sql.Stmt
	writer           *Writer
	rows             int64
	bounds           crs.Bounds
	values           []any
	blob             []byte
}

// schema creates the tables that every GeoPackage has.
//
//go:embed schema.sql
var schema string

// Create begins a GeoPackage at a path where no file exists yet. Close completes it.
func Create(path string) (*Writer, error) {
	// An unfinished file is written again, so no journal is kept.
	options := url.Values{"mode": {"rwc"}, "_pragma": {"journal_mode(off)", "synchronous(off)"}}
	name, err := regular.URL(path, options)
	if err != nil {
		return nil, err
	}
	db, err := sql.Open(driver, name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	w := &Writer{db: db, System: RDNew, Changed: gevel.NewDate(2000, time.January, 1)}
	if _, err := db.Exec(fmt.Sprintf("PRAGMA application_id = %d;\n%s", applicationIDs[0], schema)); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if w.tx, err = db.Begin(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := w.define(crs.WGS84); err != nil { // every GeoPackage has it
		w.Discard()
		return nil, err
	}
	return w, nil
}

// define defines a coordinate system.
func (w *Writer) define(s crs.System) error {
	name := s.Title
	if name == "" {
		name = fmt.Sprintf("EPSG:%d", s.EPSG)
	}
	_, err := w.tx.Exec(`INSERT OR IGNORE INTO gpkg_spatial_ref_sys VALUES (?, ?, 'EPSG', ?, ?, NULL)`, name, s.EPSG, s.EPSG, s.WKT)
	return err
}

// Column returns the SQL of a column with any name.
func Column(name, sqlType string) string { return quote(name) + " " + sqlType }

// Layer begins a layer. Each column is a name and an SQL type; a column geom of type geometry is added.
func (w *Writer) Layer(name, geometry string, columns ...string) (*LayerWriter, error) {
	if err := w.define(crs.Of(w.System)); err != nil {
		return nil, err
	}
	for _, c := range []struct {
		query string
		args  []any
	}{
		{
			`INSERT INTO gpkg_contents (table_name, data_type, identifier, last_change, srs_id)
				VALUES (?, 'features', ?, ?, ?)`, []any{name, name, w.Changed.String() + "T00:00:00.000Z", w.System},
		},
		{`INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, ?, 0, 0)`, []any{name, geometry, w.System}},
		{
			`CREATE TABLE ` + quote(name) + ` (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom ` + geometry + `, ` +
				strings.Join(columns, ", ") + `)`, nil,
		},
	} {
		if _, err := w.tx.Exec(c.query, c.args...); err != nil {
			return nil, err
		}
	}
	insert, err := w.tx.Prepare(`INSERT INTO ` + quote(name) + //nolint:gosec // quoted
		` VALUES (NULL, ?` + strings.Repeat(", ?", len(columns)) + `)`)
	if err != nil {
		return nil, err
	}
	l := &LayerWriter{name: name, insert: insert, writer: w}
	w.layers = append(w.layers, l)
	return l, l.beginIndex()
}

// Add adds a row with its geometry as a blob, nil for none.
func (l *LayerWriter) Add(blob []byte, values ...any) error {
	geometry := any(nil)
	if blob != nil {
		geometry = blob
	}
	l.values = append(append(l.values[:0], geometry), values...)
	if _, err := l.insert.Exec(l.values...); err != nil {
		return err
	}
	l.rows++
	return l.index(boundsOf(blob))
}

// AddPolygon adds a row with a polygon of one ring.
func (l *LayerWriter) AddPolygon(ring []gevel.Point, values ...any) error {
	l.blob = AppendPolygon(l.blob[:0], l.writer.System, Polygon{ring})
	return l.Add(l.blob, values...)
}

// AddPoint adds a row with a point.
func (l *LayerWriter) AddPoint(p gevel.Point, values ...any) error {
	l.blob = appendHead(l.blob[:0], l.writer.System, kindPoint)
	l.blob = appendPoint(l.blob, p)
	return l.Add(l.blob, values...)
}

// complete says where the layer's geometries lie, so that readers need not look at each.
func (l *LayerWriter) complete() error {
	if err := l.endIndex(); err != nil || !l.bounds.Any {
		return err
	}
	low, high := l.bounds.Low, l.bounds.High
	_, err := l.writer.tx.Exec(`UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ? WHERE table_name = ?`,
		low.X, low.Y, high.X, high.Y, l.name)
	return err
}

// Close completes the file.
func (w *Writer) Close() error {
	for _, l := range w.layers {
		if err := l.complete(); err != nil {
			w.Discard()
			return err
		}
	}
	w.closed = true
	return errors.Join(w.tx.Commit(), w.db.Close())
}

// Discard removes an unfinished file; after Close it does nothing.
func (w *Writer) Discard() {
	if !w.closed {
		w.closed = true
		_ = w.tx.Rollback()
		w.db.Close()
	}
}

// AppendPolygon appends a polygon's blob.
func AppendPolygon(into []byte, system int32, p Polygon) []byte {
	into = appendHead(into, system, kindPolygon)
	return appendRings(into, p)
}

// appendHead appends the blob's header without an envelope, and the head of its geometry.
func appendHead(into []byte, system int32, kind uint32) []byte {
	into = append(into, 'G', 'P', 0, flagLittle)
	into = binary.LittleEndian.AppendUint32(into, uint32(system))
	return binary.LittleEndian.AppendUint32(append(into, 1), kind)
}

func appendRings(into []byte, p Polygon) []byte {
	into = binary.LittleEndian.AppendUint32(into, uint32(len(p)))
	for _, ring := range p {
		into = binary.LittleEndian.AppendUint32(into, uint32(len(ring)))
		for _, at := range ring {
			into = appendPoint(into, at)
		}
	}
	return into
}

func appendPoint(into []byte, p gevel.Point) []byte {
	into = binary.LittleEndian.AppendUint64(into, math.Float64bits(p.X))
	return binary.LittleEndian.AppendUint64(into, math.Float64bits(p.Y))
}

// The spatial index of a layer: the extension gpkg_rtree_index of GeoPackage 1.3 (OGC 12-128r17, annex F.3), with the
// triggers by which other programs keep it as they change rows.

//go:embed rtree.sql
var rtreeTriggers string

func rtreeOf(layer string) string { return "rtree_" + layer + "_geom" }

// beginIndex makes the index of a layer.
func (l *LayerWriter) beginIndex() error {
	index := quote(rtreeOf(l.name))
	if _, err := l.writer.tx.Exec(`CREATE VIRTUAL TABLE ` + index + ` USING rtree(id, minx, maxx, miny, maxy)`); err != nil {
		return err
	}
	_, err := l.writer.tx.Exec(`INSERT INTO gpkg_extensions VALUES
		(?, 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only')`, l.name)
	if err != nil {
		return err
	}
	l.indexing, err = l.writer.tx.Prepare(`INSERT INTO ` + index + ` VALUES (?, ?, ?, ?, ?)`) //nolint:gosec // quoted
	return err
}

// index notes where the last row lies.
func (l *LayerWriter) index(at crs.Bounds) error {
	if !at.Any {
		return nil
	}
	l.bounds.Add(at.Low)
	l.bounds.Add(at.High)
	_, err := l.indexing.Exec(l.rows, at.Low.X, at.High.X, at.Low.Y, at.High.Y)
	return err
}

// endIndex adds the triggers. They call functions that only programs for maps have, so they come last.
func (l *LayerWriter) endIndex() error {
	name := quote(rtreeOf(l.name))
	fill := strings.NewReplacer("{t}", quote(l.name), "{r}", name, "{n}", strings.TrimSuffix(name, `"`))
	_, err := l.writer.tx.Exec(fill.Replace(rtreeTriggers))
	return err
}

// boundsOf returns the rectangle around a geometry; of one that can't be read it is empty.
func boundsOf(blob []byte) (b crs.Bounds) {
	var g Geometry
	if g.Parse(blob) != nil {
		return b
	}
	for _, p := range g.Points {
		b.Add(p)
	}
	for _, polygon := range g.Polygons {
		for _, p := range polygon[0] {
			b.Add(p)
		}
	}
	return b
}
