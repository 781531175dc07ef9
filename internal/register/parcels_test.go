package register_test

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/register/parcels"
)

func TestAParcelIsKnownSinceItsDayAndASharedOneIsNot(t *testing.T) {
	homes := terrace(gevel.Tussenwoning, gevel.Appartement, gevel.Tussenwoning, gevel.Tussenwoning, gevel.Tussenwoning)
	since := func(size int32, n int) parcels.OfHome {
		return parcels.OfHome{Parcel: parcels.Parcel{Size: size, Known: year(2015)}, Homes: n}
	}
	tell := homes.LearnParcels()
	tell.Learn(homeID(1), since(140, 1))
	tell.Learn(homeID(2), since(900, 3))
	tell.Learn(homeID(3), since(0, 1))
	tell.Learn(homeID(4), parcels.OfHome{Parcel: parcels.Parcel{Size: 150, Known: gevel.NoDate}, Homes: 1})
	tell.Learn("0000010000000000", since(100, 1)) // no home of the register
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
	for _, homesOn := range []int{1, 4} {
		own := fact(gevel.AtParcelSurface, 77, year(2020))
		on := parcels.OfHome{Parcel: parcels.Parcel{Size: 140, Known: year(2024)}, Homes: homesOn} // a later day does not change who wins
		first, last := terrace(gevel.Tussenwoning), terrace(gevel.Tussenwoning)
		first.LearnParcels().Learn(homeID(1), on)
		first.Learn(0, []gevel.Fact{own})
		last.Learn(0, []gevel.Fact{own})
		last.LearnParcels().Learn(homeID(1), on)
		for _, homes := range []gevel.Dwelling{first.At(0), last.At(0)} {
			if homes.ParcelSurface != gevel.Some(77) || homes.SourceOf(gevel.AtParcelSurface) != gevel.FromFile {
				t.Errorf("the parcel is %+v from source %d, want that of the file", homes.ParcelSurface, homes.SourceOf(gevel.AtParcelSurface))
			}
		}
	}
}
