package street

// Deliveries: a folder of pictures, a manifest that is a table, or what Mapillary's tools or Panoramax wrote of pictures.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/spelling"
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

// Defaults are what holds for pictures that do not say it.
type Defaults struct {
	PositionError, HeadingError gevel.Opt[float64] // metres, degrees
	Height                      float64            // of the camera above the street, metres
	Source                      string
	Now                         time.Time
}

// given is what a delivery says of a picture, and the picture itself where that says nothing.
type given struct {
	file, projection, source string
	line                     int // of the manifest, 0 for none
	numbers                  [columnCount]gevel.Opt[float64]
	takenAt                  gevel.Opt[time.Time]
}

// user is called with each picture, with its pose or with why it has none.
type user func(Pose, error) error

// read reads a folder or a manifest.
func (d Defaults) read(ctx context.Context, path string, use user) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("read pictures of the street: %w", err)
	}
	switch ending := strings.ToLower(filepath.Ext(path)); {
	case info.IsDir():
		return d.readFolder(ctx, path, use)
	case ending == ".json" || ending == ".geojson":
		return d.readDescriptions(ctx, path, use)
	}
	return d.readTable(ctx, path, use)
}

func (d Defaults) readFolder(ctx context.Context, dir string, use user) error {
	return filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case file != dir && filekind.IsLeftover(entry.Name()) && entry.IsDir():
			return fs.SkipDir
		case entry.IsDir() || filekind.IsLeftover(entry.Name()):
			return ctx.Err()
		}
		return use(d.pose(given{file: file}))
	})
}

func (d Defaults) readTable(ctx context.Context, path string, use user) error {
	var none gevel.Attributes
	m, err := flatfile.Open(ctx, flatfile.Source{Path: path}, &schema, &none)
	if err != nil {
		return fmt.Errorf("read header of %s: %w", path, err)
	}
	defer m.Close()
	if err := m.Require(columnFile); err != nil {
		return fmt.Errorf("read header of %s: %w; it may have %s", path, err, strings.Join(schema.Names[columnFile:], ", "))
	}
	beside := photos.NewBeside(path)
	for {
		row, err := m.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		value := (&flatfile.Row{Reader: m, Row: row}).Value
		if row.Fault != "" {
			err = use(Pose{Line: row.Line}, photos.Refuse(reasonBadRow, "%s", row.Fault))
		} else {
			err = use(d.described(value, row.Line, value(columnFile), &beside))
		}
		if err != nil {
			return err
		}
	}
}

// described returns the pose of a picture by what columns say of it. File is its name.
func (d Defaults) described(value func(column int) string, line int, file string, beside *photos.Beside) (Pose, error) {
	g := given{line: line, source: value(columnSource)}
	if file == "" {
		return Pose{Line: line}, photos.Refuse(reasonBadRow, "no file is named")
	}
	g.file = beside.Find(file)
	if err := g.fill(value, d.Now); err != nil {
		return Pose{File: g.file, Line: line}, err
	}
	return d.pose(g)
}

// wholeCircle is the horizontal field of view of a panorama, degrees.
const wholeCircle = 360

func (g *given) fill(value func(column int) string, now time.Time) error {
	g.projection = strings.ToLower(value(columnProjection))
	for column := columnX; column <= columnHeadingError; column++ {
		within, isNumber := limits[column]
		text := value(column)
		if text == "" || !isNumber {
			continue
		}
		v, ok := spelling.EitherNumber(text)
		if column == columnField && v == wholeCircle && g.projection == "" {
			g.projection = equirectangular
			continue
		}
		if !ok || v < within[0] || v > within[1] {
			return photos.Refuse(reasonBadRow, "%s %s is no number from %g to %g", schema.Names[column], spelling.Quote(text), within[0], within[1])
		}
		g.numbers[column] = gevel.Some(v)
	}
	if text := value(columnTakenAt); text != "" {
		at, err := photos.ParseTakenAt(text)
		if err != nil || at.After(now) {
			return photos.Refuse(reasonBadRow, "taken_at %s is no time, or in the future", spelling.Quote(text))
		}
		g.takenAt = gevel.Some(at)
	}
	return nil
}
