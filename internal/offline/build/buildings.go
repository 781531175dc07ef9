package build

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/register"
	"github.com/gevel/gevel/internal/source/building3d"
)

// What homes have by the models of their buildings in 3DBAG.

const sourceBuildings = "buildings"

// BuildingsSource are files of 3DBAG.
type BuildingsSource struct {
	Files Files `yaml:"files"`
	// AsOf is the day of the release; "" is that which the files themselves name, if any.
	AsOf string `yaml:"as_of"`
	// Storeys makes those of buildings a characteristic of homes, and so one that models learn from.
	Storeys bool `yaml:"storeys"`
}

// asOf reads AsOf; gevel.NoDate where it says nothing.
func (s *BuildingsSource) asOf() gevel.Date {
	day, err := gevel.ParseDate(s.AsOf)
	if err != nil {
		return gevel.NoDate
	}
	return day
}

// checkBuildings finds what can't be in the files of 3DBAG.
func (f *buildFile) checkBuildings(s *BuildingsSource) error {
	const key = "sources.buildings"
	if f.node(key) == nil {
		return nil
	}
	if len(s.Files) == 0 {
		return f.fault(key, errors.New("files is missing"))
	}
	for _, file := range s.Files {
		if file == "" {
			return f.fault(key+".files", errors.New("a file has no name"))
		}
	}
	if _, err := gevel.ParseDate(s.AsOf); s.AsOf != "" && err != nil {
		return f.fault(key+".as_of", err)
	}
	return nil
}

// importBuildings gives the homes the volumes and storeys of their buildings. A file of buildings
// elsewhere, as tiles are, is no error; it is named in a warning.
func (b *builder) importBuildings(ctx context.Context) error {
	source := &b.Sources.Buildings
	if len(source.Files) == 0 {
		return nil
	}
	t := &tally{asOf: source.asOf()}
	buildings := b.homes.NewBuildings(register.BuildingOptions{Storeys: source.Storeys})
	for _, path := range source.Files {
		read, err := building3d.Read(ctx, path, building3d.Options{
			Has: buildings.Has, Progress: func(done, total int64) { b.Progress(StageBuildings, done, total) },
		}, buildings.Add)
		if err != nil {
			return err
		}
		if source.AsOf == "" {
			t.asOf = max(t.asOf, min(read.AsOf, b.Today))
		}
		if read.Used == 0 {
			b.summary.Warnings = append(b.summary.Warnings, fmt.Sprintf(
				"%s says nothing of any building with a home of the register in it", filepath.Base(path)))
		}
		t.add(Count{
			Read: read.Rows, Used: read.Used, NoHomes: read.NoHomes,
			Rejected: read.Rejects.Total(), Faults: read.Faults.Total(),
		}, read.Rejects, read.Faults)
	}
	var rejects, faults gevel.Rejects
	count, err := buildings.Learn(ctx, &rejects, &faults)
	if err != nil {
		return err
	}
	t.add(Count{Used: -rejects.Total(), Rejected: rejects.Total(), Faults: faults.Total()}, rejects, faults)
	b.summary.Buildings = &count
	b.noteSource(sourceBuildings, t)
	return nil
}
