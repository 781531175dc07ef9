package parquetfile

import (
	"encoding/binary"
	"encoding/json"
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/crs"
)

// The columns of points by GeoParquet 1.1 (geoparquet.org): each point, and the box around it by which readers
// skip what lies elsewhere.
const (
	Geometry = "geometry"
	Box      = "bbox"
)

// BoxFields are the parts of a box.
var BoxFields = [...]string{"xmin", "ymin", "xmax", "ymax"}

// GeoKey is the key of the note that GeoNote writes.
const GeoKey = "geo"

// GeoNote describes the points of a file to its readers: their coordinate system and bounds.
func GeoNote(s crs.System, b crs.Bounds) (string, error) {
	type column struct {
		Encoding string                         `json:"encoding"`
		Types    []string                       `json:"geometry_types"`
		CRS      json.RawMessage                `json:"crs"`
		Edges    string                         `json:"edges"`
		Bounds   []float64                      `json:"bbox,omitempty"`
		Covering map[string]map[string][]string `json:"covering"`
	}
	points := column{
		Encoding: "WKB", Types: []string{"Point"}, CRS: s.PROJJSON, Edges: "planar",
		Covering: map[string]map[string][]string{Box: {}},
	}
	for _, field := range BoxFields {
		points.Covering[Box][field] = []string{Box, field}
	}
	if b.Any {
		points.Bounds = []float64{b.Low.X, b.Low.Y, b.High.X, b.High.Y}
	}
	text, err := json.Marshal(struct {
		Version string            `json:"version"`
		Primary string            `json:"primary_column"`
		Columns map[string]column `json:"columns"`
	}{"1.1.0", Geometry, map[string]column{Geometry: points}})
	return string(text), err
}

// Point returns a point as well-known binary.
func Point(p gevel.Point) []byte {
	const kindPoint = 1
	wkb := binary.LittleEndian.AppendUint32([]byte{1}, kindPoint)
	wkb = binary.LittleEndian.AppendUint64(wkb, math.Float64bits(p.X))
	return binary.LittleEndian.AppendUint64(wkb, math.Float64bits(p.Y))
}
