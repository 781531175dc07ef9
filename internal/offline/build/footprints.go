package build

import (
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/source/bag"
)

// takeFootprint takes a building that the register's reader hands out: for the map, when it is in use, and for
// parcels to be laid over it, when it has homes.
func (b *builder) takeFootprint(footprints *footprint.Builder, f bag.Footprint) error {
	if f.InUse {
		building := footprint.Building{Year: f.Year, Homes: len(f.Homes), Outline: f.Outline}
		if building.Homes > 0 {
			building.Group = f.Type.Group()
		}
		if err := footprints.Add(building); err != nil {
			return err
		}
	}
	if b.parcels == nil || len(f.Homes) == 0 {
		return nil
	}
	return b.parcels.AddBuilding(f.Homes, f.Outline)
}
