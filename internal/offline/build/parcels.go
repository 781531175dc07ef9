package build

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime/debug"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/register"
	"github.com/gevel/gevel/internal/register/parcels"
	"github.com/gevel/gevel/internal/source"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/building3d"
	"github.com/gevel/gevel/internal/source/parcel"
)

// What parcels homes stand on, by the cadastral map.

// openParcels makes ready to set the outlines of buildings aside, for parcels to be laid over. Without parcels
// nothing is.
func (b *builder) openParcels() (err error) {
	if SettingsOf[parcel.Settings](b.Sources).File != "" {
		b.parcels, err = parcels.New()
	}
	return err
}

// importParcels gives the homes the parcels that they stand on.
func (b *builder) importParcels(ctx context.Context) error {
	settings := SettingsOf[parcel.Settings](b.Sources)
	known, err := settings.KnownDate.Parse()
	if err != nil {
		return err
	}
	// The homes of a country fill memory by now. Left to itself the collector lets as much again be filled
	// with what is read and let go.
	const percent = 25
	defer debug.SetGCPercent(debug.SetGCPercent(percent))
	read, err := parcel.Read(ctx, settings.File, parcel.Options{
		AsOf: b.Today, Known: known,
		Progress: func(done, total int64) { b.step(done, 2*total) },
	}, func(p *parcel.Parcel) error {
		return b.parcels.AddParcel(parcels.Parcel{Size: int32(p.Size), Known: p.Known}, p.Outline)
	})
	if err != nil {
		return err
	}
	count, err := b.parcels.Match(ctx, func(done, total int64) { b.step(total+done, 2*total) }, b.homes.LearnParcel)
	if err != nil {
		return fmt.Errorf("lay parcels over buildings: %w", err)
	}
	b.closeParcels()
	if read.Undated > 0 && known.V == gevel.NoDate {
		b.warn("%s: the sizes of %d parcels have no day and count on all days, as if known long ago",
			filepath.Base(settings.File), read.Undated)
	}
	b.found(&count)
	rejected := read.Rejects.Total()
	read.Rejects.Merge(read.Faults)
	b.note(parcel.Row.Name, &source.Tally{AsOf: read.LastKnown, Rejects: read.Rejects, RowCount: gevel.RowCount{
		Read: read.Rows, Used: count.Parcels, Past: read.Past, NoHomes: read.Parcels - count.Parcels,
		Rejected: rejected, Faults: read.Faults.Total(), Homes: count.Homes, Shared: count.Shared,
	}})
	return nil
}

// closeParcels lets go of the outlines that were set aside.
func (b *builder) closeParcels() {
	if b.parcels != nil {
		b.parcels.Close()
		b.parcels = nil
	}
}

// What homes have by the models of their buildings in 3DBAG.

// importBuildings gives the homes the volumes and storeys of their buildings. A file of buildings
// elsewhere, as tiles are, is no error; it is named in a warning.
func (b *builder) importBuildings(ctx context.Context) error {
	settings := SettingsOf[building3d.Settings](b.Sources)
	t := &source.Tally{AsOf: source.DayOf(settings.AsOf)}
	buildings := b.homes.NewBuildings(register.BuildingOptions{Storeys: settings.Storeys})
	for _, path := range settings.Paths {
		read, err := building3d.Read(ctx, path, building3d.Options{
			Has: buildings.Has, Progress: b.step,
		}, buildings.Add)
		if err != nil {
			return err
		}
		if read.Used == 0 && len(settings.Paths) > 1 {
			b.warn("%s says nothing of any building with a home of the register in it", filepath.Base(path))
		}
		t.Add(filepath.Base(path), gevel.RowCount{
			Read: read.Rows, Used: read.Used, NoHomes: read.NoHomes,
			Rejected: read.Rejects.Total(), Faults: read.Faults.Total(),
		}, read.Rejects, read.Faults)
	}
	withHeights, err := b.contents.Buildings.WithHeights(buildings.Height)
	if err != nil {
		return err
	}
	b.contents.Buildings = withHeights
	rejects, faults := gevel.NewRejects(ctx), gevel.NewRejects(ctx)
	count, err := buildings.Learn(ctx, &rejects, &faults)
	if err != nil {
		return err
	}
	t.Add("", gevel.RowCount{Used: -rejects.Total(), Rejected: rejects.Total(), Faults: faults.Total()}, rejects, faults)
	b.found(&count)
	b.note(building3d.Row.Name, t)
	return nil
}

// takeFootprint takes a building that the register's reader hands out: for the map, when it is in use, and for
// parcels to be laid over it, when it has homes.
func (b *builder) takeFootprint(footprints *footprint.Builder, f bag.Footprint) error {
	if f.InUse {
		building := footprint.Building{Year: f.Year, Homes: len(f.Homes), Outline: f.Outline, Number: f.Building.Number()}
		if building.Homes > 0 {
			building.Group = f.Type.Group()
		}
		if err := footprints.Add(building); err != nil {
			return err
		}
	}
	if b.parcels == nil || len(f.Homes)+len(f.Were) == 0 {
		return nil
	}
	return b.parcels.AddBuilding(f.Homes, f.Were, f.Outline)
}
