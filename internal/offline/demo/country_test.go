package demo

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/building3d"
	"github.com/gevel/gevel/internal/source/energy"
)

var countryDay = gevel.NewDate(2026, time.November, 1)

// TestACountryIsReadAsItIsWritten writes two towns and reads them with the readers of real files.
func TestACountryIsReadAsItIsWritten(t *testing.T) {
	opt := Options{Seed: 3, Date: countryDay, Dwellings: townHomes + 400}
	dir := t.TempDir()
	c, err := WriteCountry(t.Context(), dir, opt)
	if err != nil {
		t.Fatal(err)
	}
	list, err := os.Open(c.Municipalities)
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	names, err := bag.ReadMunicipalities(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	r, err := bag.Read(t.Context(), c.BAG, bag.Options{Municipalities: names, Progress: func(int64, int64) {}})
	if err != nil {
		t.Fatal(err)
	}
	if c.Towns != 2 || len(r.Dwellings) != c.Homes || math.Abs(float64(c.Homes-opt.Dwellings)) > 0.03*float64(opt.Dwellings) {
		t.Errorf("%d towns of %d homes, read %d", c.Towns, c.Homes, len(r.Dwellings))
	}
	if r.Rejects.Total() > 0 {
		t.Errorf("rejects %v", r.Rejects.List())
	}
	past := 0
	for _, n := range r.Objects {
		past += n.Past
	}
	if past < c.Homes/50 {
		t.Errorf("the register has %d superseded occurrences", past)
	}
	codes := map[gevel.PostalCode]string{}
	for _, a := range r.Addresses {
		if of := codes[a.PostalCode]; of != "" && of != string(a.ObjectID[:4]) && a.PostalCode != "" {
			t.Fatalf("%s is a postal code of two towns", a.PostalCode)
		}
		codes[a.PostalCode] = string(a.ObjectID[:4])
	}
	_, labels, err := energy.Collect(t.Context(), c.Labels, energy.Options{AsOf: countryDay})
	if err != nil || labels.Rows != c.LabelRows || labels.Rows < c.Homes/2 || labels.Rejects.Total()+labels.Faults.Total() > 0 {
		t.Errorf("labels are %+v, %v", labels, err)
	}
	counted := 0
	models, err := building3d.Read(t.Context(), c.Models, building3d.Options{Has: func(gevel.BAGNumber) bool { return true }},
		func(b building3d.Building) bool { counted++; return true })
	if err != nil || models.Rows != c.Buildings || models.Used != c.Buildings || counted != c.Buildings ||
		models.Rejects.Total()+models.Faults.Total() > 0 {
		t.Errorf("of %d buildings it reads %+v, %v", c.Buildings, models, err)
	}
	again, err := WriteCountry(t.Context(), t.TempDir(), opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, files := range [][2]string{
		{c.BAG, again.BAG},
		{c.Labels, again.Labels},
		{c.Models, again.Models},
		{c.Sales, again.Sales},
		{c.Parcels, again.Parcels},
		{c.Config, again.Config},
	} {
		if sumOf(t, files[0]) != sumOf(t, files[1]) {
			t.Errorf("%s is not the same again", filepath.Base(files[0]))
		}
	}
	left, _ := filepath.Glob(filepath.Join(dir, ".*"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func sumOf(t *testing.T, path string) [32]byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		t.Fatal(err)
	}
	return [32]byte(h.Sum(nil))
}

// TestTheLargestTownFitsItsSquare invents a town of the last site.
func TestTheLargestTownFitsItsSquare(t *testing.T) {
	town, err := invent(Options{Seed: 1, Date: countryDay, Dwellings: townHomes}, maxTowns-1)
	if err != nil {
		t.Fatal(err)
	}
	low, high := town.objects[0].At, town.objects[0].At
	for _, o := range town.objects {
		if o.At.Known() {
			low = gevel.Point{X: min(low.X, o.At.X), Y: min(low.Y, o.At.Y)}
			high = gevel.Point{X: max(high.X, o.At.X), Y: max(high.Y, o.At.Y)}
		}
	}
	if width, height := high.X-low.X, high.Y-low.Y; width >= siteSide || height >= siteSide {
		t.Errorf("it is %.0f by %.0f m", width, height)
	}
	if high.X > 280_000 || high.Y > 620_000 {
		t.Errorf("it reaches to %v", high)
	}
	for _, o := range town.objects {
		if code := o.Main.PostalCode; code != "" {
			if _, err := gevel.ParsePostalCode(string(code)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if id := town.cities[2].ID; len(id) != 4 {
		t.Errorf("the last city is %s", id)
	}
}

func TestACountryThatCannotBeIsRefused(t *testing.T) {
	for _, n := range []int{MinDwellings - 1, MaxCountry + 1} {
		if _, err := WriteCountry(t.Context(), t.TempDir(), Options{Date: countryDay, Dwellings: n}); gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("%d homes: err = %v", n, err)
		}
	}
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := WriteCountry(ctx, dir, Options{Date: countryDay, Dwellings: MinDwellings}); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); slices.ContainsFunc(left, func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && !info.IsDir()
	}) {
		t.Errorf("left behind: %v", left)
	}
}
