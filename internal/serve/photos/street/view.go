package street

// What a camera sees of each building: the sides that its rays meet first.

import (
	"math"

	"github.com/gevel/gevel/internal/num/geo"
)

// Limits of a view.
const (
	nearest      = 5.0         // metres to the middle of what is seen: nearer than that a lens shows a part of the wall
	farthest     = 40.0        // metres
	mostOblique  = 45 * degree // off the wall's normal
	leastPixels  = 40.0        // a metre of the wall
	fan          = 720         // rays of a camera: two a degree, some five on the narrowest wall of the farthest view
	sameSide     = 25 * degree // between normals of walls of one side, such as the front of a bay
	steepest     = 60 * degree // rays that are more oblique than that count for nothing
	leastRays    = 3           // on a side
	eyes         = 2.0         // metres above the street: a wall is seen if that part of it is
	outlineError = 0.15        // metres: outlines are on a grid of a quarter of a metre
)

// Reason is why a home has no view. A later one came nearer to a view.
type Reason int

// The reasons.
const (
	NoPicture  Reason = iota // no camera stood at 5 to 40 m
	Hidden                   // another building stands before it, or its front is out of the picture
	TooOblique               // more than 45 degrees off the wall's normal
	TooCoarse                // less than 40 pixels a metre
	NotSurely                // below 99 % in the middle, or below 60 % of the wall
	Reasons                  // how many there are
)

// String returns the reason as reports have it.
func (r Reason) String() string {
	return [Reasons]string{"no_picture", "hidden", "too_oblique", "too_coarse", "not_surely_this_home"}[r]
}

// view is a side of a building as a camera sees it.
type view struct {
	pose     int32
	building int32     // of the scene
	normal   geo.Point // unit vector from the wall towards the camera
	middle   geo.Point // of what is seen, on the wall
	half     float64   // of its width, metres
	distance float64   // from the camera to the middle
	angle    float64   // off the normal, radians
	height   float64   // of the building, metres; 0 when not known
	pixels   float64   // a metre
	chance   float64   // that the middle of the picture is on the building
}

// views calls use with each side of a building with homes that a camera sees.
func (s *scene) views(pose int32, c *camera, use func(*view)) {
	var hits [fan]hit
	for i := range hits {
		hits[i].wall = -1
		if bearing := float64(i) * 2 * math.Pi / fan; c.sees(bearing) {
			hits[i] = s.ray(c.At, min(c.Height, eyes), bearing, 0)
		}
	}
	start := 0
	for start < fan && s.of(hits[start]) == s.of(hits[(start+fan-1)%fan]) {
		start++
	}
	for i := 0; i < fan; {
		n := 1
		for i+n < fan && s.of(hits[(start+i+n)%fan]) == s.of(hits[(start+i)%fan]) {
			n++
		}
		if b := s.of(hits[(start+i)%fan]); b >= 0 && s.buildings[b].homes > 0 && n >= leastRays {
			s.sides(c, b, hits[:], start+i, n, func(v *view) {
				v.pose = pose
				use(v)
			})
		}
		i += n
	}
}

func (s *scene) of(h hit) int32 {
	if h.wall < 0 {
		return -1
	}
	return s.walls[h.wall].of
}

// sides splits the rays that meet a building by the sides that they meet.
func (s *scene) sides(c *camera, b int32, hits []hit, first, n int, use func(*view)) {
	type met struct {
		at     geo.Point
		normal geo.Point
		width  float64 // of the wall for a ray
		done   bool
	}
	rays := make([]met, n)
	for i := range rays {
		h := hits[(first+i)%fan]
		sin, cos := math.Sincos(float64((first+i)%fan) * 2 * math.Pi / fan)
		normal := s.walls[h.wall].normal(sin, cos)
		facing := -(normal.X*sin + normal.Y*cos)
		rays[i] = met{
			at: geo.Point{X: c.At.X + h.distance*sin, Y: c.At.Y + h.distance*cos}, normal: normal,
			width: h.distance * 2 * math.Pi / fan / facing, done: facing < math.Cos(steepest),
		}
	}
	for i := range rays {
		if rays[i].done {
			continue
		}
		v := view{building: b, normal: rays[i].normal, height: s.buildings[b].height}
		right := geo.Point{X: -v.normal.Y, Y: v.normal.X} // as the camera sees it
		low, high, depth, count := math.Inf(1), math.Inf(-1), 0.0, 0
		for k := i; k < len(rays); k++ {
			r := &rays[k]
			if r.done || r.normal.X*v.normal.X+r.normal.Y*v.normal.Y < math.Cos(sameSide) {
				continue
			}
			r.done = true
			along := r.at.X*right.X + r.at.Y*right.Y
			low, high = min(low, along-r.width/2), max(high, along+r.width/2)
			depth += r.at.X*v.normal.X + r.at.Y*v.normal.Y
			count++
		}
		if count < leastRays {
			continue
		}
		depth /= float64(count)
		middle := (low + high) / 2
		v.middle = geo.Point{X: middle*right.X + depth*v.normal.X, Y: middle*right.Y + depth*v.normal.Y}
		v.half = (high - low) / 2
		v.measure(c)
		use(&v)
	}
}

// normal returns the unit vector off the wall against a ray.
func (w *wall) normal(dx, dy float64) geo.Point {
	x, y := w.to.Y-w.from.Y, w.from.X-w.to.X
	length := math.Hypot(x, y)
	if x*dx+y*dy > 0 {
		length = -length
	}
	return geo.Point{X: x / length, Y: y / length}
}

// measure sets what follows from where camera and wall stand.
func (v *view) measure(c *camera) {
	dx, dy := c.At.X-v.middle.X, c.At.Y-v.middle.Y
	v.distance = math.Hypot(dx, dy)
	v.angle = math.Acos(max(-1, min(1, (dx*v.normal.X+dy*v.normal.Y)/v.distance)))
	cos := math.Cos(v.angle)
	v.pixels = c.focal * cos / v.distance
	// A shift of the camera along the wall moves the middle as much, one towards it by the tangent, a turn by the distance
	// over the cosine.
	position := c.PositionError / cos
	turn := c.HeadingError * degree * v.distance / cos
	v.chance = math.Erf(v.half / math.Sqrt2 / math.Sqrt(position*position+turn*turn+outlineError*outlineError))
}

// refusal returns why a view is none, -1 if it may be one.
func (v *view) refusal() Reason {
	switch {
	case v.distance < nearest || v.distance > farthest:
		return NoPicture
	case v.angle > mostOblique:
		return TooOblique
	case v.pixels < leastPixels:
		return TooCoarse
	case v.chance < leastChance:
		return NotSurely
	}
	return -1
}

// worth orders views: straight on, near and of the whole wall is best.
func (v *view) worth() float64 {
	const near, whole = 15, 8 // metres
	return math.Cos(v.angle) * min(1, near/v.distance) * min(1, v.half*2/whole)
}
