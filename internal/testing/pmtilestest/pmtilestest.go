// Package pmtilestest writes small archives of map tiles for tests: PMTiles of version 3, with all tiles in the root
// directory (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md).
package pmtilestest

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"slices"
)

// The tile types, by the specification's numbers.
const (
	Vector = 1
	PNG    = 2
)

// Tile is a tile of the Web Mercator grid; rows run from north.
type Tile struct{ Z, X, Y int }

// Archive is the content of an archive.
type Archive struct {
	Kind   byte
	Tiles  map[Tile][]byte // vector tiles uncompressed; the archive compresses them
	Layers []string        // names of the vector layers for the metadata
}

const headerSize = 127

// entry is a tile's entry in the directory.
type entry struct {
	id             uint64
	offset, length int
}

// Bytes returns the file: header, root directory, metadata, tiles.
func (a Archive) Bytes() []byte {
	entries, tiles := a.tiles()
	directory, metadata := zip(directoryOf(entries)), zip(a.metadata())
	low, high := a.zooms()

	h := make([]byte, headerSize)
	copy(h, "PMTiles\x03")
	at := headerSize
	for i, part := range [][]byte{directory, metadata, nil, tiles} { // nil: no leaf directories
		binary.LittleEndian.PutUint64(h[8+16*i:], uint64(at))
		binary.LittleEndian.PutUint64(h[16+16*i:], uint64(len(part)))
		at += len(part)
	}
	for i := range 3 { // tiles addressed, entries, contents
		binary.LittleEndian.PutUint64(h[72+8*i:], uint64(len(entries)))
	}
	const clustered, gzipped, none = 1, 2, 1
	h[96], h[97], h[98], h[99], h[100], h[101] = clustered, gzipped, none, a.Kind, byte(low), byte(high)
	if a.Kind == Vector {
		h[98] = gzipped
	}
	for i, degrees := range []int32{-180, -85, 180, 85} { // west, south, east, north: the whole world
		binary.LittleEndian.PutUint32(h[102+4*i:], uint32(degrees*10_000_000))
	}
	return slices.Concat(h, directory, metadata, tiles)
}

// tiles returns the tiles' contents in the order of their ids, and their positions.
func (a Archive) tiles() (entries []entry, contents []byte) {
	byID := map[uint64][]byte{}
	for tile, content := range a.Tiles {
		if a.Kind == Vector {
			content = zip(content)
		}
		id := ID(tile)
		byID[id] = content
		entries = append(entries, entry{id: id, length: len(content)})
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.id, b.id) })
	for i := range entries {
		entries[i].offset = len(contents)
		contents = append(contents, byID[entries[i].id]...)
	}
	return entries, contents
}

func (a Archive) metadata() []byte {
	type layer struct {
		ID     string            `json:"id"`
		Fields map[string]string `json:"fields"`
	}
	layers := make([]layer, len(a.Layers))
	for i, id := range a.Layers {
		layers[i] = layer{id, map[string]string{}}
	}
	text, err := json.Marshal(map[string]any{"vector_layers": layers})
	if err != nil {
		panic(err)
	}
	return text
}

func (a Archive) zooms() (low, high int) {
	low = 99
	for tile := range a.Tiles {
		low, high = min(low, tile.Z), max(high, tile.Z)
	}
	return low, high
}

// directoryOf writes entries column by column: steps between ids, run lengths, lengths, offsets plus one.
func directoryOf(entries []entry) []byte {
	b := binary.AppendUvarint(nil, uint64(len(entries)))
	last := uint64(0)
	for _, e := range entries {
		b = binary.AppendUvarint(b, e.id-last)
		last = e.id
	}
	for range entries {
		b = binary.AppendUvarint(b, 1)
	}
	for _, e := range entries {
		b = binary.AppendUvarint(b, uint64(e.length))
	}
	for _, e := range entries {
		b = binary.AppendUvarint(b, uint64(e.offset)+1)
	}
	return b
}

// ID is the number of a tile: zoom level by zoom level, each along a Hilbert curve.
func ID(t Tile) uint64 {
	id := (uint64(1)<<(2*t.Z) - 1) / 3
	x, y := t.X, t.Y
	for s := 1 << t.Z >> 1; s > 0; s >>= 1 {
		var rx, ry int
		if x&s != 0 {
			rx = 1
		}
		if y&s != 0 {
			ry = 1
		}
		id += uint64(s) * uint64(s) * uint64((3*rx)^ry)
		if ry == 0 {
			if rx == 1 {
				x, y = s-1-x&(s-1), s-1-y&(s-1)
			}
			x, y = y, x
		}
	}
	return id
}

func zip(text []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(text) // memory: no error
	_ = z.Close()
	return b.Bytes()
}
