package street

// What Mapillary's tools write of pictures (mapillary_image_description.json), and what Panoramax answers of them (items of
// STAC, alone or in a collection).

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/serve/photos"
)

// paths lead to what a description says of a column, beside the column's own name. The first that is there counts.
var paths = map[int][]string{
	columnLat:           {"MAPLatitude", "geometry.coordinates.1"},
	columnLon:           {"MAPLongitude", "geometry.coordinates.0"},
	columnHeading:       {"MAPCompassHeading.TrueHeading", "properties.view:azimuth"},
	columnPitch:         {"properties.pers:pitch"},
	columnRoll:          {"properties.pers:roll"},
	columnField:         {"properties.pers:interior_orientation.field_of_view"},
	columnPositionError: {"MAPGPSAccuracyMeters", "properties.quality:horizontal_accuracy"},
	columnHeadingError:  {"MAPCompassHeading.AccuracyDegrees"},
	columnTakenAt:       {"MAPCaptureTime", "properties.datetime"},
	columnSource:        {"properties.geovisio:producer", "providers.0.name"},
}

// called are how a picture may be called. Mapillary has the path at which it lay, and Panoramax calls it by its id.
var called = []string{"file", "filename", "assets.hd.href", "id", "properties.original_file:name"}

// readDescriptions reads a list of descriptions, a collection of features, or one feature.
func (d Defaults) readDescriptions(ctx context.Context, name string, use user) error {
	file, err := regular.OpenWatched(ctx, name)
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	defer file.Close()
	beside := photos.NewBeside(name)
	all := descriptions{Decoder: json.NewDecoder(file), name: name}
	return all.each(func(object []byte) error {
		value := func(column int) string { return saidOf(object, column) }
		return use(d.described(value, all.n, pictureOf(object, &beside), &beside))
	})
}

// descriptions are the objects of a file.
type descriptions struct {
	*json.Decoder
	name string
	n    int // objects that were read
}

// each calls use with the objects of a list, or of the list "features" in an object; else with the object itself.
func (d *descriptions) each(use func(object []byte) error) error {
	open, err := d.Token()
	if open == json.Delim('[') {
		return d.listed(use)
	}
	alone := map[string]json.RawMessage{}
	for open == json.Delim('{') && err == nil && d.More() {
		var key json.Token
		if key, err = d.Token(); err != nil {
			break
		}
		if key == "features" {
			if _, err = d.Token(); err == nil {
				return d.listed(use)
			}
		}
		var value json.RawMessage
		err = d.Decode(&value)
		alone[fmt.Sprint(key)] = value
	}
	object, fault := json.Marshal(alone)
	if err = errors.Join(err, fault); err == nil && len(alone) == 0 {
		err = errors.New("no picture is described")
	}
	if err != nil {
		return d.damaged(err)
	}
	d.n++
	return use(object)
}

// listed calls use with each element of a list.
func (d *descriptions) listed(use func(object []byte) error) error {
	for d.More() {
		var object json.RawMessage
		if err := d.Decode(&object); err != nil {
			return d.damaged(err)
		}
		d.n++
		if err := use(object); err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil { // the end
		return d.damaged(err)
	}
	return nil
}

func (d *descriptions) damaged(err error) error {
	return gevel.Refusal("give it as Mapillary's tools or Panoramax wrote it",
		"%s is damaged or cut short behind object %d: %v", d.name, d.n, err)
}

// saidOf returns what an object says of a column.
func saidOf(object []byte, column int) string {
	const captured = "2006_01_02_15_04_05" // Mapillary's form, in UTC, before milliseconds
	for _, path := range append([]string{schema.Names[column]}, paths[column]...) {
		text := gjson.GetBytes(object, path).String()
		if at, err := time.Parse(captured, text[:min(len(text), len(captured))]); err == nil {
			return at.Format(time.RFC3339)
		}
		if text != "" {
			return text
		}
	}
	return ""
}

// pictureOf returns the file of an object, "" where it names none: the first that is there, where it lay or beside the
// manifest.
func pictureOf(object []byte, beside *photos.Beside) (first string) {
	for _, by := range called {
		name := strings.ReplaceAll(gjson.GetBytes(object, by).String(), `\`, "/")
		if name == "" || strings.Contains(name, "://") {
			continue
		}
		for _, name := range []string{name, path.Base(name), name + ".jpg"} {
			if _, err := os.Stat(beside.Find(name)); err == nil {
				return name
			}
		}
		if first == "" {
			first = name
		}
	}
	return first
}
