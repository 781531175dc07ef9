package build

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/register"
	"github.com/gevel/gevel/internal/source/building3d"
)

// What homes have by the models of their buildings in 3DBAG.

// BuildingsSource are files of 3DBAG.
type BuildingsSource struct {
	Files   Files  `yaml:"files" json:"-" doc:"GeoPackage, CSV or CityJSONSeq; one or a list."`
	AsOf    string `yaml:"as_of" bounds:"not after today" doc:"Day of the release, for manifest and report. Without it the day that a CityJSONSeq names."`
	Storeys bool   `yaml:"storeys" doc:"Whether the storeys of buildings become a characteristic, 'num_building_storeys'."`
}

// asOf reads AsOf; gevel.NoDate where it says nothing.
func (s *BuildingsSource) asOf() gevel.Date {
	day, err := gevel.ParseDate(s.AsOf)
	if err != nil {
		return gevel.NoDate
	}
	return day
}

// buildingDays returns the day of the release.
func (s *Sources) buildingDays() []SettingDay {
	return []SettingDay{{"sources.buildings.as_of:", s.Buildings.asOf()}}
}

// checkBuildings finds what can't be in the files of 3DBAG.
func (f *File) checkBuildings(c *Config) error {
	const key = "sources.buildings"
	s := &c.Sources.Buildings
	if f.node(key) == nil {
		return nil
	}
	if len(s.Files) == 0 {
		return f.Fault(key, errors.New("files is missing"))
	}
	for _, file := range s.Files {
		if file == "" {
			return f.Fault(key+".files", errors.New("a file has no name"))
		}
	}
	if _, err := gevel.ParseDate(s.AsOf); s.AsOf != "" && err != nil {
		return f.Fault(key+".as_of", err)
	}
	return nil
}

// importBuildings gives the homes the volumes and storeys of their buildings. A file of buildings
// elsewhere, as tiles are, is no error; it is named in a warning.
func (b *Builder) importBuildings(ctx context.Context) error {
	source := &b.Sources.Buildings
	t := &Tally{AsOf: source.asOf()}
	buildings := b.Homes.NewBuildings(register.BuildingOptions{Storeys: source.Storeys})
	for _, path := range source.Files {
		read, err := building3d.Read(ctx, path, building3d.Options{
			Has: buildings.Has, Progress: b.Step,
		}, buildings.Add)
		if err != nil {
			return err
		}
		if source.AsOf == "" {
			t.AsOf = max(t.AsOf, min(read.AsOf, b.Today))
		}
		if read.Used == 0 && len(source.Files) > 1 {
			b.Warn("%s says nothing of any building with a home of the register in it", filepath.Base(path))
		}
		t.Add(filepath.Base(path), Count{
			Read: read.Rows, Used: read.Used, NoHomes: read.NoHomes,
			Rejected: read.Rejects.Total(), Faults: read.Faults.Total(),
		}, read.Rejects, read.Faults)
	}
	rejects, faults := gevel.NewRejects(ctx), gevel.NewRejects(ctx)
	count, err := buildings.Learn(ctx, &rejects, &faults)
	if err != nil {
		return err
	}
	t.Add("", Count{Used: -rejects.Total(), Rejected: rejects.Total(), Faults: faults.Total()}, rejects, faults)
	b.Found(&count)
	b.Note(sourceBuildings, t)
	return nil
}
