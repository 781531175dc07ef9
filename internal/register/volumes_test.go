package register_test

import (
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source/bag"
)

// TestVolumesOfThePastShareByTheSurfacesOfThen has a home that is extended, one better measured, and one that comes later.
func TestVolumesOfThePastShareByTheSurfacesOfThen(t *testing.T) {
	day := gevel.NewDate(2026, time.October, 20)
	surface := func(m2 float64, known, since gevel.Date) gevel.Fact {
		return gevel.Fact{Attribute: gevel.AtUseSurface, Value: m2, Provenance: gevel.Provenance{
			Source: gevel.FromBAG, Known: known, Since: gevel.Some(since), Until: gevel.NoDate,
		}}
	}
	for name, tt := range map[string]struct {
		facts   []gevel.Fact // of the first home, which has 100 m2 today
		entered gevel.Date   // of the third home
		then    []int        // m3 of three homes before the day
	}{
		"extended":        {[]gevel.Fact{surface(50, gevel.NoDate, gevel.Always), surface(100, day, day)}, 0, []int{225, 450, 225}},
		"better measured": {[]gevel.Fact{surface(50, gevel.NoDate, gevel.Always), surface(100, day, gevel.Always)}, 0, []int{225, 450, 225}},
		"come later":      {nil, day, []int{450, 450, 0}},
	} {
		homes := block([]int{100, 100, 50}, bag.Unit{Building: 1, Home: 0, Surface: 100}, bag.Unit{Building: 1, Home: 1, Surface: 100}, bag.Unit{Building: 1, Home: 2, Surface: 50})
		homes.Learn(0, tt.facts)
		homes.Dwellings[2].Entered = tt.entered
		teach(t, homes, model(1, 900, 0))
		for row, want := range []int{360, 360, 180} {
			d := &homes.Dwellings[row]
			if d.Volume != gevel.Some(want) {
				t.Errorf("%s: home %d has %v today, want %d", name, row, d.Volume, want)
			}
			for _, m := range []gevel.Moment{gevel.OnDay(day), {Before: day, Valid: gevel.Never}} {
				if got := d.Seen(m, homes.Attributes).Volume.Or(0); got != tt.then[row] && tt.then[row] > 0 {
					t.Errorf("%s: home %d has %d as %v sees it, want %d", name, row, got, m, tt.then[row])
				}
			}
			after := gevel.Moment{Before: day + 1, Valid: day}
			if got := d.Seen(after, homes.Attributes).Volume.Or(0); got != want {
				t.Errorf("%s: home %d has %d on the day itself, once that is known, want %d", name, row, got, want)
			}
		}
	}
}

// TestABetterMeasurementSharesVolumesOfTheDaysBefore holds a better measurement against the days before it, once it is known.
func TestABetterMeasurementSharesVolumesOfTheDaysBefore(t *testing.T) {
	day := gevel.NewDate(2026, time.October, 20)
	homes := block([]int{100, 100}, bag.Unit{Building: 1, Home: 0, Surface: 100}, bag.Unit{Building: 1, Home: 1, Surface: 100})
	provenance := gevel.Provenance{Source: gevel.FromBAG, Known: gevel.NoDate, Since: gevel.Some(gevel.Always), Until: gevel.NoDate}
	later := provenance
	later.Known = day
	homes.Learn(0, []gevel.Fact{
		{Attribute: gevel.AtUseSurface, Value: 80, Provenance: provenance},
		{Attribute: gevel.AtUseSurface, Value: 100, Provenance: later},
	})
	teach(t, homes, model(1, 720, 0))
	for m, want := range map[gevel.Moment]int{
		{Before: day, Valid: day - 900}: 320, {Before: day + 1, Valid: day - 900}: 360, gevel.Latest: 360,
	} {
		if got := homes.Dwellings[0].Seen(m, homes.Attributes).Volume; got != gevel.Some(want) {
			t.Errorf("%v sees %v, want %d", m, got, want)
		}
	}
}

// TestABuildingThatChangedTooOftenIsSharedAsToday gives each of many units changes on days of its own.
func TestABuildingThatChangedTooOftenIsSharedAsToday(t *testing.T) {
	const units, changes = 300, 10
	var surfaces []int
	var list []bag.Unit
	for i := range int32(units) {
		surfaces, list = append(surfaces, 100), append(list, bag.Unit{Building: 1, Home: i, Surface: 100})
	}
	homes := block(surfaces, list...)
	for row := range units {
		var facts []gevel.Fact
		for k := range changes {
			day := gevel.NewDate(2012, time.January, 1) + gevel.Date(k*units+row)
			facts = append(facts, gevel.Fact{Attribute: gevel.AtUseSurface, Value: float64(91 + k), Provenance: gevel.Provenance{
				Source: gevel.FromBAG, Known: day, Since: gevel.Some(day), Until: gevel.NoDate,
			}})
		}
		homes.Learn(row, facts)
	}
	teach(t, homes, model(1, 300*units, 0))
	for row := range units {
		d := &homes.Dwellings[row]
		if past := d.On(gevel.NewDate(2013, time.January, 1), homes.Attributes); d.Volume != gevel.Some(300) || past.Volume != d.Volume {
			t.Fatalf("home %d has %v today, and had %v", row, d.Volume, past.Volume)
		}
	}
}
