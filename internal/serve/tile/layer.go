package tile

import (
	"math"
	"slices"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/clip"
	"google.golang.org/protobuf/encoding/protowire"
)

// Encoding of a layer, by version 2.1 of Mapbox's Vector Tile Specification.

// The specification's numbers of fields, geometry types and commands.
const (
	tileLayer = 3

	layerName, layerFeature, layerKey, layerValue, layerExtent, layerVersion = 1, 2, 3, 4, 5, 15

	featureID, featureTags, featureType, featureGeometry = 1, 2, 3, 4

	valueText, valueDouble, valueInt = 1, 3, 4

	typePoint, typeLine, typePolygon = 1, 2, 3

	moveTo, lineTo, closePath = 1, 2, 7

	version = 2
)

// layer is a layer being encoded. Equal keys and values are stored once.
type layer struct {
	name     string
	features int
	keys     map[string]uint64 // their numbers
	values   map[any]uint64    // the same
	body     []byte            // features, keys and values

	tags, geometry, feature []byte // of the feature that is added
}

func newLayer(name string) *layer {
	return &layer{name: name, keys: map[string]uint64{}, values: map[any]uint64{}}
}

// say gives the next feature a property: a text, a whole number or a fraction.
func (l *layer) say(key string, value any) {
	l.tags = protowire.AppendVarint(l.tags, number(l, l.keys, key, layerKey, func(key string) []byte { return []byte(key) }))
	l.tags = protowire.AppendVarint(l.tags, number(l, l.values, value, layerValue, encodeValue))
}

// noID is for layers whose rows depend on the valuation date.
const noID = 0

// add adds a feature with the properties that were said.
func (l *layer) add(id int, at orb.Geometry) {
	l.feature = l.feature[:0]
	if id != noID {
		l.feature = appendNumber(l.feature, featureID, uint64(id))
	}
	var kind uint64
	kind, l.geometry = encodeGeometry(l.geometry[:0], at)
	l.feature = appendNumber(appendField(l.feature, featureTags, l.tags), featureType, kind)
	l.feature = appendField(l.feature, featureGeometry, l.geometry)
	l.body, l.tags = appendField(l.body, layerFeature, l.feature), l.tags[:0]
	l.features++
}

// number returns the number of a key or a value of a layer, which it encodes and stores when it is new.
func number[T comparable](l *layer, known map[T]uint64, one T, field protowire.Number, encode func(T) []byte) uint64 {
	n, ok := known[one]
	if !ok {
		n = uint64(len(known))
		known[one], l.body = n, appendField(l.body, field, encode(one))
	}
	return n
}

func appendField(b []byte, field protowire.Number, content []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), content)
}

func appendNumber(b []byte, field protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), v)
}

func encodeValue(v any) []byte {
	switch v := v.(type) {
	case string:
		return appendField(nil, valueText, []byte(v))
	case int:
		return appendNumber(nil, valueInt, uint64(v))
	}
	return protowire.AppendFixed64(protowire.AppendTag(nil, valueDouble, protowire.Fixed64Type), math.Float64bits(v.(float64)))
}

// encodeGeometry appends a point, a line or a polygon.
func encodeGeometry(b []byte, at orb.Geometry) (kind uint64, encoded []byte) {
	var last orb.Point
	command := func(id, count int) { b = protowire.AppendVarint(b, uint64(id|count<<3)) }
	path := func(points []orb.Point) {
		for i, p := range points {
			switch i {
			case 0:
				command(moveTo, 1)
			case 1:
				command(lineTo, len(points)-1)
			}
			for axis := range p {
				b = protowire.AppendVarint(b, protowire.EncodeZigZag(int64(p[axis]-last[axis])))
			}
			last = p
		}
	}
	switch at := at.(type) {
	case orb.Point:
		path([]orb.Point{at})
		return typePoint, b
	case orb.LineString:
		path(at)
		return typeLine, b
	}
	for _, ring := range at.(orb.Polygon) {
		path(ring[:len(ring)-1])
		command(closePath, 1)
	}
	return typePolygon, b
}

// appendTo appends the layer to a tile, unless it has no features.
func (l *layer) appendTo(tile []byte) []byte {
	if l.features == 0 {
		return tile
	}
	b := appendField(appendNumber(nil, layerVersion, version), layerName, []byte(l.name))
	return appendField(tile, tileLayer, appendNumber(append(b, l.body...), layerExtent, extent))
}

// ringOf closes a ring, cut to the tile and its buffer unless it lies inside, or nil where nothing
// is left of it. Outer rings run clockwise on the screen, where y grows downwards, courtyards counterclockwise.
func ringOf(ring orb.Ring, inside, courtyard bool) orb.Ring {
	if len(ring) < 3 {
		return nil
	}
	ring = append(ring, ring[0])
	if !inside {
		ring = cut(ring)
	}
	if len(ring) < 4 || ring.Orientation() == 0 {
		return nil
	}
	if courtyard == (ring.Orientation() == orb.CCW) {
		ring.Reverse()
	}
	return ring
}

// frameBound is a tile with its buffer.
var frameBound = orb.Bound{Min: orb.Point{-buffer, -buffer}, Max: orb.Point{extent + buffer, extent + buffer}}

// cut clips a closed ring to the tile and its buffer: renderers refuse coordinates far outside the tile.
func cut(ring orb.Ring) orb.Ring {
	ring = clip.Ring(frameBound, ring)
	for i, p := range ring {
		ring[i] = orb.Point{math.Trunc(p[0]), math.Trunc(p[1])}
	}
	return slices.Compact(ring)
}
