package demo

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/register/parcels"
	"github.com/gevel/gevel/internal/source/bag"
	parcelmap "github.com/gevel/gevel/internal/source/parcel"
)

// TestParcelsAreThoseOfTheTruth joins the map of a town with its register, and compares the result with the
// town.
func TestParcelsAreThoseOfTheTruth(t *testing.T) {
	opt := Options{Seed: 3, Date: countryDay, Dwellings: 2000}
	c, err := WriteCountry(t.Context(), t.TempDir(), opt)
	if err != nil {
		t.Fatal(err)
	}
	join, err := parcels.New()
	if err != nil {
		t.Fatal(err)
	}
	defer join.Close()
	footprint := func(f bag.Footprint) error { return join.AddBuilding(f.Homes, nil, f.Outline) }
	if _, err := bag.Read(t.Context(), c.BAG, bag.Options{Footprints: footprint}); err != nil {
		t.Fatal(err)
	}
	read, err := parcelmap.Read(t.Context(), c.Parcels, parcelmap.Options{AsOf: countryDay}, func(p *parcelmap.Parcel) error {
		return join.AddParcel(parcels.Parcel{Size: int32(p.Size), Known: p.Known}, p.Outline)
	})
	if err != nil || read.Rows != c.ParcelRows || read.Rejects.Total()+read.Faults.Total()+read.Past > 0 {
		t.Fatalf("read %+v of %d parcels, %v", read, c.ParcelRows, err)
	}
	type onParcel struct {
		parcels.Parcel
		homes int
	}
	parcelsOf := map[gevel.BAGID]onParcel{}
	count, err := join.Match(t.Context(), func(int64, int64) {}, func(p parcels.Parcel, homes []gevel.BAGID) {
		for _, id := range homes {
			parcelsOf[id] = onParcel{p, len(homes)}
		}
	})
	if err != nil || count.NoParcel+count.NoSize > 0 {
		t.Errorf("counted %+v, %v", count, err)
	}
	opt.Seed += 1 << 32 // as for the country's first town
	town, err := invent(opt, 0)
	if err != nil {
		t.Fatal(err)
	}
	together := map[*building]int{}
	for _, o := range town.homes() {
		together[o.Buildings[0]]++
	}
	for _, o := range town.homes() {
		l, truth := parcelsOf[o.ID], o.home.ParcelSurface.V
		if l.homes != together[o.Buildings[0]] || l.homes == 1 && truth > 0 && int(l.Size) != truth {
			t.Errorf("home %s stands on %+v, of %d homes and %d m2", o.ID, l, together[o.Buildings[0]], truth)
		}
	}
}
