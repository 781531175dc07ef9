package edition

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// dwellingTable holds the homes, sorted by id.
type dwellingTable struct {
	id, numberID idList
	at           []gevel.Point
	places       placeList
	sources      sourceTable
	// neighbourhood is its number, market.Unknown where it is not known.
	neighbourhood market.Ints
	market.Columns
}

// placesIn returns the places of a table's attributes in another table, by column; -1 is none.
func placesIn(table, attributes gevel.Attributes) []int {
	places := make([]int, len(attributes))
	for k := range attributes {
		places[k] = table.Column(attributes[k].Column)
	}
	return places
}

// checkOrder checks that ids ascend and that each is in the file once.
func (t *dwellingTable) checkOrder(name string) error {
	for i := 1; i < t.id.len(); i++ {
		switch cmp.Compare(t.id.at(i-1), t.id.at(i)) {
		case 0:
			return fmt.Errorf("%s: id %s is there twice", name, t.id.at(i))
		case 1:
			return fmt.Errorf("%s is not sorted at row %d", name, i)
		}
	}
	return nil
}

func (t *dwellingTable) grow(attributes gevel.Attributes, n int) {
	t.at, t.neighbourhood = make([]gevel.Point, n), market.MakeInts(n)
	t.id.grow(n)
	t.numberID.grow(n)
	t.Columns = market.NewColumns(attributes, n)
}

// row returns the row of the dwelling with an id.
func (t *dwellingTable) row(id gevel.BAGID) (int, bool) { return t.id.find(id) }

func (t *dwellingTable) dwelling(row int) gevel.Dwelling {
	return gevel.Dwelling{
		ID: t.id.at(row), NumberID: t.numberID.at(row), At: t.at[row], Place: t.places.at(row),
		Characteristics: t.Get(row, nil), Sources: t.sources.at(row),
	}
}

// tableColumns are the columns of the file; sources and places hold what is read of two that differ in memory.
func (t *dwellingTable) tableColumns(sources [][]gevel.Source, places []gevel.Point) []column {
	columns := []column{
		idColumn("id", &t.id), idColumn("number_id", &t.numberID), intsColumn("neighbourhood", counts, &t.neighbourhood),
	}
	return slices.Concat(columns, t.sources.columns(t.Attributes, sources),
		pointColumns("", &t.at), t.places.placeColumns(places), attributeColumns(&t.Columns))
}

// readDwellings reads the table, with the standard attributes and the others that have a column.
func (e *Edition) readDwellings(ctx context.Context, file *table) (*dwellingTable, error) {
	attributes, columns := e.sales.Attributes, file.columnNames()
	t := &dwellingTable{}
	held := slices.DeleteFunc(slices.Clone(attributes), func(a gevel.Attribute) bool {
		return a.IsExtra() && !slices.Contains(columns, a.Column)
	})
	t.grow(held, file.rows())
	t.sources.grow(placesIn(attributes, held), file.rows())
	t.sources.known = e.sources
	sources := make([][]gevel.Source, len(held))
	for k := range sources {
		sources[k] = make([]gevel.Source, file.rows())
	}
	places := make([]gevel.Point, file.rows())
	if err := file.read(ctx, t.tableColumns(sources, places)); err != nil {
		return nil, err
	}
	t.places = newPlaceList(len(places), func(row int) gevel.Point { return places[row] })
	t.sources.settle(sources)
	return t, t.checkOrder(file.name)
}

// attributeColumns are the columns of the attributes, under their names in sales files.
func attributeColumns(c *market.Columns) []column {
	columns := make([]column, len(c.Attributes))
	for k := range c.Attributes {
		switch a := &c.Attributes[k]; {
		case a.IsOpen():
			columns[k] = nameColumn(a.Column, a.Names, &c.Whole[k])
		case a.IsNamed():
			columns[k] = namedColumn(a, &c.Whole[k])
		case a.Kind == gevel.YesNo:
			columns[k] = intsColumn(a.Column, yesNos, &c.Whole[k])
		case a.Kind == gevel.Number:
			columns[k] = sliceColumn(a.Column, numbers, &c.Numbers[k])
		default:
			columns[k] = intsColumn(a.Column, counts, &c.Whole[k])
		}
	}
	return columns
}

// placeList holds the places of homes; the homes of a stretch of street share one.
type placeList struct {
	codes    market.Ints
	distinct []gevel.Point
}

// newPlaceList holds the place of each of n homes.
func newPlaceList(n int, at func(row int) gevel.Point) placeList {
	l, known := placeList{codes: market.MakeInts(n)}, map[gevel.Point]int32{}
	for row := range n {
		l.codes.Set(row, codeOf(known, at(row), &l.distinct))
	}
	return l
}

func (l *placeList) at(row int) gevel.Point { return l.distinct[l.codes.At(row)] }

// placeColumns are the columns of the places, which are read into points.
func (l *placeList) placeColumns(points []gevel.Point) []column {
	return []column{
		codedColumn(placePrefix+"x", doubles, func(row int) float64 { return l.at(row).X },
			func(row int, x float64) { points[row].X = x }),
		codedColumn(placePrefix+"y", doubles, func(row int) float64 { return l.at(row).Y },
			func(row int, y float64) { points[row].Y = y }),
	}
}
