package building3d

import (
	"errors"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/mistaken"
	"github.com/gevel/gevel/internal/source"
)

// Row is the row of the table of sources.
var Row = source.Row{
	Name: "buildings", Label: "buildings (3DBAG)", Kind: filekind.Buildings,
	Licence:  "CC BY 4.0, 3DBAG by tudelft3d and 3DGI",
	Doc:      "Files of 3DBAG.",
	Settings: func() source.Settings { return new(Settings) },
	Origins:  source.Origins(gevel.From3DBAG),
	Stage:    "buildings",
}

// Settings are files of 3DBAG.
type Settings struct {
	Paths   source.Files `yaml:"files" json:"-" doc:"GeoPackage, or a table such as CSV; one or a list."`
	AsOf    string       `yaml:"as_of" bounds:"not after today" doc:"Day of the release, for manifest and report."`
	Storeys bool         `yaml:"storeys" doc:"Whether the storeys of buildings become a characteristic, 'num_building_storeys'."`
}

// Files returns the paths.
func (s *Settings) Files(string) []*string { return s.Paths.Paths() }

// Days returns the day of the release.
func (s *Settings) Days() []source.Day {
	return []source.Day{{What: "sources.buildings.as_of:", Day: source.DayOf(s.AsOf)}}
}

// Check finds what can't be.
func (s *Settings) Check() error {
	if len(s.Paths) == 0 {
		return &source.Fault{Err: errors.New("files is missing")}
	}
	for _, file := range s.Paths {
		if file == "" {
			return &source.Fault{Key: ".files", Err: errors.New("a file has no name")}
		}
	}
	if _, err := gevel.ParseDate(s.AsOf); s.AsOf != "" && err != nil {
		return &source.Fault{Key: ".as_of", Err: err}
	}
	return nil
}

// Key is where the build file names the files.
const Key = "sources.buildings.files"

const give = "give 3DBAG as GeoPackage, or its attributes as CSV"

var wanted = mistaken.Wanted{
	Key: Key, Kind: filekind.Buildings, Give: give, Layer: "pand", IsHeader: isHeader, Reads: isRead,
}
