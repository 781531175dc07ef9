package parcel

import (
	"context"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/geopackage"
	"github.com/gevel/gevel/internal/file/mistaken"
)

// key is the build file's key of the parcels.
const key = "sources.parcels"

const give = "give the GeoPackage of the cadastral map (kadastrale kaart), with the layer perceel, as PDOK offers it"

// open opens a file and returns its layer of parcels.
func open(ctx context.Context, path string) (*geopackage.File, *geopackage.Layer, error) {
	if ok, err := geopackage.IsSQLite(ctx, path); err != nil {
		return nil, nil, err
	} else if !ok {
		return nil, nil, foreign(ctx, path)
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

// foreign returns the error for a file that is no GeoPackage: it names the kind of file where it can.
func foreign(ctx context.Context, path string) error {
	kind, err := mistaken.Of(ctx, path)
	switch {
	case err != nil:
		return err
	case kind != (filekind.Kind{}):
		return kind.Refuse(key, give)
	}
	return &gevel.Error{Code: gevel.Invalid, Message: "it is no GeoPackage", Hint: give}
}

func layerOf(f *geopackage.File) (*geopackage.Layer, error) {
	layer := f.Layer("perceel")
	if layer == nil {
		if kind := filekind.OfLayers(f.Names()); kind != (filekind.Kind{}) {
			return nil, kind.Refuse(key, give)
		}
		return nil, &gevel.Error{
			Code: gevel.Invalid, Hint: give,
			Message: "the GeoPackage has no layer perceel; it has " + gevel.Printable(strings.Join(f.Names(), ", ")),
		}
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
		for _, name := range names {
			i := slices.IndexFunc(layer.Columns, func(column string) bool { return plain(column) == name })
			if i >= 0 {
				columns[c] = layer.Columns[i]
				break
			}
		}
	}
	if columns[size] == "" {
		return nil, &gevel.Error{
			Code: gevel.Invalid, Hint: give,
			Message: "the layer perceel has no column kadastrale_grootte_waarde; it has " +
				gevel.Printable(strings.Join(layer.Columns, ", ")),
		}
	}
	return columns, nil
}

func plain(name string) string { return filekind.PlainColumn(name) }
