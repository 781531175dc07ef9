package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/testing/drawntown"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// TestImagesAddStreetCutsFronts takes a picture of a drawn street, and asks for the fronts that it shows.
func TestImagesAddStreetCutsFronts(t *testing.T) {
	town, dir := drawntown.New(3, 150), t.TempDir()
	contents := smalltown.Contents{Contents: edition.Contents{
		Sales: market.NewSales(gevel.Standard(), nil), Buildings: town.Footprints(t, true),
	}}
	for _, h := range town.Homes() {
		contents.Addresses = append(contents.Addresses, h.Address)
		contents.Dwellings = append(contents.Dwellings, gevel.Dwelling{ID: h.ObjectID, NumberID: h.NumberID, At: h.At})
	}
	smalltown.Write(t, dir, contents)
	spot := town.Spots[4]
	picture := town.Picture(drawntown.Camera{At: spot.At, Height: 2, Heading: spot.Heading, Size: image.Pt(3000, 1500)})
	copied := image.NewRGBA(picture.Bounds())
	for i := range copied.Rect.Dx() * copied.Rect.Dy() {
		copied.Set(i%3000, i/3000, picture.At(i%3000, i/3000))
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, copied, nil); err != nil {
		t.Fatal(err)
	}
	manifest := filepath.Join(dir, "drive.csv")
	rows := fmt.Sprintf("file,x,y,heading,projection\na.jpg,%.3f,%.3f,%.3f,equirectangular\nb.jpg,,,,\n",
		spot.At.X, spot.At.Y, spot.Heading)
	for name, data := range map[string][]byte{"a.jpg": file.Bytes(), "drive.csv": []byte(rows)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	images := func(args ...string) (int, string) {
		var stdout, stderr bytes.Buffer
		c := &console{
			ctx: context.Background(), stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr,
			now: func() time.Time { return time.Date(2030, time.May, 17, 12, 0, 0, 0, time.UTC) },
		}
		args = append([]string{"images", "--photos", filepath.Join(dir, "photos")}, args...)
		code := run(c, append(args, "--editions", dir))
		return code, stdout.String() + stderr.String()
	}
	for _, step := range []struct {
		args string
		code int
		want []string
	}{
		{"add --street drive.csv", exitFailure, []string{"no_position_error: 1", "--position-error says it", "none of 2 pictures"}},
		{"add --street drive.csv --position-error 0.05 --heading-error 0.2", 0, []string{
			"2 pictures: 1 used, 1 rejected", "missing_file: 1", " 0 refused", "homes without: no_picture ",
		}},
		{"add --street drive.csv --position-error 0.05 --heading-error 0.2", 0, []string{": 0 added, 0 replaced"}},
		{"list", 0, []string{"  front  ", " own"}},
		{"add --street drive.csv --position-error 30 --heading-error 0.2", exitFailure, []string{"not_surely_this_home", "none of 2"}},
	} {
		code, out := images(strings.Fields(strings.ReplaceAll(step.args, "drive.csv", manifest))...)
		for _, want := range step.want {
			if code != step.code || !strings.Contains(out, want) {
				t.Errorf("%s: exit code %d, want %d and %q:\n%s", step.args, code, step.code, want, out)
			}
		}
	}
}
