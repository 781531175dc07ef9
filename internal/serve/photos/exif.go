package photos

// Reading a picture's EXIF and XMP data before they are dropped: how the camera was held, when, and in which colours.
// All other data is private and is not read.
//
// EXIF is a small TIFF file: a header, then directories (IFD) of 12-byte fields
// (tag, type, count, value or offset), all in the byte order of the header.

import (
	"bytes"
	"encoding/binary"
	"regexp"
	"time"
	_ "time/tzdata" // a container may lack time zones

	"github.com/gevel/gevel"
)

// orientationUpright means that a picture is stored upright.
const orientationUpright = 1

// exif is the data read from a picture.
type exif struct {
	orientation int // 1 to 8
	taken       gevel.Opt[time.Time]
	adobeRGB    bool // its colours are in Adobe RGB
}

// The fields to read.
const (
	tagOrientation = 0x0112
	tagEXIF        = 0x8769 // offset of the camera's directory
	tagTakenAt     = 0x9003 // DateTimeOriginal
	tagTakenZone   = 0x9011 // OffsetTimeOriginal
	tagColourSpace = 0xa001
	tagInterop     = 0xa005 // offset of the directory of interoperability
	tagInteropRule = 0x0001
)

// The types of these fields, and sizes within the structure, bytes.
const (
	typeASCII = 2
	typeShort = 3
	typeLong  = 4

	tiffHeaderSize = 8
	fieldSize      = 12
	inlineSize     = 4 // a value up to this size is stored in the field itself
)

// readEXIF reads the data of a file. With damaged or missing EXIF the picture is upright and its time unknown.
func readEXIF(file []byte) exif {
	e := exif{orientation: orientationUpright}
	t, ok := newTIFF(exifBlock(file))
	if !ok {
		return e
	}
	first := t.directory(t.order.Uint32(t.data[4:]))
	if n, ok := first.number(tagOrientation); ok && n >= 1 && n < uint32(len(turns)) {
		e.orientation = int(n)
	}
	if offset, ok := first.number(tagEXIF); ok {
		camera := t.directory(offset)
		e.taken = exifTime(camera.text(tagTakenAt), camera.text(tagTakenZone))
		e.adobeRGB = camera.isAdobeRGB()
	}
	return e
}

// isAdobeRGB reports whether a camera's directory names Adobe RGB, in either way: by the rule of DCF, or by a number that
// some write.
func (d directory) isAdobeRGB() bool {
	const number, rule = 2, "R03"
	if space, ok := d.number(tagColourSpace); ok && space == number {
		return true
	}
	offset, ok := d.number(tagInterop)
	return ok && d.directory(offset).text(tagInteropRule) == rule
}

// exifTime parses a camera's time. Without a zone it is Dutch time.
func exifTime(clock, zone string) gevel.Opt[time.Time] {
	const layout = "2006:01:02 15:04:05"
	if t, err := time.Parse(layout+"-07:00", clock+zone); err == nil {
		return gevel.Some(t.UTC())
	}
	t, err := time.ParseInLocation(layout, clock, gevel.Amsterdam)
	return gevel.Opt[time.Time]{V: t.UTC(), Known: err == nil}
}

// tiff is a TIFF structure with a valid header.
type tiff struct {
	data  []byte
	order binary.ByteOrder
}

func newTIFF(data []byte) (tiff, bool) {
	if len(data) < tiffHeaderSize {
		return tiff{}, false
	}
	switch string(data[:4]) {
	case "II*\x00":
		return tiff{data, binary.LittleEndian}, true
	case "MM\x00*":
		return tiff{data, binary.BigEndian}, true
	}
	return tiff{}, false
}

// directory is the fields of one IFD.
type directory struct {
	tiff
	fields []byte
}

// directory returns the fields at offset, as many as the data hold.
func (t tiff) directory(offset uint32) directory {
	at := t.from(offset)
	if len(at) < 2 {
		return directory{tiff: t}
	}
	count := int(t.order.Uint16(at))
	at = at[2:]
	count = min(count, len(at)/fieldSize)
	return directory{t, at[:count*fieldSize]}
}

// from returns the data from offset on.
func (t tiff) from(offset uint32) []byte {
	if uint64(offset) > uint64(len(t.data)) {
		return nil
	}
	return t.data[offset:]
}

func (d directory) field(tag uint16) []byte {
	for f := d.fields; len(f) > 0; f = f[fieldSize:] {
		if d.order.Uint16(f) == tag {
			return f[:fieldSize]
		}
	}
	return nil
}

// number returns a field with a single whole number.
func (d directory) number(tag uint16) (uint32, bool) {
	f := d.field(tag)
	if f == nil || d.order.Uint32(f[4:]) != 1 {
		return 0, false
	}
	switch d.order.Uint16(f[2:]) {
	case typeShort:
		return uint32(d.order.Uint16(f[8:])), true
	case typeLong:
		return d.order.Uint32(f[8:]), true
	}
	return 0, false
}

// text returns a field with text, without its closing zero.
func (d directory) text(tag uint16) string {
	f := d.field(tag)
	if f == nil || d.order.Uint16(f[2:]) != typeASCII {
		return ""
	}
	size := uint64(d.order.Uint32(f[4:]))
	at := f[8:]
	if size > inlineSize {
		at = d.from(d.order.Uint32(f[8:]))
	}
	if size == 0 || size > uint64(len(at)) {
		return ""
	}
	return string(at[:size-1])
}

// exifBlock returns the TIFF structure in file, or nil.
func exifBlock(file []byte) []byte {
	switch {
	case isJPEG(file):
		return app1Of(file, exifPrefix)
	case isPNG(file):
		return chunk(pngChunks(file), "eXIf")
	case isWebP(file):
		block, _ := bytes.CutPrefix(chunk(webpChunks(file), "EXIF"), exifPrefix)
		return block
	}
	return nil
}

// xmpTaken finds when a picture was taken in a packet of XMP, as an attribute or as an element.
var xmpTaken = regexp.MustCompile(`(?:DateTimeOriginal|DateCreated|CreateDate)\s*(?:=\s*["']|>)\s*([0-9T:.+Z-]{10,35})`)

// readXMP returns when a picture was taken by its XMP, which programs write that drop EXIF.
func readXMP(file []byte) gevel.Opt[time.Time] {
	found := xmpTaken.FindSubmatch(xmpBlock(file))
	if found == nil {
		return gevel.Opt[time.Time]{}
	}
	taken, err := ParseTakenAt(string(found[1]))
	return gevel.Opt[time.Time]{V: taken.UTC(), Known: err == nil}
}

// xmpBlock returns the packet of XMP in file, or nil.
func xmpBlock(file []byte) []byte {
	switch {
	case isJPEG(file):
		return app1Of(file, xmpPrefix)
	case isPNG(file):
		for name, content := range pngChunks(file) {
			if name == "iTXt" && bytes.HasPrefix(content, []byte("XML:com.adobe.xmp")) {
				return content
			}
		}
	case isWebP(file):
		return chunk(webpChunks(file), "XMP ")
	}
	return nil
}

// What an APP1 segment begins with.
var (
	exifPrefix = []byte("Exif\x00\x00")
	xmpPrefix  = []byte("http://ns.adobe.com/xap/1.0/\x00")
)

// app1Of returns what follows a prefix in the first APP1 segment of a JPEG that begins with it.
func app1Of(file, prefix []byte) []byte {
	const app1 = 0xe1
	for marker, content := range jpegSegments(file) {
		if block, ok := bytes.CutPrefix(content, prefix); ok && marker == app1 {
			return block
		}
	}
	return nil
}
