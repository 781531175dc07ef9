package geopackage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gevel/gevel"
)

// The EPSG codes of the coordinate systems of Dutch registers: RD New, and RD New with heights above NAP,
// which has the same x and y.
const (
	RDNew    = 28992
	RDNewNAP = 7415
)

// Layer is a table of a GeoPackage.
type Layer struct {
	Name    string
	Columns []string // as the file spells them
	// Geometry is the name of the geometry column, "" where the layer has none.
	Geometry string
	Type     string // of the geometries, such as POLYGON or MULTIPOLYGON
	// System is the EPSG code of the coordinates, 0 where the file gives none.
	System int
	// Changed is the day of the layer's last change, gevel.NoDate where the file gives none.
	Changed gevel.Date
	// About is the approximate number of rows, for progress; 0 is not known.
	About int
	// IsView: the rows are made by a query, and not read.
	IsView bool
}

// Layer returns the layer with a name in any case, or nil.
func (f *File) Layer(name string) *Layer {
	i := slices.IndexFunc(f.Layers, func(l Layer) bool { return strings.EqualFold(l.Name, name) })
	if i < 0 {
		return nil
	}
	return &f.Layers[i]
}

// Names returns the names of the layers.
func (f *File) Names() []string {
	names := make([]string, len(f.Layers))
	for i, l := range f.Layers {
		names[i] = l.Name
	}
	return names
}

// Column returns the file's spelling of the first of names that the layer has, in any case; "" when it has
// none of them.
func (l *Layer) Column(names ...string) string {
	for _, name := range names {
		if i := slices.IndexFunc(l.Columns, func(c string) bool { return strings.EqualFold(c, name) }); i >= 0 {
			return l.Columns[i]
		}
	}
	return ""
}

// CheckRD refuses a layer without geometries, or whose coordinates are not in RD New.
func (l *Layer) CheckRD() error {
	const give = "give the file in RD New, EPSG:28992, as the source offers it"
	switch {
	case l.Geometry == "":
		return gevel.Refusal("give the file as the source offers it", "the layer %q has no column of geometries", l.Name)
	case l.System == 0:
		return gevel.Refusal(give, "the layer %q does not say in which EPSG system its coordinates are", l.Name)
	case l.System != RDNew && l.System != RDNewNAP:
		return gevel.Refusal(give, "the coordinates of the layer %q are in EPSG:%d, not in RD New", l.Name, l.System)
	}
	return nil
}

// readLayers lists the layers. A file that is marked as a GeoPackage but lacks its tables is damaged; an
// unmarked one is no GeoPackage.
func (f *File) readLayers(ctx context.Context, marked bool) error {
	conn, err := f.connect(ctx)
	if err != nil {
		return asDamage(err)
	}
	defer conn.Close()
	list := &contents{conn: conn}
	if f.Layers, err = list.layers(ctx, marked); err != nil {
		return asDamage(err)
	}
	return nil
}

// contents reads what a file says of its layers.
type contents struct {
	conn          *sql.Conn
	tables, views []string // names in lower case
}

func (c *contents) hasTable(name string) bool {
	return slices.Contains(c.tables, strings.ToLower(name))
}

func (c *contents) hasView(name string) bool { return slices.Contains(c.views, strings.ToLower(name)) }

func (c *contents) layers(ctx context.Context, marked bool) (_ []Layer, err error) {
	const listed = `SELECT lower(name) FROM pragma_table_list WHERE schema = 'main' AND type `
	if c.tables, err = c.texts(ctx, listed+`= 'table'`); err != nil {
		return nil, err
	}
	if c.views, err = c.texts(ctx, listed+`IN ('view', 'virtual')`); err != nil {
		return nil, err
	}
	for _, needed := range []string{"gpkg_contents", "gpkg_spatial_ref_sys"} {
		switch {
		case c.hasTable(needed):
		case marked:
			return nil, gevel.Refusal(fetchAnew, "the GeoPackage has no table %s", needed)
		default:
			return nil, gevel.Refusal("give the .gpkg as it was fetched",
				"it is a SQLite file and no GeoPackage: it has no table %s", needed)
		}
	}
	names, err := c.texts(ctx, `SELECT table_name FROM gpkg_contents WHERE data_type IN ('features', 'attributes') ORDER BY rowid`)
	if err != nil {
		return nil, err
	}
	layers := make([]Layer, 0, len(names))
	for _, name := range names {
		l := Layer{Name: name, IsView: c.hasView(name)}
		if !l.IsView && !c.hasTable(name) {
			return nil, gevel.Refusal(fetchAnew, "the GeoPackage names the layer %q and has no such table", gevel.Printable(name))
		}
		if err := c.describe(ctx, &l); err != nil {
			return nil, fmt.Errorf("layer %q: %w", name, asDamage(err))
		}
		layers = append(layers, l)
	}
	return layers, nil
}

// describe fills in the layer's description from the file's tables.
func (c *contents) describe(ctx context.Context, l *Layer) (err error) {
	// Columns that are worked out when they are read are not among them.
	if l.Columns, err = c.texts(ctx, `SELECT name FROM pragma_table_info(?)`, l.Name); err != nil {
		return err
	}
	if c.hasTable("gpkg_geometry_columns") {
		var system sql.NullInt64
		err := c.conn.QueryRowContext(ctx, `
			SELECT g.column_name, g.geometry_type_name,
				(SELECT s.organization_coordsys_id FROM gpkg_spatial_ref_sys s
					WHERE s.srs_id = g.srs_id AND lower(s.organization) = 'epsg')
			FROM gpkg_geometry_columns g WHERE g.table_name = ?`, l.Name).Scan(&l.Geometry, &l.Type, &system)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		l.System = int(system.Int64)
		if l.Geometry != "" && l.Column(l.Geometry) == "" {
			return gevel.Refusal(fetchAnew, "it has no column %q, which should hold its geometries", gevel.Printable(l.Geometry))
		}
	}
	l.Changed = c.changed(ctx, l)
	if !l.IsView {
		l.About = c.about(ctx, l)
	}
	return nil
}

// changed returns the day of the layer's last change.
func (c *contents) changed(ctx context.Context, l *Layer) gevel.Date {
	var at sql.NullString
	err := c.conn.QueryRowContext(ctx, `SELECT +last_change FROM gpkg_contents WHERE table_name = ?`, l.Name).Scan(&at)
	if err != nil || len(at.String) < len(time.DateOnly) {
		return gevel.NoDate
	}
	day, err := gevel.ParseDate(at.String[:len(time.DateOnly)])
	if err != nil {
		return gevel.NoDate
	}
	return day
}

// about returns the approximate number of rows without counting them.
func (c *contents) about(ctx context.Context, l *Layer) int {
	var n sql.NullInt64
	if c.hasTable("gpkg_ogr_contents") {
		err := c.conn.QueryRowContext(ctx, `SELECT feature_count FROM gpkg_ogr_contents WHERE table_name = ?`, l.Name).Scan(&n)
		if err == nil && n.Int64 > 0 {
			return int(n.Int64)
		}
	}
	// The last id, since rows are numbered as they come.
	if err := c.conn.QueryRowContext(ctx, `SELECT max(rowid) FROM `+quote(l.Name)).Scan(&n); err != nil {
		return 0
	}
	return int(max(n.Int64, 0))
}

// mostTexts is how many names of a kind a file may have, far more than any source has.
const mostTexts = 10_000

// texts returns the single column of a query.
func (c *contents) texts(ctx context.Context, query string, args ...any) (list []string, err error) {
	rows, err := c.conn.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text sql.NullString
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		if list = append(list, text.String); len(list) > mostTexts {
			return nil, gevel.Refusal(fetchAnew, "the file lists more than %d tables, layers or columns", mostTexts)
		}
	}
	return list, rows.Err()
}
