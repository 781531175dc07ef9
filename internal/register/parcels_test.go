package register_test

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/register/parcels"
)

func TestAParcelIsKnownSinceItsDayAndASharedOneIsNot(t *testing.T) {
	homes := terrace(gevel.Tussenwoning, gevel.Appartement, gevel.Tussenwoning, gevel.Tussenwoning, gevel.Tussenwoning)
	learn := func(size int32, known gevel.Date, ids ...gevel.BAGID) {
		homes.LearnParcel(parcels.Parcel{Size: size, Known: known}, ids)
	}
	const stranger = "0000010000000000" // no home of the register
	learn(140, year(2015), homeID(1))
	learn(900, year(2015), homeID(2), stranger)
	learn(0, year(2015), homeID(3))
	learn(150, gevel.NoDate, homeID(4))
	learn(100, year(2015), stranger)
	for n, tt := range map[int]struct {
		now, before       gevel.Opt[int]
		source, beforehis gevel.Source
	}{
		1: {now: gevel.Some(140), source: gevel.FromParcels},
		2: {source: gevel.FromShared},
		3: {}, // of unknown size
		4: {now: gevel.Some(150), before: gevel.Some(150), source: gevel.FromParcels, beforehis: gevel.FromParcels},
		5: {},
	} {
		d := homes.At(n - 1)
		if d.ParcelSurface != tt.now || d.SourceOf(gevel.AtParcelSurface) != tt.source {
			t.Errorf("home %d has %+v from %q", n, d.ParcelSurface, d.SourceOf(gevel.AtParcelSurface))
		}
		before := d.On(year(2015), homes.Attributes)
		if before.ParcelSurface != tt.before || before.SourceOf(gevel.AtParcelSurface) != tt.beforehis {
			t.Errorf("on the day itself home %d has %+v from %q", n, before.ParcelSurface, before.SourceOf(gevel.AtParcelSurface))
		}
		if d.BuildYear != gevel.Some(1930) || d.SourceOf(gevel.AtBuildYear) != gevel.FromBAG {
			t.Errorf("home %d forgot what it was: %+v", n, d)
		}
	}
	rate := homes.FillRates()[gevel.AtParcelSurface]
	if rate.Source[gevel.FromParcels] != 2 || rate.Source[gevel.FromShared] != 1 || rate.Source[gevel.NoSource] != 2 {
		t.Errorf("the fill rate is %+v", rate)
	}
}

func TestAnOwnFileWinsOverTheCadastralMap(t *testing.T) {
	for _, on := range [][]gevel.BAGID{{homeID(1)}, {homeID(1), homeID(2)}} {
		own := fact(gevel.AtParcelSurface, 77, year(2020))
		parcel := parcels.Parcel{Size: 140, Known: year(2024)} // a later day does not change who wins
		first, last := terrace(gevel.Tussenwoning), terrace(gevel.Tussenwoning)
		first.LearnParcel(parcel, on)
		first.Learn(0, []gevel.Fact{own})
		last.Learn(0, []gevel.Fact{own})
		last.LearnParcel(parcel, on)
		for _, homes := range []gevel.Dwelling{first.At(0), last.At(0)} {
			if homes.ParcelSurface != gevel.Some(77) || homes.SourceOf(gevel.AtParcelSurface) != gevel.FromFile {
				t.Errorf("the parcel is %+v from source %d, want that of the file", homes.ParcelSurface, homes.SourceOf(gevel.AtParcelSurface))
			}
		}
	}
}

// TestAParcelIsSharedOnTheDaysOnWhichOthersStandOnIt has homes that are gone, built, and built in the place of another.
func TestAParcelIsSharedOnTheDaysOnWhichOthersStandOnIt(t *testing.T) {
	gone := func(n int, on gevel.Date) gevel.StatusStep {
		return gevel.StatusStep{Home: homeID(n), Status: gevel.Gone, Known: on, Since: on}
	}
	built := func(n int, on gevel.Date) []gevel.StatusStep {
		return []gevel.StatusStep{
			{Home: homeID(n), Status: gevel.Gone, Known: gevel.NoDate, Since: gevel.Always}, {Home: homeID(n), Known: on, Since: on},
		}
	}
	stood := func(n int) gevel.StatusStep {
		return gevel.StatusStep{Home: homeID(n), Known: gevel.NoDate, Since: gevel.Always}
	}
	for name, tt := range map[string]struct {
		statuses []gevel.StatusStep
		on       []int // homes
		alone    map[int]string
	}{
		"gone, alone":      {[]gevel.StatusStep{stood(1), gone(1, year(2020))}, []int{1}, map[int]string{1: "yyy"}},
		"a neighbour gone": {[]gevel.StatusStep{stood(2), gone(2, year(2020))}, []int{1, 2}, map[int]string{1: "nyy", 2: "nnn"}},
		"one built":        {built(2, year(2022)), []int{1, 2}, map[int]string{1: "yyn", 2: "nnn"}},
		"built in the place of another": {
			append([]gevel.StatusStep{stood(1), gone(1, year(2020))}, built(2, year(2022))...), []int{1, 2}, map[int]string{1: "yyy", 2: "yyy"},
		},
		"two built at once": {append(built(1, year(2022)), built(2, year(2022))...), []int{1, 2}, map[int]string{1: "nnn", 2: "nnn"}},
		"two stay":          {[]gevel.StatusStep{stood(3), gone(3, year(2020))}, []int{1, 2, 3}, map[int]string{1: "nnn", 2: "nnn", 3: "nnn"}},
	} {
		homes := terrace(gevel.Tussenwoning, gevel.Tussenwoning, gevel.Tussenwoning)
		homes.Statuses = tt.statuses
		var on []gevel.BAGID
		for _, n := range tt.on {
			on = append(on, homeID(n))
		}
		homes.LearnParcel(parcels.Parcel{Size: 140, Known: year(2015)}, on)
		for n, want := range tt.alone {
			d, got := homes.At(n-1), ""
			for _, y := range []int{2019, 2021, 2023} {
				is := d.On(year(y), homes.Attributes)
				if got += map[bool]string{true: "y", false: "n"}[is.ParcelSurface == gevel.Some(140)]; is.ParcelSurface.Known && is.ParcelSurface.V != 140 {
					t.Errorf("%s: in %d home %d has %+v", name, y, n, is.ParcelSurface)
				}
			}
			if got != want {
				t.Errorf("%s: home %d has it for itself in 2019, 2021 and 2023: %s, want %s", name, n, got, want)
			}
			if before := d.On(year(2014), homes.Attributes); before.ParcelSurface.Known {
				t.Errorf("%s: home %d has %+v before the parcel was known", name, n, before.ParcelSurface)
			}
		}
	}
}
