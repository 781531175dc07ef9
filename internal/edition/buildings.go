package edition

import (
	"context"
	"fmt"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market/footprint"
)

// The footprints of buildings, for a map. An edition may lack the table: no valuation uses it.

// buildingRows are the columns of the table while it is read.
type buildingRows struct {
	x, y        []int32
	year, homes []int32
	group       []gevel.BuildGroup
	number      idList  // 0: not known
	height      []int32 // decimetres
	outline     []byte  // one behind the other
	ends        []int   // of each
}

func (b *buildingRows) row(i int) footprint.Row {
	from := 0
	if i > 0 {
		from = b.ends[i-1]
	}
	return footprint.Row{
		Corner: footprint.Corner{X: b.x[i], Y: b.y[i]}, Year: int(max(b.year[i], 0)), Homes: int(max(b.homes[i], 0)),
		Group: b.group[i], Outline: b.outline[from:b.ends[i]], Number: gevel.BAGNumber(b.number[i]), Height: int(max(b.height[i], 0)),
	}
}

// steps are positions on the footprint grid, encoded as differences between rows.
var steps = codec[int32, int32]{
	node:  parquet.Encoded(parquet.Int(32), &parquet.DeltaBinaryPacked),
	write: parquet.Int32Value,
	view:  func(v values) []int32 { return v.Int32() },
	read:  func(n int32) (int32, error) { return n, nil },
}

// parseGroup returns the house type group of a name.
func parseGroup(name string) (gevel.BuildGroup, error) {
	for g := range gevel.BuildGroup(gevel.BuildGroups) {
		if g > 0 && g.String() == name {
			return g, nil
		}
	}
	return 0, fmt.Errorf("%q is no house type group", name)
}

func spellGroup(g gevel.BuildGroup) string {
	if g == 0 {
		return ""
	}
	return g.String()
}

// parseBuildingID returns the id of a building as a number.
func parseBuildingID(text []byte) (uint64, error) {
	n, ok := number(gevel.BAGID(text))
	if !ok || gevel.BAGID(text).Code() != gevel.CodePand {
		return 0, fmt.Errorf("%q is no id of a building", text)
	}
	return n, nil
}

func (b *buildingRows) columns() []column {
	return []column{
		sliceColumn("corner_x", steps, &b.x), sliceColumn("corner_y", steps, &b.y),
		sliceColumn("build_year", counts, &b.year), sliceColumn("homes", counts, &b.homes),
		codeColumn("build_group", &b.group, spellGroup, parseGroup),
		{
			name: "building_id", node: parquet.String(), optional: true, read: func(p *flatPage) error {
				text, ends := p.values.ByteArray()
				return p.each(len(ends)-1, func(row, at int) (err error) {
					b.number[row], err = parseBuildingID(text[ends[at]:ends[at+1]])
					return err
				}, func(int) error { return nil })
			},
		},
		sliceColumn("height", counts, &b.height),
		{
			name: "outline", node: parquet.Leaf(parquet.ByteArrayType), read: func(p *flatPage) error {
				bytes, ends := p.values.ByteArray()
				return p.each(len(ends)-1, func(_, at int) error {
					b.outline = append(b.outline, bytes[ends[at]:ends[at+1]]...)
					b.ends = append(b.ends, len(b.outline))
					return nil
				}, func(int) error { return errNoValue })
			},
		},
	}
}

// walking returns the same columns over a table that has no random access. Each walks the table itself,
// since columns are written one after the other.
func walking(t *footprint.Table) []column {
	columns := new(buildingRows).columns()
	gets := map[string]func(c *footprint.Cursor) parquet.Value{
		"corner_x": func(c *footprint.Cursor) parquet.Value { return parquet.Int32Value(c.First.X) },
		"corner_y": func(c *footprint.Cursor) parquet.Value { return parquet.Int32Value(c.First.Y) },
		"build_year": func(c *footprint.Cursor) parquet.Value {
			if c.Year == 0 {
				return parquet.NullValue()
			}
			return parquet.Int32Value(int32(c.Year))
		},
		"homes": func(c *footprint.Cursor) parquet.Value { return parquet.Int32Value(int32(c.Homes)) },
		"building_id": func(c *footprint.Cursor) parquet.Value {
			if c.Number == 0 {
				return parquet.NullValue()
			}
			return textValue(string(c.Number.ID()))
		},
		"height": func(c *footprint.Cursor) parquet.Value {
			if c.Height == 0 {
				return parquet.NullValue()
			}
			return parquet.Int32Value(int32(c.Height))
		},
		"build_group": func(c *footprint.Cursor) parquet.Value { return textValue(spellGroup(c.Group)) },
		"outline":     func(c *footprint.Cursor) parquet.Value { return parquet.ByteArrayValue(c.Outline()) },
	}
	for i := range columns {
		cursor, get := t.Cursor(), gets[columns[i].name]
		columns[i].get = func(row int) parquet.Value {
			for cursor.Row < row && cursor.Next() {
			}
			return get(cursor)
		}
	}
	return columns
}

// readBuildings reads the table.
func readBuildings(ctx context.Context, file *table) (*footprint.Table, error) {
	n := file.rows()
	b := &buildingRows{
		x: make([]int32, n), y: make([]int32, n), year: make([]int32, n), homes: make([]int32, n),
		group: make([]gevel.BuildGroup, n), number: make(idList, n), height: make([]int32, n),
	}
	if err := file.read(ctx, b.columns()); err != nil {
		return nil, err
	}
	t, err := footprint.Load(n, b.row)
	if err != nil {
		return nil, fmt.Errorf("%s %w", file.name, err)
	}
	return t, nil
}

// Buildings returns the footprints of buildings in use; nil when the edition has none.
func (e *Edition) Buildings() *footprint.Table { return e.buildings }
