package photos

// What a file says of where its camera stood and looked, in EXIF and in XMP (GPano). It is read to find homes in pictures
// of the street, and never kept.

import (
	"bytes"
	"image"
	"regexp"
	"strconv"
	"time"

	"github.com/gevel/gevel"
)

// Camera is what a file says of its camera.
type Camera struct {
	Size          image.Point        // of the upright picture, pixels
	Lat, Lon      gevel.Opt[float64] // degrees
	Direction     gevel.Opt[float64] // degrees clockwise from north
	Magnetic      bool               // from where a compass points
	PositionError gevel.Opt[float64] // metres
	Focal35       gevel.Opt[float64] // focal length for 35 mm film, millimetres
	Pano          map[string]string  // properties of GPano by name
	TakenAt       gevel.Opt[time.Time]
}

// The fields of positions.
const (
	tagGPS          = 0x8825 // offset of the directory of positions
	tagLatRef       = 0x0001
	tagLat          = 0x0002
	tagLonRef       = 0x0003
	tagLon          = 0x0004
	tagDirectionRef = 0x0010
	tagDirection    = 0x0011
	tagError        = 0x001f
	tagFocal35      = 0xa405

	typeRational = 5
	rationalSize = 8
)

// panoProperty finds a property of GPano, as an attribute or as an element.
var panoProperty = regexp.MustCompile(`GPano:(\w+)\s*(?:=\s*["']|>)\s*([^"'<]{1,40})`)

// ReadCamera reads what the beginning of a file says of its camera. Error: gevel.Invalid, with its reason, for what is no
// still picture that is read.
func ReadCamera(file []byte) (c Camera, err error) {
	if _, err := pixelsOf(file); err != nil {
		return c, err
	}
	config, _, _ := image.DecodeConfig(bytes.NewReader(file)) // as pixelsOf did
	e := readEXIF(file)
	if c.Size = image.Pt(config.Width, config.Height); isTransposed(e.orientation) {
		c.Size.X, c.Size.Y = c.Size.Y, c.Size.X
	}
	if c.TakenAt = e.taken; !c.TakenAt.Known {
		c.TakenAt = readXMP(file)
	}
	c.Pano = map[string]string{}
	for _, found := range panoProperty.FindAllSubmatch(xmpBlock(file), -1) {
		c.Pano[string(found[1])] = string(found[2])
	}
	if t, ok := newTIFF(exifBlock(file)); ok {
		c.readPosition(t.directory(t.order.Uint32(t.data[4:])))
	}
	return c, nil
}

func (c *Camera) readPosition(first directory) {
	if offset, ok := first.number(tagEXIF); ok {
		if mm, ok := first.directory(offset).number(tagFocal35); ok && mm > 0 {
			c.Focal35 = gevel.Some(float64(mm))
		}
	}
	offset, ok := first.number(tagGPS)
	if !ok {
		return
	}
	gps := first.directory(offset)
	c.Lat, c.Lon = gps.angle(tagLat, tagLatRef, "S"), gps.angle(tagLon, tagLonRef, "W")
	c.Direction, c.Magnetic = gps.single(tagDirection), gps.text(tagDirectionRef) == "M"
	if e := gps.single(tagError); e.V > 0 { // some write 0 for an error that they do not know
		c.PositionError = e
	}
}

// angle returns degrees, minutes and seconds as degrees, negative on the side that is named.
func (d directory) angle(tag, ref uint16, negative string) (none gevel.Opt[float64]) {
	parts := d.rationals(tag)
	if len(parts) != 3 {
		return none
	}
	degrees := parts[0] + parts[1]/60 + parts[2]/3600
	if d.text(ref) == negative {
		degrees = -degrees
	}
	return gevel.Some(degrees)
}

func (d directory) single(tag uint16) (none gevel.Opt[float64]) {
	if parts := d.rationals(tag); len(parts) == 1 {
		return gevel.Some(parts[0])
	}
	return none
}

// rationals returns a field of up to three fractions, nil if one has no value.
func (d directory) rationals(tag uint16) (all []float64) {
	f := d.field(tag)
	if f == nil || d.order.Uint16(f[2:]) != typeRational || d.order.Uint32(f[4:]) > 3 {
		return nil
	}
	at, n := d.from(d.order.Uint32(f[8:])), int(d.order.Uint32(f[4:]))
	if len(at) < n*rationalSize {
		return nil
	}
	for ; n > 0; n, at = n-1, at[rationalSize:] {
		under := d.order.Uint32(at[4:])
		if under == 0 {
			return nil
		}
		all = append(all, float64(d.order.Uint32(at))/float64(under))
	}
	return all
}

// Property returns a property of GPano as a number.
func (c *Camera) Property(name string) (none gevel.Opt[float64]) {
	if v, err := strconv.ParseFloat(c.Pano[name], 64); err == nil && v == v && v > -1e6 && v < 1e6 {
		return gevel.Some(v)
	}
	return none
}
