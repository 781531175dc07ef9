package street

import (
	"image"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
)

const mapillary = `[
 {"filename": "C:\\drive\\a.jpg", "filetype": "image", "MAPLatitude": 52.078663, "MAPLongitude": 4.288788,
  "MAPCaptureTime": "2026_05_01_10_20_30_000", "MAPCompassHeading": {"TrueHeading": 90.5, "MagneticHeading": 88},
  "MAPGPSAccuracyMeters": 1.5, "md5sum": null},
 {"error": {"type": "MapillaryGeoTaggingError"}, "filename": "/home/me/none.jpg", "filetype": "image"}
]`

const panoramax = `{"type": "FeatureCollection", "links": [], "features": [
 {"type": "Feature", "id": "a", "geometry": {"type": "Point", "coordinates": [4.288788, 52.078663]},
  "assets": {"hd": {"href": "https://panoramax.example/pictures/a/hd.jpg"}}, "providers": [{"name": "Stad", "roles": ["producer"]}],
  "properties": {"datetime": "2026-05-01T10:20:30.5+00:00", "view:azimuth": 90.5, "pers:pitch": -1, "quality:horizontal_accuracy": 1.5,
   "pers:interior_orientation": {"field_of_view": 360}, "original_file:name": "IMG_1.jpg"}}
]}`

func TestDescriptionsGivePoses(t *testing.T) {
	for what, tt := range map[string]struct {
		file, source, reason string
		field                float64
	}{
		"mapillary": {mapillary, "own", "missing_file", 70},
		"panoramax": {panoramax, "Stad", "", 0},
		"one item":  {panoramax[strings.Index(panoramax, `{"type": "Feature",`):strings.LastIndex(panoramax, "]")], "Stad", "", 0},
		"flat":      {`[{"file": "a.jpg", "lat": 52.078663, "lon": "4,288788", "heading": 90.5, "field_of_view": 70, "position_error": 1.5, "taken_at": "2026-05-01T10:20:30Z"}]`, "own", "", 70},
	} {
		t.Run(what, func(t *testing.T) {
			if tt.field > 0 {
				tt.file = strings.Replace(tt.file, `"filetype"`, `"field_of_view": 70, "filetype"`, 1)
			}
			poses, reasons, err := posesNamed(t, "pictures.json", Defaults{Height: 2, Source: "own", HeadingError: gevel.Some(0.5)}, tt.file)
			if err != nil || len(poses) != 1 || strings.Join(reasons, " ") != tt.reason {
				t.Fatal(poses, reasons, err)
			}
			p := poses[0]
			if math.Abs(p.Heading-91.37) > 0.01 || p.PositionError != 1.5 || p.HeadingError != 0.5 || p.Source != tt.source ||
				!p.TakenAt.Truncate(time.Second).Equal(time.Date(2026, time.May, 1, 10, 20, 30, 0, time.UTC)) || p.Line != 1 ||
				p.Lens.Size != image.Pt(80, 40) || p.Lens.Field != tt.field {
				t.Errorf("got %+v", p)
			}
		})
	}
}

func TestADescriptionThatIsCutShortIsRefusedByName(t *testing.T) {
	for _, text := range []string{"", "{", "[", "5", "{}", mapillary[:len(mapillary)-1], panoramax[:len(panoramax)-3], `{"features": `} {
		if _, _, err := posesNamed(t, "pictures.json", Defaults{}, text); gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), "pictures.json") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestAVideoIsRefusedWithWhatToDo(t *testing.T) {
	file := filepath.Join(t.TempDir(), "drive.mp4")
	if err := os.WriteFile(file, []byte("\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := (Defaults{}).pose(given{file: file}); err == nil || !strings.Contains(err.Error(), "take a still picture") {
		t.Error(err)
	}
}

func FuzzDescriptions(f *testing.F) {
	f.Add(mapillary)
	f.Add(panoramax)
	f.Fuzz(func(t *testing.T, text string) {
		poses, _, _ := posesNamed(t, "pictures.json", Defaults{Height: 2, PositionError: gevel.Some(1.0), HeadingError: gevel.Some(1.0)}, text)
		for _, p := range poses {
			if p.At.X != p.At.X || p.Heading != p.Heading || p.Lens.Size != image.Pt(80, 40) {
				t.Errorf("took %+v", p)
			}
		}
	})
}
