package street

// Poses, from what pictures say of their cameras and from manifests.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/serve/photos"
)

// Columns of a manifest. What one lacks comes from the picture.
const (
	columnFile = flatfile.HouseNumberExt + 1 + iota
	columnX
	columnY
	columnLat
	columnLon
	columnHeight
	columnHeading
	columnPitch
	columnRoll
	columnField
	columnProjection
	columnPositionError
	columnHeadingError
	columnTakenAt
	columnSource
	columnCount
)

// limits of the numbers, by column.
var limits = map[int][2]float64{
	columnX: {-7_000, 300_000}, columnY: {289_000, 629_000}, columnLat: {50, 54}, columnLon: {3, 8}, columnHeight: {0.1, 30},
	columnHeading: {-360, 360}, columnPitch: {-90, 90}, columnRoll: {-180, 180}, columnField: {1, 150},
	columnPositionError: {0, 1000}, columnHeadingError: {0, 180},
}

var schema = flatfile.Schema{
	Names: append(flatfile.HomeColumns(), "file", "x", "y", "lat", "lon", "height", "heading", "pitch", "roll", "field_of_view",
		"projection", "position_error", "heading_error", "taken_at", "source"),
	Needs: [][]int{{columnFile}},
}

// Reasons for which a picture is not used, beside the reasons of photos.
const (
	reasonBadRow          = "bad_row"           // a row of the manifest that can't be read
	reasonNoPosition      = "no_position"       // neither manifest nor picture says where the camera stood
	reasonNoDirection     = "no_direction"      // neither says where it looked
	reasonNoPositionError = "no_position_error" // nothing says how exact the position is; --position-error says it of all
	reasonNoHeadingError  = "no_heading_error"  // nothing says how exact the direction is; --heading-error says it of all
	reasonNoLens          = "no_field_of_view"  // nothing says how wide the picture is
	reasonProjection      = "other_projection"  // fisheye and others that are neither plain nor equirectangular
)

func refuse(reason, format string, args ...any) *gevel.Error {
	message := fmt.Sprintf(format, args...)
	return &gevel.Error{Code: gevel.Invalid, Message: message, Details: []gevel.Detail{{Reason: reason, Message: message}}}
}

// Defaults are what holds for pictures that do not say it.
type Defaults struct {
	PositionError, HeadingError gevel.Opt[float64] // metres, degrees
	Height                      float64            // of the camera above the street, metres
	Source                      string
	Now                         time.Time
}

// given is what a row of a manifest says.
type given struct {
	file, projection, source string
	line                     int
	numbers                  [columnCount]gevel.Opt[float64]
	takenAt                  gevel.Opt[time.Time]
}

// read calls use with each picture of a folder or a manifest, with its pose or with why it has none.
func (d Defaults) read(ctx context.Context, path string, use func(Pose, error) error) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("read pictures of the street: %w", err)
	}
	if info.IsDir() {
		return filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case file != path && filekind.IsLeftover(entry.Name()) && entry.IsDir():
				return fs.SkipDir
			case entry.IsDir() || filekind.IsLeftover(entry.Name()):
				return ctx.Err()
			}
			return use(d.pose(given{file: file}))
		})
	}
	var none gevel.Attributes
	m, err := flatfile.Open(ctx, flatfile.Source{Path: path}, &schema, &none)
	if err != nil {
		return fmt.Errorf("read header of %s: %w", path, err)
	}
	defer m.Close()
	if err := m.Require(columnFile); err != nil {
		return fmt.Errorf("read header of %s: %w; it may have %s", path, err, strings.Join(schema.Names[columnFile:], ", "))
	}
	for {
		row, err := m.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		g := given{line: row.Line}
		if row.Fault != "" {
			err = refuse(reasonBadRow, "%s", row.Fault)
		} else {
			err = g.fill(&flatfile.Row{Reader: m, Row: row}, filepath.Dir(path), d.Now)
		}
		p := Pose{File: g.file, Line: g.line}
		if err == nil {
			p, err = d.pose(g)
		}
		if err := use(p, err); err != nil {
			return err
		}
	}
}

func (g *given) fill(row *flatfile.Row, dir string, now time.Time) error {
	name := row.Value(columnFile)
	if name == "" {
		return refuse(reasonBadRow, "no file is named")
	}
	if g.file = filepath.FromSlash(name); !filepath.IsAbs(g.file) {
		g.file = filepath.Join(dir, g.file)
	}
	g.projection, g.source = strings.ToLower(row.Value(columnProjection)), row.Value(columnSource)
	for column := columnX; column <= columnHeadingError; column++ {
		within, isNumber := limits[column]
		text := row.Value(column)
		if text == "" || !isNumber {
			continue
		}
		v, ok := spelling.EitherNumber(text)
		if !ok || v < within[0] || v > within[1] {
			return refuse(reasonBadRow, "%s %s is no number from %g to %g", schema.Names[column], spelling.Quote(text), within[0], within[1])
		}
		g.numbers[column] = gevel.Some(v)
	}
	if text := row.Value(columnTakenAt); text != "" {
		at, err := photos.ParseTakenAt(text)
		if err != nil || at.After(now) {
			return refuse(reasonBadRow, "taken_at %s is no time, or in the future", spelling.Quote(text))
		}
		g.takenAt = gevel.Some(at)
	}
	return nil
}

// headBytes is how much of a file is read for what it says of its camera; all of it where that is not enough.
const headBytes = 256 << 10

// pose joins what a manifest and the picture say.
func (d Defaults) pose(g given) (Pose, error) {
	p := Pose{File: g.file, Line: g.line, Source: g.source}
	camera, modified, err := readCamera(g.file)
	if err != nil {
		return p, err
	}
	say := func(column int, otherwise gevel.Opt[float64]) gevel.Opt[float64] {
		if g.numbers[column].Known {
			return g.numbers[column]
		}
		return otherwise
	}
	lat, lon := say(columnLat, camera.Lat), say(columnLon, camera.Lon)
	x, y := g.numbers[columnX], g.numbers[columnY]
	switch {
	case x.Known && y.Known:
		p.At = geo.Point{X: x.V, Y: y.V}
	case lat.Known && lon.Known && geo.InNetherlands(geo.FromWGS84(lat.V, lon.V)):
		p.At = geo.FromWGS84(lat.V, lon.V)
	default:
		return p, refuse(reasonNoPosition, "neither the manifest nor the picture has a position in the Netherlands")
	}
	if err := p.direct(g, &camera, say); err != nil {
		return p, err
	}
	positionError := first(say(columnPositionError, camera.PositionError), d.PositionError)
	headingError := first(g.numbers[columnHeadingError], d.HeadingError)
	switch {
	case !positionError.Known:
		return p, refuse(reasonNoPositionError, "how exact the position is stands nowhere; --position-error says it of all")
	case !headingError.Known:
		return p, refuse(reasonNoHeadingError, "how exact the direction is stands nowhere; --heading-error says it of all")
	}
	p.PositionError, p.HeadingError = positionError.V, math.Hypot(p.HeadingError, headingError.V)
	p.Height = say(columnHeight, gevel.Some(d.Height)).V
	if p.TakenAt, p.Guess = first(g.takenAt, camera.TakenAt).V, false; p.TakenAt.IsZero() || p.TakenAt.After(d.Now) {
		p.TakenAt, p.Guess = modified, true
	}
	if p.Source == "" {
		p.Source = d.Source
	}
	return p, p.look(g, &camera)
}

func first[T any](a, b gevel.Opt[T]) gevel.Opt[T] {
	if a.Known {
		return a
	}
	return b
}

func readCamera(path string) (c photos.Camera, modified time.Time, err error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		_, _, err := photos.ReadFile(path) // the same, with its reason
		return c, modified, err
	}
	file, err := regular.Open(path)
	if err != nil {
		return c, modified, refuse(reasonBadRow, "%v", err)
	}
	head, err := io.ReadAll(io.LimitReader(file, headBytes))
	if err = errors.Join(err, file.Close()); err != nil {
		return c, modified, refuse(reasonBadRow, "%v", err)
	}
	if c, err = photos.ReadCamera(head); err != nil && len(head) == headBytes {
		if head, _, err = photos.ReadFile(path); err == nil {
			c, err = photos.ReadCamera(head)
		}
	}
	return c, info.ModTime(), err
}

// direct sets where the camera looks. A heading beside x and y is from north of the grid, any other from true north or,
// where the picture says so, from the compass.
func (p *Pose) direct(g given, camera *photos.Camera, say func(int, gevel.Opt[float64]) gevel.Opt[float64]) error {
	heading := first(camera.Property("PoseHeadingDegrees"), camera.Direction)
	magnetic := heading == camera.Direction && camera.Magnetic
	if g.numbers[columnHeading].Known {
		heading, magnetic = g.numbers[columnHeading], false
	}
	if !heading.Known {
		return refuse(reasonNoDirection, "neither the manifest nor the picture says where the camera looked")
	}
	p.Heading = heading.V
	if magnetic {
		p.Heading += declination(camera.TakenAt)
		p.HeadingError = declinationError
	}
	if !g.numbers[columnHeading].Known || !g.numbers[columnX].Known {
		p.Heading -= convergence(p.At)
	}
	p.Pitch = say(columnPitch, camera.Property("PosePitchDegrees")).V
	p.Roll = say(columnRoll, camera.Property("PoseRollDegrees")).V
	return nil
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

// look sets the lens.
func (p *Pose) look(g given, camera *photos.Camera) error {
	p.Lens.Size = camera.Size
	projection := g.projection
	if projection == "" && g.numbers[columnField].Known {
		projection = "perspective"
	}
	if projection == "" {
		projection = strings.ToLower(camera.Pano["ProjectionType"])
	}
	switch projection {
	case "equirectangular", "spherical":
		return p.spread(camera)
	case "", "perspective", "plain", "rectilinear":
	default:
		return refuse(reasonProjection, "the projection %s is not read: export a panorama as equirectangular, or plain photos",
			spelling.Quote(projection))
	}
	if p.Lens.Field = g.numbers[columnField].V; p.Lens.Field == 0 && camera.Focal35.Known {
		// The length of the 35 mm equivalent is by the diagonal, 43.27 mm.
		size := camera.Size
		across := 43.27 * float64(size.X) / math.Hypot(float64(size.X), float64(size.Y))
		p.Lens.Field = 2 * math.Atan(across/2/camera.Focal35.V) / degree
	}
	if p.Lens.Field < limits[columnField][0] || p.Lens.Field > limits[columnField][1] {
		return refuse(reasonNoLens, "neither a field of view, nor a focal length for 35 mm, nor a projection is known")
	}
	return nil
}

// spread sets the lens of a panorama, which may be a part of the sphere.
func (p *Pose) spread(camera *photos.Camera) error {
	number := func(name string, otherwise int) int {
		return int(math.Round(camera.Property(name).Or(float64(otherwise))))
	}
	l := &p.Lens
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
		return refuse(reasonProjection, "%d x %d pixels are no part of a sphere of %d x %d, twice as wide as high",
			l.Size.X, l.Size.Y, l.Full.X, l.Full.Y)
	}
	return nil
}
