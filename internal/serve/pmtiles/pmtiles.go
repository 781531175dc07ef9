// Package pmtiles checks an archive of map tiles: PMTiles, version 3
// (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md), a single file that browsers read by
// ranges of bytes. The package decides whether the page can draw the archive; the browser reads it.
package pmtiles

import (
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/regular"
)

// Media is the media type of an archive.
const Media = "application/vnd.pmtiles"

// Schema lists the layers that vector tiles must have to follow the schema of Protomaps' basemaps.
var Schema = []string{"earth", "landuse", "water", "roads"}

const (
	headerSize = 127
	rootUntil  = 16 << 10 // the root directory ends within this many bytes
	// mostMetadata limits how much metadata is read; it has some kilobytes.
	mostMetadata = 16 << 20
)

// Tile types and compressions that browsers read, by the specification's numbers.
const (
	vector, avif = 1, 5 // the types from PNG to AVIF are images
	gzipped      = 2    // 1 is none, 0 unknown, read as none
)

// section is a part of the file.
type section struct{ offset, length uint64 }

// header has the fields of an archive's header that decide whether it can be drawn.
type header struct {
	root, metadata, leaves, tiles section
	// compression of directories and metadata, and of tiles
	internal, ofTiles byte
	kind              byte
	minZoom, maxZoom  byte
}

// Check checks the file at a path. Error: gevel.Invalid with the fault and what to do about it.
func Check(path string) error {
	file, err := regular.Open(path)
	if err != nil {
		return unreadable(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return unreadable(err)
	}
	return check(file, info.Size())
}

func unreadable(err error) error {
	var named *fs.PathError
	if errors.As(err, &named) {
		err = named.Err // the caller names the file
	}
	if gevel.CodeOf(err) == gevel.Invalid { // it is no regular file
		return err
	}
	return &gevel.Error{
		Code: gevel.Invalid, Message: "it can't be read", Err: err,
		Hint: "name a file that is there and that the service may read",
	}
}

const makeAnew = "make it anew with pmtiles extract or pmtiles convert"

func check(file io.ReaderAt, size int64) error {
	h, err := readHeader(file, size)
	if err != nil {
		return err
	}
	switch {
	case h.internal > gzipped || h.ofTiles > gzipped:
		return gevel.Refusal("make it anew with gzip", "it is compressed in a way that browsers don't read")
	case h.kind < vector || h.kind > avif:
		return gevel.Refusal("give vector tiles (MVT), PNG, JPEG, WebP or AVIF",
			"its tiles are of a kind, %d, that the page can't draw", h.kind)
	case h.minZoom > h.maxZoom:
		return gevel.Refusal(makeAnew, "its zoom levels run from %d to %d", h.minZoom, h.maxZoom)
	case h.kind == vector:
		return checkSchema(file, h)
	}
	return nil
}

// readHeader reads the header and checks it against the size of the file.
func readHeader(file io.ReaderAt, size int64) (h header, err error) {
	var b [headerSize]byte
	n, err := file.ReadAt(b[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return h, unreadable(err)
	}
	if n < headerSize || string(b[:7]) != "PMTiles" {
		return h, gevel.Refusal("give an archive of map tiles that pmtiles extract or pmtiles convert made",
			"it is no PMTiles archive")
	}
	if b[7] != 3 {
		return h, gevel.Refusal(makeAnew, "it is PMTiles of version %d, and only version 3 is read", b[7])
	}
	at := func(i int) section {
		return section{binary.LittleEndian.Uint64(b[i:]), binary.LittleEndian.Uint64(b[i+8:])}
	}
	h = header{
		root: at(8), metadata: at(24), leaves: at(40), tiles: at(56),
		internal: b[97], ofTiles: b[98], kind: b[99], minZoom: b[100], maxZoom: b[101],
	}
	for _, s := range []section{h.root, h.metadata, h.leaves, h.tiles} {
		if s.length > 0 && (s.offset > uint64(size) || s.length > uint64(size)-s.offset) {
			return h, gevel.Refusal("copy it again, whole, or make it anew",
				"it is cut short: it has %d bytes, and its header speaks of more", size)
		}
	}
	if h.root.length == 0 || h.root.offset+h.root.length > rootUntil {
		return h, gevel.Refusal(makeAnew, "its directory of tiles is not where version 3 has it")
	}
	return h, nil
}

// checkSchema requires the vector layers that the page has colours for.
func checkSchema(file io.ReaderAt, h header) error {
	layers, err := readLayers(file, h)
	if err != nil {
		return &gevel.Error{Code: gevel.Invalid, Message: "its metadata can't be read", Err: err, Hint: makeAnew}
	}
	for _, name := range Schema {
		if !slices.Contains(layers, name) {
			return gevel.Refusal("give an extract of the basemaps of Protomaps, or tiles that are pictures",
				"its vector tiles have no layer %s: the page draws only the layers of Protomaps' basemaps", name)
		}
	}
	return nil
}

// readLayers returns the ids of the vector layers in the metadata.
func readLayers(file io.ReaderAt, h header) ([]string, error) {
	var from io.Reader = io.NewSectionReader(file, int64(h.metadata.offset), int64(min(h.metadata.length, mostMetadata)))
	if h.internal == gzipped {
		z, err := gzip.NewReader(from)
		if err != nil {
			return nil, err
		}
		from = z
	}
	text, err := io.ReadAll(io.LimitReader(from, mostMetadata+1))
	if err != nil {
		return nil, err
	}
	if len(text) > mostMetadata {
		return nil, fmt.Errorf("more than %d bytes", mostMetadata)
	}
	var metadata struct {
		Layers []struct {
			ID string `json:"id"`
		} `json:"vector_layers"`
	}
	if err := json.Unmarshal(text, &metadata); err != nil {
		return nil, err
	}
	ids := make([]string, len(metadata.Layers))
	for i, l := range metadata.Layers {
		ids[i] = l.ID
	}
	return ids, nil
}
