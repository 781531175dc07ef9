package tile

import (
	"math"

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

// value is a feature's value for a key: text or number.
type value struct {
	text   string
	number float64
	kind   uint8 // field number in the specification
}

func textOf(s string) value { return value{text: s, kind: valueText} }

func whole(n int) value { return value{number: float64(n), kind: valueInt} }

func fraction(x float64) value { return value{number: x, kind: valueDouble} }

// layer is a layer being encoded. Equal keys and values are stored once.
type layer struct {
	name     string
	keys     []string
	values   map[value]uint32
	features int
	body     []byte // features, then values

	valueBody      []byte
	tags, geometry []byte
	last           point // of the geometry so far
	feature        []byte
}

func newLayer(name string, keys ...string) *layer {
	return &layer{name: name, keys: keys, values: map[value]uint32{}}
}

// say sets a value of the current feature, by the key's number.
func (l *layer) say(key uint32, v value) {
	n, known := l.values[v]
	if !known {
		n = uint32(len(l.values))
		l.values[v] = n
		l.valueBody = protowire.AppendTag(l.valueBody, layerValue, protowire.BytesType)
		l.valueBody = protowire.AppendBytes(l.valueBody, v.encode())
	}
	l.tags = protowire.AppendVarint(protowire.AppendVarint(l.tags, uint64(key)), uint64(n))
}

func (v value) encode() []byte {
	b := protowire.AppendTag(nil, protowire.Number(v.kind), wireOf(v.kind))
	switch v.kind {
	case valueText:
		return protowire.AppendString(b, v.text)
	case valueInt:
		return protowire.AppendVarint(b, uint64(int64(v.number)))
	}
	return protowire.AppendFixed64(b, math.Float64bits(v.number))
}

func wireOf(kind uint8) protowire.Type {
	switch kind {
	case valueText:
		return protowire.BytesType
	case valueInt:
		return protowire.VarintType
	}
	return protowire.Fixed64Type
}

// command appends a command for a number of points to the geometry.
func (l *layer) command(id, count int) {
	l.geometry = protowire.AppendVarint(l.geometry, uint64(id|count<<3))
}

func (l *layer) to(p point) {
	l.geometry = protowire.AppendVarint(l.geometry, protowire.EncodeZigZag(int64(p.x-l.last.x)))
	l.geometry = protowire.AppendVarint(l.geometry, protowire.EncodeZigZag(int64(p.y-l.last.y)))
	l.last = p
}

// point adds a point to the current feature.
func (l *layer) point(p point) {
	l.command(moveTo, 1)
	l.to(p)
}

// line adds a line to the current feature.
func (l *layer) line(from, to point) {
	l.point(from)
	l.command(lineTo, 1)
	l.to(to)
}

// ring adds a ring without its closing point to the current feature, and reverses it where needed: outer
// rings run clockwise on the screen, courtyards counterclockwise.
func (l *layer) ring(r []point, courtyard bool) {
	forwards := doubleArea(r) > 0 != courtyard
	at := func(i int) point {
		if forwards {
			return r[i]
		}
		return r[len(r)-1-i]
	}
	l.command(moveTo, 1)
	l.to(at(0))
	l.command(lineTo, len(r)-1)
	for i := 1; i < len(r); i++ {
		l.to(at(i))
	}
	l.command(closePath, 1)
}

// doubleArea returns twice the area of a ring, positive for one that runs clockwise on the screen, where y
// grows downwards.
func doubleArea(r []point) (sum int64) {
	for i, p := range r {
		q := r[(i+1)%len(r)]
		sum += int64(p.x)*int64(q.y) - int64(q.x)*int64(p.y)
	}
	return sum
}

// noID is for layers whose rows depend on the valuation date.
const noID = 0

// add adds the current feature, unless it has no geometry.
func (l *layer) add(id uint64, kind int) {
	if len(l.geometry) > 0 {
		f := l.feature[:0]
		if id != noID {
			f = protowire.AppendVarint(protowire.AppendTag(f, featureID, protowire.VarintType), id)
		}
		f = protowire.AppendTag(f, featureTags, protowire.BytesType)
		f = protowire.AppendBytes(f, l.tags)
		f = protowire.AppendTag(f, featureType, protowire.VarintType)
		f = protowire.AppendVarint(f, uint64(kind))
		f = protowire.AppendTag(f, featureGeometry, protowire.BytesType)
		l.feature = protowire.AppendBytes(f, l.geometry)
		l.body = protowire.AppendTag(l.body, layerFeature, protowire.BytesType)
		l.body = protowire.AppendBytes(l.body, l.feature)
		l.features++
	}
	l.tags, l.geometry, l.last = l.tags[:0], l.geometry[:0], point{}
}

// appendTo appends the layer to a tile, unless it has no features.
func (l *layer) appendTo(tile []byte) []byte {
	if l.features == 0 {
		return tile
	}
	b := protowire.AppendTag(nil, layerVersion, protowire.VarintType)
	b = protowire.AppendVarint(b, version)
	b = protowire.AppendTag(b, layerName, protowire.BytesType)
	b = protowire.AppendString(b, l.name)
	b = append(b, l.body...)
	for _, key := range l.keys {
		b = protowire.AppendTag(b, layerKey, protowire.BytesType)
		b = protowire.AppendString(b, key)
	}
	b = append(b, l.valueBody...)
	b = protowire.AppendTag(b, layerExtent, protowire.VarintType)
	b = protowire.AppendVarint(b, extent)
	tile = protowire.AppendTag(tile, tileLayer, protowire.BytesType)
	return protowire.AppendBytes(tile, b)
}

// frameBound is a tile with its buffer.
var frameBound = orb.Bound{Min: orb.Point{-buffer, -buffer}, Max: orb.Point{extent + buffer, extent + buffer}}

// cut clips a ring to the tile and its buffer: renderers refuse coordinates far outside the tile.
func cut(r []point) []point {
	if len(r) < 3 {
		return nil
	}
	ring := make(orb.Ring, 0, len(r)+1)
	for _, p := range r {
		ring = append(ring, orb.Point{float64(p.x), float64(p.y)})
	}
	ring = clip.Ring(frameBound, append(ring, ring[0]))
	kept := make([]point, 0, len(ring))
	for _, p := range ring {
		at := point{int32(p[0]), int32(p[1])}
		if n := len(kept); n == 0 || kept[n-1] != at {
			kept = append(kept, at)
		}
	}
	if n := len(kept); n > 1 && kept[0] == kept[n-1] {
		kept = kept[:n-1]
	}
	return kept
}
