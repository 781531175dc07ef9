package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/serve/photos/street"
	"github.com/gevel/gevel/internal/testing/demotown"
	"github.com/gevel/gevel/internal/testing/drawntown"
)

// painted is a drawn picture in the colours of a street.
type painted struct{ *drawntown.Picture }

var bricks = []color.RGBA{{158, 92, 70, 255}, {176, 122, 92, 255}, {196, 168, 136, 255}, {122, 78, 66, 255}, {206, 196, 178, 255}}

func (painted) ColorModel() color.Model { return color.RGBAModel }

func (p painted) At(x, y int) color.Color {
	switch of := drawntown.Shown(p.Picture.At(x, y).(color.RGBA)); of {
	case drawntown.Sky:
		return color.RGBA{190, 215, 235, 255}
	case drawntown.Ground:
		return color.RGBA{150, 148, 142, 255}
	default:
		return bricks[of*7%len(bricks)]
	}
}

// exampleTown writes the town that examples share, without photos, and returns its folder.
func exampleTown(t *testing.T) string {
	dir := filepath.Join(t.TempDir(), "town")
	_, _, err := demotown.Town{Date: gevel.NewDate(2025, time.March, 14), Homes: 600}.Write(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestTheExampleOfTheStreetIsOfTheTown draws the pictures of examples/street with -update: from six places in the town.
func TestTheExampleOfTheStreetIsOfTheTown(t *testing.T) {
	known, err := openNewest(&console{ctx: t.Context(), now: townNow}, filepath.Join(exampleTown(t), "editions"))
	if err != nil {
		t.Fatal(err)
	}
	of, drawn := townOf(known), drawntown.Of()
	low, high := gevel.Point{X: 0, Y: 300_000}, gevel.Point{X: 300_000, Y: 620_000}
	of.Buildings.Within(footprint.BoundsOf(low, high), func(c *footprint.Cursor) bool {
		h := drawntown.House{Height: 2.5 + min(4, float64(3*c.Homes))}
		for corners := range c.Rings {
			for _, corner := range corners {
				h.Outline = append(h.Outline, corner.Metres())
			}
			break // a courtyard is not seen
		}
		drawn.Stand(h)
		return true
	})
	poses, err := inTheStreet(t, of, drawn)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join("..", "..", "examples", "street", "drive")
	manifest := bytes.NewBufferString("file,x,y,height,heading,field_of_view,position_error,heading_error,taken_at,source\n")
	files := map[string][]byte{}
	for i, p := range poses {
		name := fmt.Sprintf("%d.jpg", i+1)
		fmt.Fprintf(manifest, "%s,%.2f,%.2f,%g,%g,%g,%g,%g,2024-05-17T1%d:00:00+02:00,drawn\n",
			name, p.At.X, p.At.Y, p.Height, p.Heading, p.Lens.Field, p.PositionError, p.HeadingError, i)
		picture := painted{drawn.Picture(drawntown.Camera{
			At: gevel.Point(p.At), Height: p.Height, Heading: p.Heading, Size: p.Lens.Size, Field: p.Lens.Field,
		})}
		var file bytes.Buffer
		if err := jpeg.Encode(&file, picture, &jpeg.Options{Quality: 60}); err != nil {
			t.Fatal(err)
		}
		files[name] = file.Bytes()
	}
	files["manifest.csv"] = manifest.Bytes()
	for name, want := range files {
		path := filepath.Join(dir, name)
		if *update {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not of the town: go test ./cmd/gevel -run ExampleOfTheStreet -update (%v)", path, err)
		}
	}
}

// inTheStreet returns six poses of many that show most buildings with homes together.
func inTheStreet(t *testing.T, of street.Town, drawn *drawntown.Town) (best []street.Pose, err error) {
	var poses []street.Pose
	for row := 0; row < len(of.Homes); row += 3 {
		for heading := 0.0; heading < 360; heading += 45 {
			sin, cos := math.Sincos(heading * math.Pi / 180)
			at := geo.Point{X: math.Round(100*(of.Homes[row].X-15*sin)) / 100, Y: math.Round(100*(of.Homes[row].Y-15*cos)) / 100}
			if of.Homes[row].Known() && !drawn.IsBuilt(gevel.Point(at)) {
				poses = append(poses, street.Pose{
					At: at, Height: 2.2, Heading: heading, PositionError: 0.1, HeadingError: 0.3,
					Lens: street.Lens{Size: image.Pt(1280, 960), Field: 75},
				})
			}
		}
	}
	found, err := of.Find(t.Context(), poses, nil)
	if err != nil {
		return nil, err
	}
	shown, counted := make([]int, len(poses)), map[gevel.BAGID]bool{}
	for _, f := range found.Fronts {
		if !counted[f.Building] {
			counted[f.Building] = true
			shown[f.Pose]++
		}
	}
	for range 6 {
		most := 0
		for i, n := range shown {
			if n > shown[most] {
				most = i
			}
		}
		best, shown[most] = append(best, poses[most]), 0
	}
	return best, nil
}
