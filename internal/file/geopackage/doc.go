// Package geopackage reads and writes GeoPackages (OGC 12-128): SQLite files whose tables, called layers,
// hold one geometry a row. It knows the format and nothing of what a layer is about.
//
// A file is opened read-only and nothing is written beside it, so it may lie on a read-only disk. Rows are
// read one by one, so memory does not grow with the file.
//
// The package parses geometries itself: well-known binary takes a hundred lines. paulmach/orb, the
// alternative, reads no heights, allocates slices for each of ten million polygons, and requires a MongoDB
// driver.
package geopackage
