package tile

import (
	"math"
	"strings"
	"testing"

	"github.com/paulmach/orb"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// TestStreetsAreNamedAlongTheirHomes finds the name of a home's street in exactly one tile, as a line by its homes.
func TestStreetsAreNamedAlongTheirHomes(t *testing.T) {
	town := smalltown.Shared(t)
	m := New(town.Valuer)
	home := town.Dwellings[0]
	address, _ := town.Edition().MainAddress(home.ID)
	registered, _ := town.Edition().Dwelling(home.ID)
	a := at(registered.Place, MaxZoom)
	found := 0
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			names := tileOf(t, m, Address{a.Z, a.X + dx, a.Y + dy}, smalltown.End)["names"]
			if names == nil {
				continue
			}
			for _, f := range names.Features {
				line, ok := f.Geometry.(orb.LineString)
				if !ok || len(line) != 2 || line[0][0] > line[1][0] {
					t.Fatalf("%v is drawn as %v", f.Properties, f.Geometry)
				}
				lat, lon := geo.ToWGS84(registered.Place)
				x, y := Address{a.Z, a.X + dx, a.Y + dy}.steps(lat, lon)
				middle := orb.Point{(line[0][0] + line[1][0]) / 2, (line[0][1] + line[1][1]) / 2}
				if f.Properties["name"] == address.Street && math.Hypot(middle[0]-x, middle[1]-y) < extent/2 {
					found++
				}
			}
		}
	}
	if found != 1 {
		t.Errorf("%s is named %d times around its stretch", address.Street, found)
	}
	cities := tileOf(t, m, at(home.At, 10), smalltown.End)["names"]
	if cities == nil || !strings.HasPrefix(cities.Features[0].Properties["name"].(string), "Dorp") || cities.Features[0].Properties["homes"].(float64) < 10 {
		t.Errorf("from afar the names are %+v", cities)
	}
}

func TestAStreetRunsAlongItsHomes(t *testing.T) {
	// Two sides of a street that runs from south-west to north-east.
	var homes []gevel.Point
	for i := range 10 {
		along := float64(10 * i)
		homes = append(homes, gevel.Point{X: along, Y: along + 10}, gevel.Point{X: along + 10, Y: along})
	}
	from, to := axisOf(homes)
	if math.Abs(from.X-from.Y) > 1e-6 || math.Abs(to.X-to.Y) > 1e-6 || from.X > 6 || to.X < 94 {
		t.Errorf("it runs from %v to %v", from, to)
	}
	if from, to := axisOf([]gevel.Point{{X: 1, Y: 2}, {X: 1, Y: 2}}); from != to {
		t.Errorf("homes in one place run from %v to %v", from, to)
	}
}

func TestABuildingHasItsHomes(t *testing.T) {
	town := smalltown.Shared(t)
	m := New(town.Valuer)
	home := town.Dwellings[0]
	address, _ := town.Edition().MainAddress(home.ID)
	found, ok := m.BuildingAt(home.At, smalltown.End)
	if !ok || found.Year != home.BuildYear.V || len(found.Homes) != 1 || found.Homes[0] != address {
		t.Errorf("at a home there is %+v, %v", found, ok)
	}
	if found, ok := m.BuildingAt(home.At, gevel.NewDate(home.BuildYear.V-1, 12, 31)); ok {
		t.Errorf("before it was built there was %+v", found)
	}
	if found, ok := m.BuildingAt(gevel.Point{X: home.At.X + 5_000, Y: home.At.Y + 5_000}, smalltown.End); ok {
		t.Errorf("in the fields there is %+v", found)
	}
}

func TestACourtyardIsNotInTheBuilding(t *testing.T) {
	square := func(low, high float64) []gevel.Point {
		return []gevel.Point{{X: low, Y: low}, {X: high, Y: low}, {X: high, Y: high}, {X: low, Y: high}}
	}
	rings := [][]gevel.Point{square(0, 30), square(10, 20)}
	for p, want := range map[gevel.Point]bool{{X: 5, Y: 5}: true, {X: 15, Y: 15}: false, {X: 25, Y: 15}: true, {X: 40, Y: 15}: false, {X: -1, Y: 15}: false} {
		if holds(rings, p) != want {
			t.Errorf("%v: %v", p, !want)
		}
	}
}
