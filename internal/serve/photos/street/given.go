package street

// The pose of a picture, by what a delivery says of it, and what the picture says of itself.

import (
	"cmp"
	"errors"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/serve/photos"
)

// pose joins what a delivery and the picture say.
func (d Defaults) pose(g given) (Pose, error) {
	p := Pose{File: g.file, Line: g.line, Source: cmp.Or(g.source, d.Source)}
	camera, modified, err := readCamera(g.file)
	if err != nil {
		return p, err
	}
	p.Lens.Size = camera.Size
	heading, magnetic := g.numbers[columnHeading], false
	if !heading.Known {
		heading = first(camera.Property("PoseHeadingDegrees"), camera.Direction)
		magnetic = camera.Magnetic && heading == camera.Direction
	}
	byGrid := g.numbers[columnHeading].Known && g.numbers[columnX].Known // as x and y are
	g.ask(&camera, d)
	say := func(column int) float64 { return g.numbers[column].V }
	switch known := func(column int) bool { return g.numbers[column].Known }; {
	case known(columnX) && known(columnY):
		p.At = geo.Point{X: say(columnX), Y: say(columnY)}
	case known(columnLat) && known(columnLon):
		p.At = geo.FromWGS84(say(columnLat), say(columnLon))
	}
	switch {
	case !geo.InNetherlands(p.At):
		return p, photos.Refuse(reasonNoPosition, "neither the manifest nor the picture has a position in the Netherlands")
	case !heading.Known:
		return p, photos.Refuse(reasonNoDirection, "neither the manifest nor the picture says where the camera looked")
	case !g.numbers[columnPositionError].Known:
		return p, photos.Refuse(reasonNoPositionError, "how exact the position is stands nowhere; --position-error says it of all")
	case !g.numbers[columnHeadingError].Known:
		return p, photos.Refuse(reasonNoHeadingError, "how exact the direction is stands nowhere; --heading-error says it of all")
	}
	p.Heading, p.Pitch, p.Roll, p.Height = heading.V, say(columnPitch), say(columnRoll), say(columnHeight)
	p.PositionError, p.HeadingError = say(columnPositionError), say(columnHeadingError)
	if magnetic {
		p.Heading += declination(camera.TakenAt)
		p.HeadingError = math.Hypot(p.HeadingError, declinationError)
	}
	if !byGrid {
		p.Heading -= convergence(p.At)
	}
	if p.TakenAt = first(g.takenAt, camera.TakenAt).V; p.TakenAt.IsZero() || p.TakenAt.After(d.Now) {
		p.TakenAt, p.Guess = modified, true
	}
	return p, p.Lens.set(g.projection, g.numbers[columnField], &camera)
}

// ask fills in what the picture says, and what is said of all.
func (g *given) ask(c *photos.Camera, d Defaults) {
	for column, otherwise := range map[int]gevel.Opt[float64]{
		columnLat: c.Lat, columnLon: c.Lon, columnPositionError: first(c.PositionError, d.PositionError),
		columnHeadingError: d.HeadingError, columnHeight: gevel.Some(d.Height),
		columnPitch: c.Property("PosePitchDegrees"), columnRoll: c.Property("PoseRollDegrees"),
	} {
		g.numbers[column] = first(g.numbers[column], otherwise)
	}
}

func first[T any](a, b gevel.Opt[T]) gevel.Opt[T] {
	if a.Known {
		return a
	}
	return b
}

// headBytes is how much of a file is read for what it says of its camera; all of it where that is not enough.
const headBytes = 256 << 10

func readCamera(path string) (c photos.Camera, modified time.Time, err error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		_, _, err := photos.ReadFile(path) // the same, with its reason
		return c, modified, err
	}
	file, err := regular.Open(path)
	if err != nil {
		return c, modified, photos.Refuse(reasonBadRow, "%v", err)
	}
	head, err := io.ReadAll(io.LimitReader(file, headBytes))
	if err = errors.Join(err, file.Close()); err != nil {
		return c, modified, photos.Refuse(reasonBadRow, "%v", err)
	}
	if c, err = photos.ReadCamera(head); err != nil && len(head) == headBytes {
		if head, _, err = photos.ReadFile(path); err == nil {
			c, err = photos.ReadCamera(head)
		}
	}
	return c, info.ModTime(), err
}

// convergence returns how far north of the grid is east of true north, degrees: the meridians meet, and the grid's runs
// through Amersfoort.
func convergence(at geo.Point) float64 {
	const meridian = 5.38720621
	lat, lon := geo.ToWGS84(at)
	return (lon - meridian) * math.Sin(lat*degree)
}

// declinationError covers the differences within the country and what a compass adds, degrees.
const declinationError = 1.0

// declination returns how far magnetic north is east of true north at Amersfoort, degrees, by the World Magnetic Model of
// 2020 (NOAA and BGS): 1.81 in 2020 and 2.75 in 2025. The country lies within 0.55 of it.
func declination(taken gevel.Opt[time.Time]) float64 {
	year := 2025.0
	if taken.Known {
		year = float64(taken.V.Year()) + float64(taken.V.YearDay())/365
	}
	return 1.81 + 0.188*(year-2020)
}

// equirectangular is the projection of panoramas whose pixels are equal angles.
const equirectangular = "equirectangular"

// set sets the lens, by a projection and a field of view as far as these are stated.
func (l *Lens) set(projection string, field gevel.Opt[float64], camera *photos.Camera) error {
	if projection == "" && !field.Known {
		projection = strings.ToLower(camera.Pano["ProjectionType"])
	}
	switch projection {
	case equirectangular, "spherical":
		return l.spread(camera)
	case "", "perspective", "plain", "rectilinear":
	default:
		return photos.Refuse(reasonProjection, "the projection %s is not read: export a panorama as equirectangular, or plain photos",
			spelling.Quote(projection))
	}
	if l.Field = field.V; !field.Known && camera.Focal35.Known {
		// The length of the 35 mm equivalent is by the diagonal, 43.27 mm.
		across := 43.27 * float64(l.Size.X) / math.Hypot(float64(l.Size.X), float64(l.Size.Y))
		l.Field = 2 * math.Atan(across/2/camera.Focal35.V) / degree
	}
	if within := limits[columnField]; l.Field < within[0] || l.Field > within[1] {
		return photos.Refuse(reasonNoLens, "neither a field of view, nor a focal length for 35 mm, nor a projection is known")
	}
	return nil
}

// spread sets the lens of a panorama, which may be a part of the sphere.
func (l *Lens) spread(camera *photos.Camera) error {
	number := func(name string, otherwise int) int {
		return int(math.Round(camera.Property(name).Or(float64(otherwise))))
	}
	l.Full.X = number("FullPanoWidthPixels", l.Size.X)
	l.Full.Y = number("FullPanoHeightPixels", l.Full.X/2)
	l.Crop.X, l.Crop.Y = number("CroppedAreaLeftPixels", (l.Full.X-l.Size.X)/2), number("CroppedAreaTopPixels", (l.Full.Y-l.Size.Y)/2)
	// A copy at another size keeps the numbers of the first.
	if was := number("CroppedAreaImageWidthPixels", l.Size.X); was != l.Size.X && was > 0 {
		by := func(n int) int { return int(math.Round(float64(n) * float64(l.Size.X) / float64(was))) }
		l.Full.X, l.Full.Y, l.Crop.X, l.Crop.Y = by(l.Full.X), by(l.Full.Y), by(l.Crop.X), by(l.Crop.Y)
	}
	if l.Full.X < l.Size.X || l.Full.Y < l.Size.Y || l.Crop.X < 0 || l.Crop.Y < 0 ||
		l.Crop.X+l.Size.X > l.Full.X || l.Crop.Y+l.Size.Y > l.Full.Y || 2*l.Full.Y > l.Full.X*21/20 || 2*l.Full.Y < l.Full.X*19/20 {
		return photos.Refuse(reasonProjection, "%d x %d pixels are no part of a sphere of %d x %d, twice as wide as high",
			l.Size.X, l.Size.Y, l.Full.X, l.Full.Y)
	}
	return nil
}
