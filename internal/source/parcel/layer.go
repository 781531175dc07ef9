// Package parcel reads the parcels of the cadastral map (kadastrale kaart, of PDOK): a GeoPackage with a
// layer perceel, in RD New. It turns rows into parcels and derives nothing from them.
//
// # Columns
//
// Columns are found by name, in any order, whatever their case and underscores.
//
//	kadastrale_grootte_waarde, kadastrale_grootte
//	                         required: m2, as registered; it may differ from the outline's area
//	status_historie_waarde, status_historie, status_historie_code
//	                         Geldig or G is current, Historisch or H is not; without it all are current
//	begin_geldigheid, tijdstip_registratie
//	                         the size is known from the later of the two; a row with neither uses
//	                         Options.Known
//	identificatie_lokaal_id  names the row in reports
//
// # Rejects and faults
//
// A row that can't be used counts once, under the first of these reasons:
//
//	unknown_status           neither current nor historic
//	bad_begin_geldigheid, bad_tijdstip_registratie
//	                         no such day
//	future_date              known only after Options.AsOf
//	no_known_date            no day, and Options.Known is unknown
//	no_geometry, bad_geometry
//	                         no outline, or an unreadable one
//	outside_country          a point of the outline lies outside the Netherlands
//
// A missing size, or one beyond what a home can be valued with, is a fault under bad_size: homes on the
// parcel get no size of another parcel.
package parcel

import (
	"context"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/geopackage"
	"github.com/gevel/gevel/internal/file/mistaken"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/source"
)

// key is the build file's key of the parcels.
const key = "sources.parcels"

const give = "give the GeoPackage of the cadastral map (kadastrale kaart), with the layer perceel, as PDOK offers it"

// open opens a file and returns its layer of parcels.
func open(ctx context.Context, path string) (*geopackage.File, *geopackage.Layer, error) {
	if is, err := geopackage.IsSQLite(ctx, path); err != nil {
		return nil, nil, err
	} else if !is {
		return nil, nil, mistaken.Explain(ctx, gevel.Refusal(give, "it is no GeoPackage"), path, key)
	}
	f, err := geopackage.Open(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	layer, err := layerOf(f)
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, layer, nil
}

func layerOf(f *geopackage.File) (*geopackage.Layer, error) {
	layer := f.Layer("perceel")
	if layer == nil {
		if kind := filekind.OfLayers(f.Names()); kind != (filekind.Kind{}) {
			return nil, kind.Refuse(key, give)
		}
		return nil, gevel.Refusal(give, "the GeoPackage has no layer perceel; it has %s",
			gevel.Printable(strings.Join(f.Names(), ", ")))
	}
	return layer, layer.CheckRD()
}

// The columns that are read, by their index in a row.
const (
	identification = iota
	size
	status
	begin
	registered
)

// spellings are the names of each column, in plain spelling, the preferred one first.
var spellings = [...][]string{
	identification: {"identificatielokaalid", "identificatie"},
	size:           {"kadastralegroottewaarde", "kadastralegrootte"},
	status:         {"statushistoriewaarde", "statushistorie", "statushistoriecode"},
	begin:          {"begingeldigheid"},
	registered:     {"tijdstipregistratie"},
}

// columnsOf returns the layer's spelling of each column, "" for a missing one.
func columnsOf(layer *geopackage.Layer) ([]string, error) {
	columns := make([]string, len(spellings))
	for c, names := range spellings {
		if at := spelling.Find(layer.Columns, names...); at >= 0 {
			columns[c] = layer.Columns[at]
		}
	}
	if columns[size] == "" {
		return nil, gevel.Refusal(give, "the layer perceel has no column kadastrale_grootte_waarde; it has %s",
			gevel.Printable(strings.Join(layer.Columns, ", ")))
	}
	return columns, nil
}

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
