package street

import (
	"image"
	"image/jpeg"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/photos"
)

var today = time.Date(2026, time.May, 17, 12, 0, 0, 0, time.UTC)

// posesOf reads a manifest beside a picture of 80 x 40 pixels, a.jpg.
func posesOf(t testing.TB, d Defaults, manifest string) (poses []Pose, reasons []string, err error) {
	t.Helper()
	return posesNamed(t, "manifest.csv", d, manifest)
}

func posesNamed(t testing.TB, name string, d Defaults, manifest string) (poses []Pose, reasons []string, err error) {
	t.Helper()
	dir := t.TempDir()
	file, err := os.Create(filepath.Join(dir, "a.jpg"))
	if err == nil {
		err = jpeg.Encode(file, image.NewGray(image.Rect(0, 0, 80, 40)), nil)
	}
	path := filepath.Join(dir, name)
	for _, fault := range []error{err, file.Close(), os.WriteFile(path, []byte(manifest), 0o600)} {
		if fault != nil {
			t.Fatal(fault)
		}
	}
	d.Now = today
	err = d.read(t.Context(), path, func(p Pose, err error) error {
		if err == nil {
			poses = append(poses, p)
			return nil
		}
		reason, _, ok := photos.RejectReason(err)
		if !ok {
			return err
		}
		reasons = append(reasons, reason)
		return nil
	})
	return poses, reasons, err
}

func TestAManifestGivesPoses(t *testing.T) {
	poses, reasons, err := posesOf(t, Defaults{Height: 2, Source: "own", HeadingError: gevel.Some(0.5)},
		"file;lat;lon;heading;projection;position_error;taken_at\na.jpg;52,078663;4,288788;90;equirectangular;0,1;2026-05-01\n")
	if err != nil || len(reasons) > 0 || len(poses) != 1 {
		t.Fatal(poses, reasons, err)
	}
	p := poses[0]
	// At 4.29 degrees east the meridian is 0.87 degrees off the grid.
	if math.Abs(p.Heading-90.87) > 0.01 || p.PositionError != 0.1 || p.HeadingError != 0.5 || p.Lens.Full != image.Pt(80, 40) ||
		p.Source != "own" || p.Height != 2 || p.Guess || math.Abs(p.At.X-79_600) > 1000 {
		t.Errorf("got %+v", p)
	}
}

func TestPicturesWithoutAPoseAreRefusedByName(t *testing.T) {
	const header = "file,x,y,heading,projection,position_error,heading_error,field_of_view\n"
	for row, want := range map[string]string{
		"a.jpg,80000,455000,10,,0.1,1,60":                "",
		"a.jpg,,455000,10,,0.1,1,60":                     reasonNoPosition,
		"a.jpg,80000,455000,,,0.1,1,60":                  reasonNoDirection,
		"a.jpg,80000,455000,10,,,1,60":                   reasonNoPositionError,
		"a.jpg,80000,455000,10,,0.1,,60":                 reasonNoHeadingError,
		"a.jpg,80000,455000,10,,0.1,1,":                  reasonNoLens,
		"a.jpg,80000,455000,10,fisheye,0.1,1,180":        reasonBadRow,
		"a.jpg,80000,455000,10,fisheye,0.1,1,":           reasonProjection,
		"a.jpg,80000,4550000,10,equirectangular,0.1,1,":  reasonBadRow,
		"none.jpg,80000,455000,10,equirectangular,0.1,1": "missing_file",
		",80000,455000,10,equirectangular,0.1,1,":        reasonBadRow,
	} {
		poses, reasons, err := posesOf(t, Defaults{Height: 2}, header+row+"\n")
		if err != nil || want == "" && len(poses) != 1 || want != "" && (len(reasons) != 1 || reasons[0] != want) {
			t.Errorf("%s: %d poses, refused as %v, %v; want %q", row, len(poses), reasons, err, want)
		}
	}
}

func TestACompassPointsEastOfTrueNorth(t *testing.T) {
	at := gevel.Some(time.Date(2025, time.January, 1, 0, 0, 0, 0, time.UTC))
	if d := declination(at); math.Abs(d-2.9) > 0.3 {
		t.Errorf("declination %.2f", d)
	}
}

func FuzzManifestOfTheStreet(f *testing.F) {
	f.Add("file,x,y,heading,projection,position_error,heading_error\na.jpg,80000,455000,10,equirectangular,0.1,1\n")
	f.Add("file;lat;lon;field_of_view\na.jpg;52,1;4,3;1e9\n\"\n")
	f.Fuzz(func(t *testing.T, manifest string) {
		poses, reasons, err := posesOf(t, Defaults{Height: 2, PositionError: gevel.Some(1.0), HeadingError: gevel.Some(1.0)}, manifest)
		for _, p := range poses {
			if p.At.X != p.At.X || p.Heading != p.Heading || p.Lens.Size != image.Pt(80, 40) {
				t.Errorf("took %+v", p)
			}
		}
		if err == nil && len(poses)+len(reasons) > strings.Count(manifest, "\n")+strings.Count(manifest, "\r")+1 {
			t.Errorf("%d poses and %d refusals of %q", len(poses), len(reasons), manifest)
		}
	})
}
