package geopackage

import (
	"strings"

	"github.com/gevel/gevel/internal/file/crs"
)

// The spatial index of a layer: the extension gpkg_rtree_index of GeoPackage 1.3 (OGC 12-128r17, annex F.3), with the
// triggers by which other programs keep it as they change rows.

const extensionsTable = `CREATE TABLE IF NOT EXISTS gpkg_extensions (table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL,
	definition TEXT NOT NULL, scope TEXT NOT NULL, CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name))`

// {t} is the layer and {r} its index, as names between quotes; {n} the layer's name for names of triggers.
var rtreeTriggers = []string{
	`CREATE TRIGGER {n}_insert" AFTER INSERT ON {t} WHEN (new.geom NOT NULL AND NOT ST_IsEmpty(NEW.geom)) BEGIN
	INSERT OR REPLACE INTO {r} VALUES (NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom)); END`,
	`CREATE TRIGGER {n}_update1" AFTER UPDATE OF geom ON {t} WHEN OLD.fid = NEW.fid AND (NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom)) BEGIN
	INSERT OR REPLACE INTO {r} VALUES (NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom)); END`,
	`CREATE TRIGGER {n}_update2" AFTER UPDATE OF geom ON {t} WHEN OLD.fid = NEW.fid AND (NEW.geom ISNULL OR ST_IsEmpty(NEW.geom)) BEGIN
	DELETE FROM {r} WHERE id = OLD.fid; END`,
	`CREATE TRIGGER {n}_update3" AFTER UPDATE ON {t} WHEN OLD.fid != NEW.fid AND (NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom)) BEGIN
	DELETE FROM {r} WHERE id = OLD.fid;
	INSERT OR REPLACE INTO {r} VALUES (NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom)); END`,
	`CREATE TRIGGER {n}_update4" AFTER UPDATE ON {t} WHEN OLD.fid != NEW.fid AND (NEW.geom ISNULL OR ST_IsEmpty(NEW.geom)) BEGIN
	DELETE FROM {r} WHERE id IN (OLD.fid, NEW.fid); END`,
	`CREATE TRIGGER {n}_delete" AFTER DELETE ON {t} WHEN old.geom NOT NULL BEGIN DELETE FROM {r} WHERE id = OLD.fid; END`,
}

func rtreeOf(layer string) string { return "rtree_" + layer + "_geom" }

// beginIndex makes the index of a layer.
func (l *LayerWriter) beginIndex() error {
	for _, query := range []string{
		extensionsTable, `CREATE VIRTUAL TABLE ` + quote(rtreeOf(l.name)) + ` USING rtree(id, minx, maxx, miny, maxy)`,
	} {
		if _, err := l.writer.tx.Exec(query); err != nil {
			return err
		}
	}
	_, err := l.writer.tx.Exec(`INSERT INTO gpkg_extensions VALUES
		(?, 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only')`, l.name)
	if err != nil {
		return err
	}
	insert := `INSERT INTO ` + quote(rtreeOf(l.name)) + ` VALUES (?, ?, ?, ?, ?)` //nolint:gosec // quoted
	l.indexing, err = l.writer.tx.Prepare(insert)
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
	for _, trigger := range rtreeTriggers {
		if _, err := l.writer.tx.Exec(fill.Replace(trigger)); err != nil {
			return err
		}
	}
	return nil
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
