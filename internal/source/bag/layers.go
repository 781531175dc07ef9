package bag

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/geopackage"
)

// BAG light, PDOK's GeoPackage: current objects only, each with its main address. Its rows become occurrences
// like those in XML, so that the same rules read both.

// The columns of a layer of objects, by their index in a row.
const (
	inID = iota
	inStatus
	inNumberID
	inStreetID
	inStreet
	inHouseNumber
	inHouseLetter
	inHouseNumberExt
	inPostalCode
	inCityID
	inCity
	inMunicipality
	inUses
	inSurface
	inBuildings
)

// objectColumns are their names. The last ones belong to units only; berths and pitches lack them.
var objectColumns = []string{
	"identificatie", "status", "nummeraanduiding_hoofdadres_identificatie", "openbare_ruimte_identificatie",
	"openbare_ruimte_naam", "huisnummer", "huisletter", "toevoeging", "postcode", "woonplaats_identificatie",
	"woonplaats_naam", "bronhouder_identificatie", "gebruiksdoel", "oppervlakte", "pand_identificatie",
}

// The columns of the layer of buildings.
const inYear = 2

var buildingColumns = []string{"identificatie", "status", "bouwjaar"}

// objectLayers are the layers of addressable objects.
var objectLayers = []struct {
	object ObjectType
	name   string
	needed int // number of required columns; the rest may be missing
}{
	{Verblijfsobject, "verblijfsobject", len(objectColumns)},
	{Ligplaats, "ligplaats", inUses},
	{Standplaats, "standplaats", inUses},
}

// rowsAtATime is the number of rows between two appends to the tables.
const rowsAtATime = 1 << 18

// layers is the state of reading a BAG light GeoPackage.
type layers struct {
	file       *geopackage.File
	sorter     *sorter
	occurrence occurrence
	geometry   geopackage.Geometry
	yields     []shard
	progress   *gevel.Meter
	// Objects that the file repeats with each address and that have been added: cities by code, streets by id
	// with their city.
	cities  map[string]bool
	streets map[string]string
}

// readLayers reads the rows of a BAG light GeoPackage, not yet joined.
func readLayers(ctx context.Context, path string, opt Options) (*tables, error) {
	f, err := geopackage.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	asOf, err := checkLayers(f)
	if err != nil {
		return nil, err
	}
	l := &layers{
		file: f, sorter: &sorter{asOf: asOf, shard: shard{rejects: gevel.NewRejects(ctx)}},
		cities: map[string]bool{}, streets: map[string]string{},
	}
	rows := 1
	for _, layer := range f.Layers {
		rows += layer.About
	}
	l.progress = gevel.NewMeter(readSpan(ctx), int64(rows))
	t := newTables(asOf, "")
	t.light = true
	for _, of := range objectLayers {
		if layer := f.Layer(of.name); layer != nil {
			if err := l.objects(ctx, layer, of.object, t); err != nil {
				return nil, err
			}
		}
	}
	l.sorter.referenced = t.neededOutlines(opt)
	if err := l.buildings(ctx, f.Layer("pand"), t); err != nil {
		return nil, err
	}
	t.settle(ctx)
	return t, ctx.Err()
}

// buildFileKey is the build file's key of the register.
const buildFileKey = "sources.bag"

const give = "give an extract of the BAG as Kadaster delivers it, or bag-light.gpkg of PDOK"

// checkLayers returns the day of a BAG light GeoPackage, and refuses any other GeoPackage.
func checkLayers(f *geopackage.File) (gevel.Date, error) {
	kind := filekind.OfLayers(f.Names())
	switch kind {
	case filekind.BAGLayers:
	case filekind.Kind{}:
		return gevel.NoDate, gevel.Refusal(give, "the GeoPackage has no layers verblijfsobject and pand; it has %s",
			gevel.Printable(strings.Join(f.Names(), ", ")))
	default:
		return gevel.NoDate, kind.Refuse(buildFileKey, give)
	}
	if err := checkColumns(f.Layer("pand"), buildingColumns); err != nil {
		return gevel.NoDate, err
	}
	for _, of := range objectLayers {
		layer := f.Layer(of.name)
		if layer == nil {
			continue
		}
		if err := checkColumns(layer, objectColumns[:of.needed]); err != nil {
			return gevel.NoDate, err
		}
	}
	asOf := f.Layer("verblijfsobject").Changed
	if asOf == gevel.NoDate {
		return asOf, gevel.Refusal(give, "the GeoPackage does not say when it was made (last_change)")
	}
	return asOf, nil
}

func checkColumns(layer *geopackage.Layer, needed []string) error {
	for _, name := range needed {
		if layer.Column(name) == "" {
			return gevel.Refusal("give bag-light.gpkg as PDOK offers it", "the layer %s has no column %s; it has %s",
				layer.Name, name, gevel.Printable(strings.Join(layer.Columns, ", ")))
		}
	}
	return layer.CheckRD()
}

// each calls use with the rows of a layer and appends the result to the tables.
func (l *layers) each(ctx context.Context, layer *geopackage.Layer, columns []string, t *tables,
	use func(*geopackage.Row),
) error {
	l.sorter.member = layer.Name
	theirs := make([]string, len(columns))
	for i, name := range columns {
		theirs[i] = layer.Column(name)
	}
	const everyRows = 1 << 12
	err := l.file.Each(ctx, layer, theirs, func(row *geopackage.Row) error {
		use(row)
		if row.Number%everyRows == 0 {
			l.progress.Add(everyRows)
		}
		if row.Number%rowsAtATime == 0 {
			l.yields = append(l.yields, l.sorter.take())
		}
		return nil
	})
	t.append(append(l.yields, l.sorter.take()))
	l.yields = nil
	runtime.GC()
	if err != nil {
		return fmt.Errorf("layer %s: %w", layer.Name, err)
	}
	return nil
}

// objects reads a layer of addressable objects.
func (l *layers) objects(ctx context.Context, layer *geopackage.Layer, object ObjectType, t *tables) error {
	return l.each(ctx, layer, objectColumns, t, func(row *geopackage.Row) {
		l.beside(row)
		l.number(row)
		l.object(row, object)
	})
}

// beside adds the street and the city of an address when they are new.
func (l *layers) beside(row *geopackage.Row) {
	r := &l.occurrence
	city, street := padded(row.Text(inCityID), codeDigits), padded(row.Text(inStreetID), idDigits)
	if !l.cities[city] {
		l.cities[city] = true
		r.reset(Woonplaats, nil)
		r.put(fieldID, city)
		r.put(fieldName, row.Text(inCity))
		l.add(stateInUse)
		r.reset(GemeenteWoonplaats, nil)
		r.put(fieldCity, city)
		r.put(fieldMunicipality, padded(row.Text(inMunicipality), codeDigits))
		l.add(stateInUse)
	}
	if _, ok := l.streets[street]; !ok {
		l.streets[street] = city
		r.reset(OpenbareRuimte, nil)
		r.put(fieldID, street)
		r.put(fieldName, row.Text(inStreet))
		r.put(fieldCity, city)
		l.add(stateInUse)
	}
}

// number adds the main address. The file has only addresses in use, without a status.
func (l *layers) number(row *geopackage.Row) {
	r := &l.occurrence
	r.reset(Nummeraanduiding, nil)
	r.put(fieldID, padded(row.Text(inNumberID), idDigits))
	r.put(fieldHouseNumber, row.Text(inHouseNumber))
	r.put(fieldHouseLetter, row.Text(inHouseLetter))
	r.put(fieldHouseNumberExt, row.Text(inHouseNumberExt))
	r.put(fieldPostalCode, row.Text(inPostalCode))
	street, city := padded(row.Text(inStreetID), idDigits), padded(row.Text(inCityID), codeDigits)
	r.put(fieldStreet, street)
	if l.streets[street] != city {
		r.put(fieldCity, city)
	}
	l.add(stateInUse)
}

// object adds the addressable object.
func (l *layers) object(row *geopackage.Row, object ObjectType) {
	r := &l.occurrence
	r.reset(object, nil)
	r.put(fieldID, padded(row.Text(inID), idDigits))
	r.put(fieldStatus, row.Text(inStatus))
	r.put(fieldMainAddress, padded(row.Text(inNumberID), idDigits))
	if object == Verblijfsobject {
		for use := range strings.SplitSeq(row.Text(inUses), ",") {
			r.put(fieldUse, strings.TrimSpace(use))
		}
		r.put(fieldSurface, row.Text(inSurface))
		for id := range strings.SplitSeq(row.Text(inBuildings), ",") {
			r.put(fieldBuilding, padded(strings.TrimSpace(id), idDigits))
		}
		l.shape(row)
	}
	l.add(stateUnknown)
}

// buildings reads the layer of buildings.
func (l *layers) buildings(ctx context.Context, layer *geopackage.Layer, t *tables) error {
	return l.each(ctx, layer, buildingColumns, t, func(row *geopackage.Row) {
		r := &l.occurrence
		r.reset(Pand, nil)
		r.put(fieldID, padded(row.Text(inID), idDigits))
		r.put(fieldStatus, row.Text(inStatus))
		r.put(fieldBuildYear, row.Text(inYear))
		l.shape(row)
		l.add(stateUnknown)
	})
}

// shape adds the geometry of a row. An unreadable one is left out, which is a fault.
func (l *layers) shape(row *geopackage.Row) {
	if row.Parse(&l.geometry) != nil {
		return
	}
	for _, p := range l.geometry.Points {
		l.occurrence.putPoints(fieldPoint, []gevel.Point{p})
	}
	for _, polygon := range l.geometry.Polygons {
		for i, ring := range polygon {
			f := fieldExterior
			if i > 0 {
				f = fieldInterior
			}
			l.occurrence.putPoints(f, ring)
		}
	}
}

// add passes on the occurrence, with its state where it has no status.
func (l *layers) add(st state) {
	s, r := l.sorter, &l.occurrence
	s.counts[r.object].Read++
	k, err := keyOf(r)
	switch {
	case err != nil:
		s.reject(r, ReasonMalformedID, err)
	case st != stateUnknown:
		s.addCurrent(r, version{key: k, ordinal: 1}, st)
	default:
		s.addVersion(r, k, period{1, steadyOccurrence.Registered, true, true})
	}
}

// put adds a value unless it is empty.
func (r *occurrence) put(f field, text string) {
	if text != "" {
		start := len(r.text)
		r.text = append(r.text, text...)
		r.finish(f, 0, start)
	}
}

// putPoints adds positions in the spelling of XML, to the millimetre.
func (r *occurrence) putPoints(f field, points []gevel.Point) {
	start := len(r.text)
	for _, p := range points {
		r.text = strconv.AppendFloat(r.text, p.X, 'f', 3, 64)
		r.text = append(r.text, ' ')
		r.text = strconv.AppendFloat(r.text, p.Y, 'f', 3, 64)
		r.text = append(r.text, ' ')
	}
	r.finish(f, 2, start)
}

// padded restores an id's leading zeros, which a program that took it for a number has dropped.
func padded(id string, width int) string {
	if missing := width - len(id); id != "" && missing > 0 {
		return strings.Repeat("0", missing) + id
	}
	return id
}
