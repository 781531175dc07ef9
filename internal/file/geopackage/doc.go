// Package geopackage reads and writes GeoPackages (OGC 12-128): SQLite files with tables, called layers,
// of which a row has a geometry. It knows what such a file is, and nothing of what its layers are about.
//
// A file is opened as it stands, read-only: nothing is made beside it, and it may lie on a disk that can't
// be written. Rows come one after the other, so memory does not grow with the file.
//
// Geometries are read by own code: the well-known binary form takes a hundred lines. paulmach/orb, weighed
// for it, reads no heights, makes new slices for each of ten million polygons, and requires a driver of
// MongoDB.
package geopackage
