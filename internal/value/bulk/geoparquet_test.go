package bulk

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel/internal/file/crs"
)

// What the schema of GeoParquet 1.1 asks of the note geo, and its text of the columns that the note names.

// anObject is an object of JSON with the faults found in it.
type anObject struct {
	path   string
	fields map[string]json.RawMessage
	faults *[]string
}

func (o anObject) fault(format string, args ...any) {
	*o.faults = append(*o.faults, o.path+": "+fmt.Sprintf(format, args...))
}

// has reports a field that is missing or has another type than into, which it fills.
func (o anObject) has(field string, into any) bool {
	raw, has := o.fields[field]
	if !has {
		o.fault("%s is missing", field)
		return false
	}
	if err := json.Unmarshal(raw, into); err != nil {
		o.fault("%s: %v", field, err)
		return false
	}
	return true
}

// of returns the object in a field.
func (o anObject) of(field string) anObject {
	into := anObject{path: o.path + "." + field, faults: o.faults}
	o.has(field, &into.fields)
	return into
}

// only reports fields beside those listed: a misspelt one would be one of these.
func (o anObject) only(fields ...string) {
	for field := range o.fields {
		if !slices.Contains(fields, field) {
			o.fault("%s is no field of the standard", field)
		}
	}
}

var (
	encodings = regexp.MustCompile(`^(WKB|point|linestring|polygon|multipoint|multilinestring|multipolygon)$`)
	types     = regexp.MustCompile(`^(GeometryCollection|(Multi)?(Point|LineString|Polygon))( Z)?$`)
)

// geoParquetFaults returns what is wrong with a note of a file.
func geoParquetFaults(note string, file *parquet.Schema) (faults []string) {
	geo := anObject{path: "geo", faults: &faults}
	if err := json.Unmarshal([]byte(note), &geo.fields); err != nil {
		return []string{err.Error()}
	}
	geo.only("version", "primary_column", "columns")
	var version, primary string
	if geo.has("version", &version) && version != "1.1.0" {
		geo.fault("version %q", version)
	}
	columns := geo.of("columns")
	if geo.has("primary_column", &primary) && columns.fields[primary] == nil {
		geo.fault("the primary column %q is not described", primary)
	}
	for name := range columns.fields {
		column := columns.of(name)
		column.checkColumn()
		if leaf, found := file.Lookup(name); !found || leaf.Node.Type().Kind() != parquet.ByteArray {
			column.fault("the file has no such column of bytes")
		} else {
			column.checkCovering(name, file)
		}
	}
	return faults
}

func (o anObject) checkColumn() {
	o.only("encoding", "geometry_types", "crs", "edges", "orientation", "bbox", "epoch", "covering")
	var encoding, edges string
	var geometries []string
	var box []float64
	if o.has("encoding", &encoding) && !encodings.MatchString(encoding) {
		o.fault("encoding %q", encoding)
	}
	if o.has("geometry_types", &geometries) {
		for i, name := range geometries {
			if !types.MatchString(name) || slices.Contains(geometries[:i], name) {
				o.fault("geometry type %q", name)
			}
		}
	}
	if o.has("edges", &edges) && edges != "planar" && edges != "spherical" {
		o.fault("edges %q", edges)
	}
	if o.has("bbox", &box) && (len(box) != 4 || box[0] > box[2] || box[1] > box[3]) {
		o.fault("bbox %v", box)
	}
	o.of("crs").checkSystem()
}

// checkSystem checks what PROJJSON 0.7 requires of the two kinds of systems.
func (o anObject) checkSystem() {
	var schema, kind, name string
	if o.has("$schema", &schema) && schema != "https://proj.org/schemas/v0.7/projjson.schema.json" {
		o.fault("schema %q", schema)
	}
	o.has("name", &name)
	o.has("type", &kind)
	o.only("$schema", "type", "name", "base_crs", "conversion", "datum", "coordinate_system", "area", "bbox", "id")
	switch kind {
	case "ProjectedCRS":
		o.of("base_crs").of("datum").of("ellipsoid").has("name", &name)
		o.of("conversion").of("method").has("name", &name)
	case "GeographicCRS":
		o.of("datum").of("ellipsoid").has("name", &name)
	default:
		o.fault("type %q", kind)
	}
	var axes []struct{ Name, Abbreviation, Direction, Unit string }
	if o.of("coordinate_system").has("axis", &axes) && (len(axes) != 2 || axes[0].Direction != "east" || axes[1].Direction != "north") {
		o.fault("the axes are %v", axes)
	}
	var authority string
	o.of("id").has("authority", &authority)
}

// checkCovering checks the column of boxes: a group at the root, its fields in the order of the standard, of one kind of
// number, and known wherever the geometry is.
func (o anObject) checkCovering(geometry string, file *parquet.Schema) {
	covering := o.of("covering").of("bbox")
	fields := []string{"xmin", "ymin", "xmax", "ymax"}
	covering.only(fields...)
	var group string
	for _, field := range fields {
		var path []string
		if !covering.has(field, &path) {
			continue
		}
		if len(path) != 2 || path[1] != field || group != "" && path[0] != group {
			covering.fault("%s is at %v", field, path)
			return
		}
		group = path[0]
	}
	var optional, boxOptional bool
	for _, node := range file.Fields() {
		switch node.Name() {
		case geometry:
			optional = node.Optional()
		case group:
			boxOptional = node.Optional()
			var names []string
			for _, child := range node.Fields() {
				names = append(names, child.Name())
				if child.Type().Kind() != parquet.Double {
					covering.fault("%s is of kind %v", child.Name(), child.Type().Kind())
				}
			}
			if !slices.Equal(names, fields) {
				covering.fault("the fields are %v", names)
			}
		}
	}
	if optional != boxOptional {
		covering.fault("optional %v, and the geometry %v", boxOptional, optional)
	}
}

// A check that finds nothing wrong with anything proves nothing.
func TestFaultsOfAGeoParquetAreFound(t *testing.T) {
	path, _ := writtenOnMap(t, "values.parquet", crs.RDNew)
	file, note := openParquet(t, path)
	for from, to := range map[string]string{
		`"1.1.0"`: `"1.2.0"`, `"primary_column":"geometry"`: `"primary_column":"geom"`, `"WKB"`: `"wkb"`, `"Point"`: `"POINT"`,
		`"edges"`: `"edge"`, `"planar"`: `"flat"`, `"ProjectedCRS"`: `"CRS"`, `"east"`: `"west"`, `["bbox","xmin"]`: `["bbox","xmax"]`,
		`["bbox","ymin"]`: `["box","ymin"]`, `"conversion"`: `"conversions"`, `v0.7`: `v9.7`,
	} {
		broken := strings.ReplaceAll(note, from, to)
		if broken == note {
			t.Fatalf("the note has no %s:\n%s", from, note)
		}
		if faults := geoParquetFaults(broken, file.Schema()); len(faults) == 0 {
			t.Errorf("%s instead of %s is no fault", to, from)
		}
	}
}

func TestGDALKnowsTheCoordinateSystems(t *testing.T) {
	_, err := exec.LookPath("gdalsrsinfo")
	needReader(t, err == nil, "GDAL")
	for _, system := range []crs.System{crs.RDNew, crs.WGS84} {
		known, err := exec.Command("gdalsrsinfo", "-o", "proj4", fmt.Sprintf("EPSG:%d", system.EPSG)).Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, definition := range []string{system.WKT, string(system.PROJJSON)} {
			got, err := exec.Command("gdalsrsinfo", "-o", "proj4", definition).CombinedOutput()
			if err != nil || strings.TrimSpace(string(got)) != strings.TrimSpace(string(known)) {
				t.Errorf("%s\nis read as %s (%v), want %s", definition, got, err, known)
			}
		}
	}
}
