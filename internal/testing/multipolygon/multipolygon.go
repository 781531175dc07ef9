// Package multipolygon writes geometries that gevel reads in GeoPackages and does not write.
package multipolygon

import (
	"encoding/binary"

	"github.com/gevel/gevel/internal/file/geopackage"
)

// Blob returns the blob of several polygons.
func Blob(system int32, several []geopackage.Polygon) []byte {
	const (
		head = 8 // bytes of a blob before its geometry
		kind = 6
	)
	blob := geopackage.AppendPolygon(nil, system, nil)
	blob = append(blob[:head], 1)
	blob = binary.LittleEndian.AppendUint32(blob, kind)
	blob = binary.LittleEndian.AppendUint32(blob, uint32(len(several)))
	for _, p := range several {
		blob = append(blob, geopackage.AppendPolygon(nil, system, p)[head:]...)
	}
	return blob
}
