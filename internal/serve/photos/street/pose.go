// Package street finds the fronts of homes in pictures that were taken in the street from a known position in a known
// direction. It works on outlines and heights alone, and never looks at what a picture shows.
//
// A camera sees the wall that a ray from it meets first (scene.go). Of each building the side that most cameras see, and
// that neighbours of the street face too, is the front of a home (side.go). The best view of it (front.go) is used only if
// it surely shows that home, by the stated errors of position and direction (sure.go); else the home is counted under a
// Reason.
package street

import (
	"image"
	"math"
	"time"

	"github.com/gevel/gevel/internal/num/geo"
)

// Pose is a picture with the place, direction and lens of its camera.
type Pose struct {
	File          string
	Line          int       // of the manifest, 0 for none
	At            geo.Point // RD New, metres
	Height        float64   // of the camera above the street, metres
	Heading       float64   // of the middle of the picture, degrees clockwise from north of the grid
	Pitch, Roll   float64   // degrees: up, and the right side down
	PositionError float64   // standard deviation in each direction, metres
	HeadingError  float64   // standard deviation, degrees
	Lens          Lens
	TakenAt       time.Time
	Guess         bool // TakenAt is the file's own time
	Source        string
}

// Lens says which direction a pixel shows: in a plain photo, or in a panorama whose pixels are equal angles.
type Lens struct {
	Size  image.Point // of the upright picture, pixels
	Field float64     // horizontal field of view of a plain photo, degrees; 0 for a panorama
	Full  image.Point // of a panorama: the size of the whole sphere
	Crop  image.Point // of a panorama: where the picture begins in that
}

// vector is east, north and up.
type vector [3]float64

func (v vector) dot(w vector) float64 { return v[0]*w[0] + v[1]*w[1] + v[2]*w[2] }

func (v vector) plus(f float64, w vector) vector {
	return vector{v[0] + f*w[0], v[1] + f*w[1], v[2] + f*w[2]}
}

func (v vector) times(f float64) vector { return vector{}.plus(f, v) }

// camera is a pose as axes.
type camera struct {
	*Pose
	right, ahead, up vector
	focal            float64 // pixels a radian in the middle
}

const degree = math.Pi / 180

func (p *Pose) camera() camera {
	sin, cos := math.Sincos(p.Heading * degree)
	right, ahead, up := vector{cos, -sin, 0}, vector{sin, cos, 0}, vector{0, 0, 1}
	sin, cos = math.Sincos(p.Pitch * degree)
	ahead, up = ahead.times(cos).plus(sin, up), up.times(cos).plus(-sin, ahead)
	sin, cos = math.Sincos(p.Roll * degree)
	right, up = right.times(cos).plus(-sin, up), up.times(cos).plus(sin, right)
	c := camera{Pose: p, right: right, ahead: ahead, up: up, focal: float64(p.Lens.Full.X) / (2 * math.Pi)}
	if p.Lens.Field > 0 {
		c.focal = float64(p.Lens.Size.X) / 2 / math.Tan(p.Lens.Field*degree/2)
	}
	return c
}

// pixel returns where a direction shows in the picture; false where it is outside.
func (c *camera) pixel(d vector) (x, y float64, ok bool) {
	right, ahead, up := d.dot(c.right), d.dot(c.ahead), d.dot(c.up)
	l := &c.Lens
	if l.Field > 0 {
		if ahead <= 0 {
			return 0, 0, false
		}
		x, y = float64(l.Size.X)/2+c.focal*right/ahead, float64(l.Size.Y)/2-c.focal*up/ahead
	} else {
		full := float64(l.Full.X)
		x = math.Mod((math.Atan2(right, ahead)/(2*math.Pi)+0.5)*full-float64(l.Crop.X)+full, full)
		y = (0.5-math.Atan2(up, math.Hypot(right, ahead))/math.Pi)*float64(l.Full.Y) - float64(l.Crop.Y)
	}
	return x, y, x >= 0 && y >= 0 && x <= float64(l.Size.X) && y <= float64(l.Size.Y)
}

// sees reports whether a level bearing, radians, is in the picture.
func (c *camera) sees(bearing float64) bool {
	sin, cos := math.Sincos(bearing)
	_, _, ok := c.pixel(vector{sin, cos, 0})
	return ok
}
