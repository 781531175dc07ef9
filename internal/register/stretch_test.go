package register

import (
	"context"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source/bag"
)

// placed places homes that stand at points, each in the street of that number, and
// returns their places.
func placed(at []gevel.Point, streets []int) []gevel.Point {
	r := &bag.Register{}
	for i, p := range at {
		id := gevel.BAGID(fmt.Sprintf("0518010%09d", i))
		r.Dwellings = append(r.Dwellings, gevel.Dwelling{ID: id, NumberID: id, At: p})
		r.Addresses = append(r.Addresses, gevel.Address{
			ObjectID: id, NumberID: id, Street: fmt.Sprint("Straat ", streets[i]), City: "Dorp", Kind: gevel.Home, Main: true,
		})
	}
	homes, err := FromBAG(context.Background(), r)
	if err != nil {
		panic(err)
	}
	places := make([]gevel.Point, len(at))
	for i := range places {
		places[i] = homes.At(i).Place
	}
	return places
}

// inOneStreet places homes of one street.
func inOneStreet(at ...gevel.Point) []gevel.Point { return placed(at, make([]int, len(at))) }

func TestHomesOfAShortStreetShareItsMiddle(t *testing.T) {
	at := []gevel.Point{{X: 1000, Y: 2000}, {X: 1060, Y: 2012}, {X: 1030, Y: 2000}, {X: 1030, Y: 2500}, {}}
	middle := gevel.Point{X: 1030, Y: 2004}
	want := []gevel.Point{middle, middle, middle, at[3], {}}
	for i, got := range placed(at, []int{1, 1, 1, 2, 1}) {
		if math.Hypot(got.X-want[i].X, got.Y-want[i].Y) > 1e-6 {
			t.Errorf("the place of a home at %v is %v, want %v", at[i], got, want[i])
		}
	}
}

func TestALongStreetIsCutWhereItsHomesLieFarthestApart(t *testing.T) {
	got := inOneStreet(
		gevel.Point{X: 5, Y: 1000}, gevel.Point{X: 5, Y: 1150}, gevel.Point{X: 5, Y: 1300}, // gaps of 150
		gevel.Point{X: 5, Y: 1480}, gevel.Point{X: 5, Y: 1600}) // after one of 180
	want := []float64{1150, 1150, 1150, 1540, 1540}
	for i, place := range got {
		if math.Abs(place.Y-want[i]) > 1e-6 {
			t.Errorf("home %d has its place at %.1f, want %.1f", i, place.Y, want[i])
		}
	}
}

func TestNoStretchIsLongerThanItMayBe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.OneOf(rapid.Float64Range(1, 2000),
			rapid.Map(rapid.IntRange(1, 5), func(i int) float64 { return 125 * float64(i) }))
		at := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) gevel.Point {
			return gevel.Point{X: coordinate.Draw(t, "x"), Y: coordinate.Draw(t, "y")}
		}), 1, 60).Draw(t, "homes")
		places := inOneStreet(at...)
		for i := range at {
			for k := range i {
				apart := math.Hypot(at[i].X-at[k].X, at[i].Y-at[k].Y)
				if places[i] == places[k] && apart > stretchLength {
					t.Fatalf("homes %d and %d share a place and lie %.0f m apart", i, k, apart)
				}
			}
			if off := math.Hypot(places[i].X-at[i].X, places[i].Y-at[i].Y); off > stretchLength {
				t.Fatalf("home %d lies %.0f m from its place", i, off)
			}
		}
	})
}

func TestOfEqualGapsTheFirstIsTheWidest(t *testing.T) {
	var homes []stand
	for _, y := range []float64{0, 100, 200, 300, 400} { // the gaps in the middle half are the second and the third
		homes = append(homes, stand{at: gevel.Point{X: 5, Y: y}})
	}
	if cut := widestGap(homes, func(d stand) float64 { return d.at.Y }, 400); cut != 2 {
		t.Errorf("the street is cut before home %d, want 2", cut)
	}
}
