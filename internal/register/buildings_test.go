package register_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/register"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/building3d"
)

const (
	noHome   = bag.NoHome
	notInUse = bag.NotInUse
)

// block returns homes of these surfaces, m2, in rows 0, 1 and so on, and the units of buildings. The homes
// of a surface of 0 have none.
func block(surfaces []int, units ...bag.Unit) *register.Homes {
	return blockOf(nil, surfaces, units...)
}

// blockOf is one whose units had other surfaces before.
func blockOf(pasts [][]gevel.Step, surfaces []int, units ...bag.Unit) *register.Homes {
	r := &bag.Register{Units: units, Pasts: pasts}
	for i, m2 := range surfaces {
		id := homeID(i + 1)
		d := gevel.Dwelling{ID: id, At: gevel.Point{X: 1, Y: float64(i)}}
		d.BuildType = gevel.Tussenwoning
		if m2 > 0 {
			d.UseSurface = gevel.Some(m2)
		}
		r.Dwellings = append(r.Dwellings, d)
		r.Addresses = append(r.Addresses, gevel.Address{
			ObjectID: id, PostalCode: "2511CV", HouseNumber: i + 1, Street: "Kade", City: "Dorp", Kind: gevel.Home, Main: true,
		})
	}
	return homesOf(r)
}

func model(n int, volume float64, storeys int) building3d.Building {
	b := building3d.Building{ID: gevel.BAGNumber(n), Detail: building3d.LOD13}
	if volume > 0 {
		b.Volume = gevel.Some(volume)
	}
	if storeys > 0 {
		b.Storeys = gevel.Some(storeys)
	}
	return b
}

// teach records buildings with homes, and returns the counts and the reasons.
func teach(t *testing.T, homes *register.Homes, buildings ...building3d.Building) (register.BuildingCount, string) {
	t.Helper()
	b := homes.NewBuildings(register.BuildingOptions{Storeys: true})
	for _, of := range buildings {
		if !b.Has(of.ID) || !b.Add(of) {
			t.Errorf("building %d is not taken", of.ID)
		}
	}
	var rejects, faults gevel.Rejects
	count, err := b.Learn(t.Context(), &rejects, &faults)
	if err != nil {
		t.Fatal(err)
	}
	reasons := ""
	for _, r := range append(rejects.List(), faults.List()...) {
		reasons += fmt.Sprintf("%s %d ", r.Reason, r.Count)
	}
	return count, strings.TrimSpace(reasons)
}

// volumes are those of homes, 0 for none.
func volumes(homes *register.Homes) (list []int) {
	for row := range homes.Len() {
		d := homes.At(row)
		if d.Volume.Known != (d.SourceOf(gevel.AtVolume) == gevel.From3DBAG) {
			panic("a volume has no source")
		}
		list = append(list, d.Volume.V)
	}
	return list
}

// in is a unit in a building: the row of its home and its surface.
func in(building gevel.BAGNumber, home, surface int32) bag.Unit {
	return bag.Unit{Building: building, Home: home, Surface: surface}
}

func TestTheVolumeOfABuildingIsSharedOutBySurface(t *testing.T) {
	for name, tt := range map[string]struct {
		surfaces  []int
		units     []bag.Unit
		buildings []building3d.Building
		want      []int
		reasons   string
		shared    int
	}{
		"a house": {[]int{100}, []bag.Unit{in(1, 0, 100)}, []building3d.Building{model(1, 412.4, 2)}, []int{412}, "", 0},
		"flats":   {[]int{50, 100}, []bag.Unit{in(1, 0, 50), in(1, 1, 100)}, []building3d.Building{model(1, 600, 3)}, []int{200, 400}, "", 2},
		"a shop below": {
			[]int{50}, []bag.Unit{in(1, noHome, 150), in(1, 0, 50)}, []building3d.Building{model(1, 800, 3)}, []int{200}, "", 1,
		},
		"a unit that is only formed": {
			[]int{50, 50}, []bag.Unit{in(1, 0, 50), in(1, 1, notInUse)}, []building3d.Building{model(1, 200, 3)}, []int{200, 0}, "", 0,
		},
		"a house in two buildings": {
			[]int{100}, []bag.Unit{in(1, 0, 50), in(2, 0, 50)}, []building3d.Building{model(1, 300, 2), model(2, 110, 1)}, []int{410}, "", 0,
		},
		"a house in two buildings of which one is not told of": {
			[]int{100}, []bag.Unit{in(1, 0, 50), in(2, 0, 50)}, []building3d.Building{model(2, 110, 1)}, []int{0}, "", 0,
		},
		"an unknown surface": {
			[]int{100, 0}, []bag.Unit{in(1, 0, 100), in(1, 1, 0)}, []building3d.Building{model(1, 600, 2)}, []int{0, 0}, "unknown_surface 1", 0,
		},
		"no building in use": {
			[]int{100}, []bag.Unit{in(1, 0, notInUse)}, []building3d.Building{model(1, 400, 2)}, []int{0}, "not_in_use 1", 0,
		},
		"a barn":      {[]int{100}, []bag.Unit{in(1, 0, 100)}, []building3d.Building{model(1, 1501, 2)}, []int{0}, "volume_per_m2 1", 0},
		"underground": {[]int{100}, []bag.Unit{in(1, 0, 100)}, []building3d.Building{model(1, 199, 2)}, []int{0}, "volume_per_m2 1", 0},
		"no volume":   {[]int{100}, []bag.Unit{in(1, 0, 100)}, []building3d.Building{model(1, 0, 2)}, []int{0}, "", 0},
		"a kennel": {
			[]int{2, 100}, []bag.Unit{in(1, 0, 2), in(1, 1, 100)}, []building3d.Building{model(1, 306, 2)}, []int{0, 300}, "volume_of_home 1", 1,
		},
	} {
		homes := block(tt.surfaces, tt.units...)
		count, reasons := teach(t, homes, tt.buildings...)
		if diff := cmp.Diff(tt.want, volumes(homes)); diff != "" || reasons != tt.reasons || count.Shared != tt.shared {
			t.Errorf("%s: volumes (-want +got):\n%sreasons %q, want %q; counts %+v", name, diff, reasons, tt.reasons, count)
		}
	}
}

func TestStoreysBecomeACharacteristicOfHomes(t *testing.T) {
	homes := block([]int{100, 80, 60}, in(1, 0, 50), in(2, 0, 50),
		in(3, 1, 80), in(4, 2, 60))
	count, _ := teach(t, homes, model(1, 300, 1), model(2, 0, 3), model(3, 300, 0), model(4, 0, 5))
	place := homes.Attributes.Column("num_building_storeys")
	if place < 0 || count.Storeys != 2 || count.Volumes != 1 || count.Details != [building3d.Details]int{0, 2, 0} {
		t.Fatalf("the table has it at %d, counts are %+v", place, count)
	}
	var got []string
	for i := range homes.Len() {
		d := homes.At(i)
		got = append(got, homes.Attributes[place].Text(homes.Attributes[place].Get(&d.Characteristics))+homes.Sources.Name(d.SourceOf(place)))
	}
	if want := []string{"33DBAG", "", "53DBAG"}; !slices.Equal(got, want) {
		t.Errorf("storeys are %q, want %q", got, want)
	}
	day := gevel.NewDate(2020, 5, 1)
	for _, volume := range []float64{0, 300} { // a home that is gone had them before
		homes = blockOf([][]gevel.Step{{surfaceStep(100, gevel.NoDate, gevel.Always), surfaceStep(bag.NotInUse, day, day)}}, []int{100},
			in(1, 0, notInUse-1))
		teach(t, homes, model(1, volume, 3))
		place = homes.Attributes.Column("num_building_storeys")
		then := homes.At(0).On(day, homes.Attributes)
		if place < 0 || homes.Attributes[place].Get(&then.Characteristics) != 3 {
			t.Errorf("a home in a building of %v m3 had other storeys before it was gone; the table has them at %d", volume, place)
		}
	}
	homes = block([]int{100}, in(1, 0, 100))
	if teach(t, homes, model(1, 300, 0)); homes.Attributes.Column("num_building_storeys") >= 0 {
		t.Error("the table has storeys that no building has")
	}
}

func TestAnOwnFileComesBefore3DBAG(t *testing.T) {
	known := gevel.NewDate(2024, 1, 1)
	for _, first := range []bool{true, false} {
		homes := block([]int{100}, in(1, 0, 100))
		own := gevel.Fact{Attribute: gevel.AtVolume, Value: 390, Provenance: gevel.Provenance{
			Source: gevel.FromFile, Known: known, Until: gevel.NoDate,
		}}
		if first {
			homes.Learn(0, []gevel.Fact{own})
		}
		teach(t, homes, model(1, 412, 2))
		if !first {
			homes.Learn(0, []gevel.Fact{own})
		}
		d := homes.At(0)
		before := d.On(known, homes.Attributes)
		if d.Volume.V != 390 || d.SourceOf(gevel.AtVolume) != gevel.FromFile || before.Volume.V != 412 ||
			before.SourceOf(gevel.AtVolume) != gevel.From3DBAG {
			t.Errorf("own file first %t: %v from source %d, before %v", first, d.Volume, d.SourceOf(gevel.AtVolume), before.Volume)
		}
	}
}

func TestPartyWallsAreHeldAgainstTheHouseType(t *testing.T) {
	units := []bag.Unit{}
	for i := range int32(4) {
		units = append(units, bag.Unit{Building: gevel.BAGNumber(i + 1), Home: i, Surface: 100})
	}
	units = append(units, in(5, 4, 50), in(5, noHome, 50))
	homes := block([]int{100, 100, 100, 100, 50}, units...)
	for row := range 2 {
		d := homes.At(row)
		d.BuildType = gevel.VrijstaandeWoning
		homes.Set(row, &d)
	}
	var buildings []building3d.Building
	for i, walls := range []float64{0, 40, 40, 0, 0} {
		b := model(i+1, 400, 2)
		b.PartyWalls = gevel.Some(walls)
		buildings = append(buildings, b)
	}
	count, _ := teach(t, homes, buildings...)
	if count.Walled != 4 || count.DetachedJoined != 1 || count.JoinedSingle != 1 {
		t.Errorf("counts are %+v", count)
	}
	if is := homes.At(1).BuildType; is != gevel.VrijstaandeWoning {
		t.Errorf("party walls make it a %s", is)
	}
}

func TestABuildingIsToldOfOnce(t *testing.T) {
	homes := block([]int{100}, in(7, 0, 100), in(8, noHome, 100))
	b := homes.NewBuildings(register.BuildingOptions{})
	if !b.Has(7) || b.Has(6) || b.Has(8) || b.Has(9) {
		t.Error("it does not have the building with a home, or has others")
	}
	if !b.Add(model(7, 400, 2)) || b.Add(model(7, 500, 2)) {
		t.Error("it takes a building twice, or not at all")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Learn(ctx, new(gevel.Rejects), new(gevel.Rejects)); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}
