package register_test

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/register"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/building3d"
)

// BenchmarkBuildings gathers what is said of a building of each home, and tells the homes.
func BenchmarkBuildings(b *testing.B) {
	const homes = 200_000
	for b.Loop() {
		b.StopTimer()
		r := &bag.Register{Dwellings: make([]gevel.Dwelling, homes), Units: make([]bag.Unit, homes)}
		for i := range r.Dwellings {
			r.Dwellings[i].ID = homeID(i)
			r.Units[i] = in(gevel.BAGNumber(i+1), int32(i), 100)
		}
		g := homesOf(r)
		b.StartTimer()
		all := g.NewBuildings(register.BuildingOptions{Storeys: true})
		for i := range homes {
			if of := (building3d.Building{ID: gevel.BAGNumber(i + 1), Volume: gevel.Some(350.0), Storeys: gevel.Some(2)}); all.Has(of.ID) {
				all.Add(of)
			}
		}
		if _, err := all.Learn(b.Context(), new(gevel.Rejects), new(gevel.Rejects)); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(homes*float64(b.N)/b.Elapsed().Seconds(), "homes/s")
}
