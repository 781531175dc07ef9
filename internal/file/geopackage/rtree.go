package geopackage

import (
	_ "embed"
	"strings"

	"github.com/gevel/gevel/internal/file/crs"
)

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
