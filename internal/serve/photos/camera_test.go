package photos

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/gevel/gevel"
)

// field is a field of a directory of EXIF: a short for a number, ASCII for text, else fractions.
type field struct {
	tag   uint16
	short uint16
	text  string
	parts []uint32
	to    []field // another directory
}

// writeDirectory appends a directory and what it refers to.
func writeDirectory(data []byte, fields []field) []byte {
	order := binary.BigEndian
	start := len(data)
	data = order.AppendUint16(data, uint16(len(fields)))
	data = append(data, make([]byte, len(fields)*fieldSize+4)...)
	for i, f := range fields {
		at := data[start+2+i*fieldSize:]
		order.PutUint16(at, f.tag)
		order.PutUint32(at[4:], 1)
		switch {
		case f.to != nil:
			order.PutUint16(at[2:], typeLong)
			order.PutUint32(at[8:], uint32(len(data)))
			data = writeDirectory(data, f.to)
		case f.text != "":
			order.PutUint16(at[2:], typeASCII)
			order.PutUint32(at[4:], uint32(len(f.text)+1))
			copy(at[8:12], f.text)
		case f.parts != nil:
			order.PutUint16(at[2:], typeRational)
			order.PutUint32(at[4:], uint32(len(f.parts)/2))
			order.PutUint32(at[8:], uint32(len(data)))
			for _, n := range f.parts {
				data = order.AppendUint32(data, n)
			}
		default:
			order.PutUint16(at[2:], typeShort)
			order.PutUint16(at[8:], f.short)
		}
	}
	return data
}

func phoneEXIF() []byte {
	return writeDirectory([]byte("MM\x00*\x00\x00\x00\x08"), []field{
		{tag: tagOrientation, short: 6},
		{tag: tagEXIF, to: []field{{tag: tagFocal35, short: 26}}},
		{tag: tagGPS, to: []field{
			{tag: tagLatRef, text: "N"},
			{tag: tagLat, parts: []uint32{52, 1, 5, 1, 2448, 100}},
			{tag: tagLonRef, text: "E"},
			{tag: tagLon, parts: []uint32{4, 1, 18, 1, 3000, 100}},
			{tag: tagDirectionRef, text: "M"},
			{tag: tagDirection, parts: []uint32{2715, 10}},
			{tag: tagError, parts: []uint32{48, 10}},
		}},
	})
}

func TestACameraSaysWhereItStoodAndLooked(t *testing.T) {
	got, err := ReadCamera(withEXIF(shade(t, 9), phoneEXIF()))
	if err != nil {
		t.Fatal(err)
	}
	near := func(v gevel.Opt[float64], want float64) bool { return v.Known && math.Abs(v.V-want) < 1e-9 }
	if !near(got.Lat, 52+5./60+24.48/3600) || !near(got.Lon, 4+18./60+30./3600) || !near(got.Direction, 271.5) || !got.Magnetic ||
		!near(got.PositionError, 4.8) || !near(got.Focal35, 26) {
		t.Errorf("got %+v", got)
	}
	packet := slices.Concat(xmpPrefix, []byte(`<x GPano:ProjectionType="equirectangular" GPano:PoseHeadingDegrees='12.5'>`+
		`<GPano:FullPanoWidthPixels>8000</GPano:FullPanoWidthPixels></x>`))
	segment := append([]byte{0xff, 0xe1}, binary.BigEndian.AppendUint16(nil, uint16(2+len(packet)))...)
	file := shade(t, 9)
	got, err = ReadCamera(slices.Concat(file[:2], segment, packet, file[2:]))
	if err != nil || got.Pano["ProjectionType"] != "equirectangular" || !near(got.Property("PoseHeadingDegrees"), 12.5) ||
		!near(got.Property("FullPanoWidthPixels"), 8000) || got.Property("PoseRollDegrees").Known || got.Lat.Known {
		t.Errorf("got %+v, %v", got, err)
	}
}

func FuzzReadCamera(f *testing.F) {
	f.Add(withEXIF(shade(f, 9), phoneEXIF()))
	f.Add(shade(f, 200))
	f.Fuzz(func(t *testing.T, file []byte) {
		c, err := ReadCamera(file)
		if err != nil {
			if _, _, ok := RejectReason(err); !ok {
				t.Errorf("refused without a reason: %v", err)
			}
			return
		}
		if c.Size.X <= 0 || c.Size.Y <= 0 || c.Lat.V != c.Lat.V || c.Direction.V != c.Direction.V {
			t.Errorf("took %+v of %d bytes", c, len(bytes.TrimSpace(file)))
		}
	})
}
