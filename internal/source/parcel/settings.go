package parcel

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/source"
)

// Row is the row of the table of sources.
var Row = source.Row{
	Name: "parcels", Label: "parcels", Kind: filekind.Parcels, Licence: "CC BY 4.0, Kadaster",
	Doc:      "The cadastral map.",
	Settings: func() source.Settings { return new(Settings) },
	Origins:  source.Origins(gevel.FromParcels, gevel.FromShared),
	Stage:    "parcels", Awaits: []string{ReasonFuture}, Apart: true,
}

// Settings are a GeoPackage of the cadastral map.
type Settings struct {
	File      string           `yaml:"file" json:"-" doc:"GeoPackage with the layer perceel."`
	KnownDate source.KnownDate `yaml:"known_date" bounds:"a day not after today, or 'always'" doc:"Day from which sizes of parcels without a day of their own were known."`
}

// Files returns the path of the map.
func (s *Settings) Files(string) []*string { return []*string{&s.File} }

// Days returns the known date.
func (s *Settings) Days() []source.Day { return []source.Day{s.KnownDate.Of(s.File)} }

// Check finds what can't be.
func (s *Settings) Check() error {
	if s.File == "" {
		return &source.Fault{Err: source.ErrNoFile}
	}
	if _, err := s.KnownDate.Parse(); err != nil {
		return &source.Fault{Key: ".known_date", Err: err}
	}
	return nil
}
