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

// BAG light, the GeoPackage of PDOK: what is current, with each object's main address beside it. Its rows
// become records as those of XML are, so that both are read by the same rules.

// The columns of a layer of objects, by their places in a row.
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

// objectColumns are their names. Those of units alone stand last; berths and pitches lack them.
var objectColumns = []string{
	"identificatie", "status", "nummeraanduiding_hoofdadres_identificatie", "openbare_ruimte_identificatie",
	"openbare_ruimte_naam", "huisnummer", "huisletter", "toevoeging", "postcode", "woonplaats_identificatie",
	"woonplaats_naam", "bronhouder_identificatie", "gebruiksdoel", "oppervlakte", "pand_identificatie",
}

// The columns of the layer of buildings, likewise.
const inYear = 2

var buildingColumns = []string{"identificatie", "status", "bouwjaar"}

// objectLayers are the layers with addresses, by the objects that bear these.
var objectLayers = []struct {
	object ObjectType
	name   string
	needed int // columns; further ones may lack
}{
	{Verblijfsobject, "verblijfsobject", len(objectColumns)},
	{Ligplaats, "ligplaats", inUses},
	{Standplaats, "standplaats", inUses},
}

// rowsAtATime is after how many rows their tables are gathered.
const rowsAtATime = 1 << 18

// layers is the reading of a BAG light GeoPackage.
type layers struct {
	file     *geopackage.File
	sorter   *sorter
	record   record
	geometry geopackage.Geometry
	yields   []yielded
	progress *meter
	perRow   float64 // of the file, bytes
	// What stands beside each address and is one object: cities by their codes, streets by their ids, with
	// the city of each.
	cities  map[string]bool
	streets map[string]string
}

// readLayers reads the rows of a BAG light GeoPackage, and joins nothing yet.
func readLayers(ctx context.Context, path string, opt Options) (*tables, *meter, error) {
	f, err := geopackage.Open(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	asOf, err := checkLayers(f)
	if err != nil {
		return nil, nil, err
	}
	l := &layers{
		file: f, sorter: &sorter{asOf: asOf.String()}, progress: newMeter(f.Size, opt.Progress),
		cities: map[string]bool{}, streets: map[string]string{},
	}
	rows := 1
	for _, layer := range f.Layers {
		rows += layer.About
	}
	l.perRow = float64(f.Size) / float64(rows)
	t := newTables(asOf, "")
	t.light = true
	for _, of := range objectLayers {
		if layer := f.Layer(of.name); layer != nil {
			if err := l.objects(ctx, layer, of.object, t); err != nil {
				return nil, nil, err
			}
		}
	}
	l.sorter.referenced = t.neededOutlines(opt)
	if err := l.buildings(ctx, f.Layer("pand"), t); err != nil {
		return nil, nil, err
	}
	l.progress.read()
	t.settle(l.progress)
	return t, l.progress, ctx.Err()
}

// buildFileKey is where the build file names the register.
const buildFileKey = "sources.bag"

const give = "give an extract of the BAG as Kadaster delivers it, or bag-light.gpkg of PDOK"

// checkLayers returns the day of a BAG light GeoPackage, and refuses another one.
func checkLayers(f *geopackage.File) (gevel.Date, error) {
	kind := filekind.OfLayers(f.Names())
	switch kind {
	case filekind.BAGLayers:
	case filekind.Kind{}:
		return gevel.NoDate, &gevel.Error{
			Code: gevel.Invalid, Hint: give, Message: "the GeoPackage has no layers verblijfsobject and pand; it has " +
				gevel.Printable(strings.Join(f.Names(), ", ")),
		}
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
		return asOf, &gevel.Error{
			Code: gevel.Invalid, Hint: give, Message: "the GeoPackage does not say when it was made (last_change)",
		}
	}
	return asOf, nil
}

func checkColumns(layer *geopackage.Layer, needed []string) error {
	for _, name := range needed {
		if layer.Column(name) == "" {
			return &gevel.Error{
				Code: gevel.Invalid, Hint: "give bag-light.gpkg as PDOK offers it",
				Message: fmt.Sprintf("the layer %s has no column %s; it has %s",
					layer.Name, name, gevel.Printable(strings.Join(layer.Columns, ", "))),
			}
		}
	}
	return layer.CheckRD()
}

// each calls use with the rows of a layer, and gathers what they yield.
func (l *layers) each(ctx context.Context, layer *geopackage.Layer, columns []string, t *tables, use func(*geopackage.Row)) error {
	l.sorter.member = layer.Name
	theirs := make([]string, len(columns))
	for i, name := range columns {
		theirs[i] = layer.Column(name)
	}
	const everyRows = 1 << 12
	err := l.file.Each(ctx, layer, theirs, func(row *geopackage.Row) error {
		use(row)
		if row.Number%everyRows == 0 {
			l.progress.add(everyRows * l.perRow)
		}
		if row.Number%rowsAtATime == 0 {
			l.yields = append(l.yields, yielded{shard: l.sorter.take()})
		}
		return nil
	})
	t.append(append(l.yields, yielded{shard: l.sorter.take()}))
	l.yields = nil
	runtime.GC()
	if err != nil {
		return fmt.Errorf("layer %s: %w", layer.Name, err)
	}
	return nil
}

// objects reads a layer of what bears addresses.
func (l *layers) objects(ctx context.Context, layer *geopackage.Layer, object ObjectType, t *tables) error {
	return l.each(ctx, layer, objectColumns, t, func(row *geopackage.Row) {
		l.beside(row)
		l.number(row)
		l.object(row, object)
	})
}

// beside takes the street and the city of an address, when they are new.
func (l *layers) beside(row *geopackage.Row) {
	r := &l.record
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

// number takes the main address. The file has those that are in use, and not their status.
func (l *layers) number(row *geopackage.Row) {
	r := &l.record
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

// object takes what bears the address.
func (l *layers) object(row *geopackage.Row, object ObjectType) {
	r := &l.record
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
		r := &l.record
		r.reset(Pand, nil)
		r.put(fieldID, padded(row.Text(inID), idDigits))
		r.put(fieldStatus, row.Text(inStatus))
		r.put(fieldBuildYear, row.Text(inYear))
		l.shape(row)
		l.add(stateUnknown)
	})
}

// shape puts the geometry of a row into the record. One that can't be read is none, which is a fault.
func (l *layers) shape(row *geopackage.Row) {
	if l.geometry.Parse(row.Blob()) != nil {
		return
	}
	for _, p := range l.geometry.Points {
		l.record.putPoints(fieldPoint, []gevel.Point{p})
	}
	for _, polygon := range l.geometry.Polygons {
		for i, ring := range polygon {
			f := fieldExterior
			if i > 0 {
				f = fieldInterior
			}
			l.record.putPoints(f, ring)
		}
	}
}

// add takes the record, with a state where it has no status.
func (l *layers) add(st state) {
	s, r := l.sorter, &l.record
	s.counts[r.object].Read++
	k, err := keyOf(r)
	switch {
	case err != nil:
		s.reject(r, ReasonMalformedID, err)
	case st != stateUnknown:
		s.addCurrent(r, version{key: k, occurrence: 1}, st)
	default:
		s.addVersion(r, k, period{occurrence: 1, current: true})
	}
}

// put adds a value; an empty one is none.
func (r *record) put(f field, text string) {
	if text != "" {
		start := len(r.text)
		r.text = append(r.text, text...)
		r.finish(f, 0, start)
	}
}

// putPoints adds positions as XML spells them, to the millimetre.
func (r *record) putPoints(f field, points []gevel.Point) {
	start := len(r.text)
	for _, p := range points {
		r.text = strconv.AppendFloat(r.text, p.X, 'f', 3, 64)
		r.text = append(r.text, ' ')
		r.text = strconv.AppendFloat(r.text, p.Y, 'f', 3, 64)
		r.text = append(r.text, ' ')
	}
	r.finish(f, 2, start)
}

// padded gives an id the zeros that it lost where a program took it for a number.
func padded(id string, width int) string {
	if missing := width - len(id); id != "" && missing > 0 {
		return strings.Repeat("0", missing) + id
	}
	return id
}
