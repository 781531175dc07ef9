package street_test

import (
	"os"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/serve/photos/street"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/testing/drawntown"
)

// TestRealOutlinesHaveFronts puts an exact panorama on all open ground of a real place, every spacing metres, and counts the
// homes with a wall that it can see: gardens count, so it is the most that streets could give. Of Doesburg only outlines are
// there: each of its larger buildings stands for a home.
func TestRealOutlinesHaveFronts(t *testing.T) {
	const house = 40            // m2
	spacing, least := 24.0, 0.7 // metres; of the homes
	if os.Getenv("GEVEL_TEST_PROOF") != "" {
		spacing, least = 12, 0.9
	}
	for _, name := range []string{"hague-slice-08092023.zip", "0221PND15092020.zip"} {
		path := "../../../../../shared/data/bag/" + name
		if _, err := os.Stat(path); err != nil {
			t.Skipf("%s is not here", name)
		}
		b := footprint.NewBuilder()
		defer b.Close()
		drawn, town := drawntown.Of(), street.Town{}
		low, high := gevel.Point{X: 1e6, Y: 1e6}, gevel.Point{}
		read, err := bag.Read(t.Context(), path, bag.Options{Footprints: func(f bag.Footprint) error {
			outer := f.Outline[0]
			if !f.InUse || len(outer) < 4 {
				return nil
			}
			building := footprint.Building{Homes: len(f.Homes), Outline: f.Outline, Number: f.Building.Number()}
			if inside, area := middleOf(outer); name[0] == '0' && area > house && drawntown.Of(drawntown.House{Outline: outer}).IsBuilt(inside) {
				building.Homes = 1
				town.Homes = append(town.Homes, inside)
			}
			drawn.Stand(drawntown.House{Outline: outer})
			for _, p := range outer {
				low, high = gevel.Point{X: min(low.X, p.X), Y: min(low.Y, p.Y)}, gevel.Point{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
			}
			return b.Add(building)
		}})
		if err != nil {
			t.Fatal(err)
		}
		main := map[gevel.BAGID]gevel.Address{}
		for _, a := range read.Addresses {
			if a.Main {
				main[a.ObjectID] = a
			}
		}
		var of []gevel.Address
		for range town.Homes {
			of = append(of, gevel.Address{ObjectID: drawntown.BuildingID(len(of))})
		}
		for _, d := range read.Dwellings {
			town.Homes, of = append(town.Homes, d.At), append(of, main[d.ID])
		}
		town.Address = func(row int) (gevel.Address, bool) { return of[row], of[row].ObjectID != "" }
		if town.Buildings, err = b.Table(); err != nil {
			t.Fatal(err)
		}
		var poses []street.Pose
		for x := low.X; x < high.X; x += spacing {
			for y := low.Y; y < high.Y; y += spacing {
				if at := (gevel.Point{X: x, Y: y}); !drawn.IsBuilt(at) && drawn.IsNear(at) {
					poses = append(poses, street.Pose{At: geo.Point(at), Height: 2.5, Lens: street.Lens{Size: panorama, Full: panorama}})
				}
			}
		}
		found, err := town.Find(t.Context(), poses, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d homes, %d pictures, %d views; without, by reason: %v", name, len(town.Homes), len(poses), len(found.Fronts), found.Without)
		if float64(len(found.Fronts)) < least*float64(len(town.Homes)) {
			t.Errorf("%s: %d of %d homes have a view", name, len(found.Fronts), len(town.Homes))
		}
	}
}

// middleOf returns the middle and the area of an outline.
func middleOf(outer []gevel.Point) (middle gevel.Point, area float64) {
	for i, p := range outer {
		q := outer[(i+1)%len(outer)]
		area += (p.X*q.Y - q.X*p.Y) / 2
		middle.X, middle.Y = middle.X+p.X/float64(len(outer)), middle.Y+p.Y/float64(len(outer))
	}
	return middle, max(area, -area)
}
