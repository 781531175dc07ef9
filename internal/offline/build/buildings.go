package build

import (
	"context"
	"path/filepath"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/register"
	"github.com/gevel/gevel/internal/source"
	"github.com/gevel/gevel/internal/source/building3d"
)

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
		if settings.AsOf == "" {
			t.AsOf = max(t.AsOf, min(read.AsOf, b.Today))
		}
		if read.Used == 0 && len(settings.Paths) > 1 {
			b.warn("%s says nothing of any building with a home of the register in it", filepath.Base(path))
		}
		t.Add(filepath.Base(path), gevel.RowCount{
			Read: read.Rows, Used: read.Used, NoHomes: read.NoHomes,
			Rejected: read.Rejects.Total(), Faults: read.Faults.Total(),
		}, read.Rejects, read.Faults)
	}
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
