package street_test

import (
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/photos"
	"github.com/gevel/gevel/internal/serve/photos/street"
)

var now = time.Date(2026, time.May, 17, 12, 0, 0, 0, time.UTC)

// delivery writes drawn pictures of some poses with a manifest.
func (d *drive) delivery(t *testing.T, poses ...int) (manifest string) {
	t.Helper()
	dir := t.TempDir()
	rows := []string{"file,x,y,heading,height,projection,position_error,heading_error,taken_at,source"}
	for _, n := range poses {
		c := d.truth[n]
		name := fmt.Sprintf("%d.jpg", n)
		file, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		picture := d.Picture(c)
		copied := image.NewRGBA(picture.Bounds())
		for i := range c.Size.X * c.Size.Y {
			copied.Set(i%c.Size.X, i/c.Size.X, picture.At(i%c.Size.X, i/c.Size.X))
		}
		if err := jpeg.Encode(file, copied, &jpeg.Options{Quality: 95}); err != nil {
			t.Fatal(err)
		}
		file.Close()
		rows = append(rows, fmt.Sprintf("%s,%.3f,%.3f,%.3f,%.2f,equirectangular,0.02,0.1,2026-05-%02dT10:00:00+02:00,Stad", name, c.At.X, c.At.Y, c.Heading, c.Height, 1+n%10))
	}
	manifest = filepath.Join(dir, "manifest.csv")
	if err := os.WriteFile(manifest, []byte(strings.Join(rows, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return manifest
}

func smallDrive(t *testing.T) *drive {
	d := newDrive(t, 3, 150, true)
	for i := range d.truth {
		d.truth[i].Size = image.Pt(3200, 1600)
	}
	return d
}

func (d *drive) importer(t *testing.T) street.Import {
	t.Helper()
	store, err := photos.Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return street.Import{Defaults: street.Defaults{Height: 2, Source: "own", Now: now}, Town: d.town, Store: store}
}

func run(t *testing.T, imp street.Import, path string) street.Report {
	t.Helper()
	r, err := imp.Run(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func viewOf(t *testing.T, store *photos.Store, home gevel.BAGID) []gevel.Image {
	t.Helper()
	of, err := store.Of(context.Background(), home)
	if err != nil {
		t.Fatal(err)
	}
	return of
}

func TestPicturesOfTheStreetBecomeFrontViews(t *testing.T) {
	d := smallDrive(t)
	imp := d.importer(t)
	manifest := d.delivery(t, 3, 4)
	r := run(t, imp, manifest)
	if r.Pictures != 2 || r.Rejects.Total() != 0 || r.Added != r.Views || r.Views < 3 {
		t.Fatalf("%+v", r)
	}
	again := run(t, imp, manifest)
	if again.Added+again.Replaced != 0 || again.Views != r.Views {
		t.Errorf("a second run added %d and replaced %d", again.Added, again.Replaced)
	}
	seen := 0
	for _, h := range d.homes {
		for _, image := range viewOf(t, imp.Store, h.ObjectID) {
			seen++
			picture, err := imp.Store.Picture(t.Context(), image.ID)
			if err != nil || image.Kind != gevel.ImageFront || !image.Street || image.Source != "Stad" || image.TakenAt.Year() != 2026 {
				t.Fatalf("%+v, %v", image, err)
			}
			decoded, err := jpeg.Decode(strings.NewReader(string(picture)))
			if err != nil {
				t.Fatal(err)
			}
			size := decoded.Bounds().Size()
			red, green, blue, _ := decoded.At(size.X/2, size.Y/2).RGBA()
			of := int(red>>8)<<8 | int(green>>8)
			if near := of - h.House; blue>>8 < 190 || near < -4 || near > 4 { // a JPEG's colours are not exact
				t.Errorf("%s shows %d, not %d", h, of, h.House)
			}
			if ratio := float64(size.X) / float64(size.Y); (ratio < 1.3 || ratio > 1.36) && (ratio < 0.73 || ratio > 0.77) {
				t.Errorf("%s is %v", h, size)
			}
		}
	}
	if seen != r.Views {
		t.Errorf("%d photos of %d views", seen, r.Views)
	}
}

func TestHomesOfABuildingShareAView(t *testing.T) {
	d := newDrive(t, 1, 300, true)
	shared := 0
	views := map[gevel.BAGID][]street.Front{}
	for _, f := range d.find(t, d.poses(1, 0, 0, 1)).Fronts {
		views[f.Building] = append(views[f.Building], f)
	}
	for building, of := range views {
		if of[0].Units < 3 {
			continue
		}
		shared++
		for _, f := range of {
			if f.Pose != of[0].Pose || f.Cut != of[0].Cut || f.Units != of[0].Units || slices.Contains(f.Shows, f.Home) {
				t.Errorf("two homes of %s have %+v and %+v", building, of[0], f)
			}
		}
		if len(of) != of[0].Units {
			t.Errorf("%d of %d homes in %s have a view", len(of), of[0].Units, building)
		}
	}
	if shared == 0 {
		t.Error("no building of several homes has a view")
	}
}

func TestABlockedHomeLeavesItsOwnAndItsNeighboursViews(t *testing.T) {
	d := smallDrive(t)
	imp := d.importer(t)
	manifest := d.delivery(t, 3, 4)
	run(t, imp, manifest)
	found, err := d.town.Find(t.Context(), d.poses(1, 0, 0, 1)[3:5], nil)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(found.Fronts, func(f street.Front) bool { return len(f.Shows) > 0 })
	if at < 0 {
		t.Fatal("no view shows another home")
	}
	home, shown := found.Fronts[at].Home, found.Fronts[at].Shows[0]
	if len(viewOf(t, imp.Store, home)) != 1 {
		t.Fatal("there is no view")
	}
	if err := imp.Store.Block(t.Context(), shown, photos.Deed{At: now, By: "test"}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if n := len(viewOf(t, imp.Store, home)) + len(viewOf(t, imp.Store, shown)); n != 0 {
			t.Errorf("%d views are left", n)
		}
		run(t, imp, manifest)
	}
}
