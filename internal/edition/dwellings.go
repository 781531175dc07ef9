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
	ids          idNumbers // the same as id
	at, place    []gevel.Point
	derived      []bool
	market.Columns
}

// newDwellingTable makes the table of dwellings, which need not be sorted. Error: a
// dwelling has no ids.
func newDwellingTable(dwellings []gevel.Dwelling) (*dwellingTable, error) {
	order := market.OrderOf(dwellings, func(a, b *gevel.Dwelling) int { return cmp.Compare(a.ID, b.ID) })
	at := func(row int) *gevel.Dwelling { return &dwellings[order[row]] }
	t := &dwellingTable{}
	t.grow(len(order))
	for i := range order {
		d := at(i)
		t.at[i], t.place[i], t.derived[i] = d.At, market.PlaceOf(d.Place, d.At), d.TypeDerived
		t.Set(i, d.Characteristics)
	}
	if err := t.id.fill(len(order), func(i int) gevel.BAGID { return at(i).ID }); err != nil {
		return nil, fmt.Errorf("id of a dwelling: %w", err)
	}
	if err := t.numberID.fill(len(order), func(i int) gevel.BAGID { return at(i).NumberID }); err != nil {
		return nil, fmt.Errorf("number id of a dwelling: %w", err)
	}
	t.ids = t.id.numbers()
	return t, nil
}

// checkOrder makes sure that ids ascend and that each is in the file once.
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

func (t *dwellingTable) grow(n int) {
	t.at, t.place, t.derived = make([]gevel.Point, n), make([]gevel.Point, n), make([]bool, n)
	t.id.grow(n)
	t.numberID.grow(n)
	t.Columns.Grow(n)
}

// row returns the row of the dwelling with an id.
func (t *dwellingTable) row(id gevel.BAGID) (int, bool) { return t.ids.find(id) }

func (t *dwellingTable) dwelling(row int) gevel.Dwelling {
	return gevel.Dwelling{
		ID: t.id.at(row), NumberID: t.numberID.at(row), At: t.at[row], Place: t.place[row],
		Characteristics: t.Get(row), TypeDerived: t.derived[row],
	}
}

func (t *dwellingTable) tableColumns() []column {
	columns := []column{
		idColumn("id", &t.id),
		idColumn("number_id", &t.numberID),
		sliceColumn("type_derived", bools, &t.derived),
	}
	return slices.Concat(columns, pointColumns("", &t.at), pointColumns(placePrefix, &t.place), characteristicColumns(&t.Columns))
}

func (t *dwellingTable) write(ctx context.Context, path string) error {
	return writeTable(ctx, path, t.id.len(), t.tableColumns())
}

func readDwellings(path string) (*dwellingTable, error) {
	file, err := openTable(path)
	if err != nil {
		return nil, err
	}
	defer file.close()
	t := &dwellingTable{}
	t.grow(file.rows())
	if err := file.read(t.tableColumns()); err != nil {
		return nil, err
	}
	t.ids = t.id.numbers()
	return t, t.checkOrder(file.name)
}

func characteristicColumns(c *market.Columns) []column {
	return []column{
		codeColumn("build_type", &c.BuildTypes, gevel.BuildType.String, gevel.ParseBuildType),
		codeColumn("energy_label", &c.Labels, gevel.EnergyLabel.String, gevel.ParseEnergyLabel),
		sliceColumn("build_year", counts, &c.Years),
		sliceColumn("use_surface", counts, &c.Surfaces),
		sliceColumn("parcel_surface", counts, &c.Parcels),
		sliceColumn("volume", counts, &c.Volumes),
		sliceColumn("rooms", counts, &c.Rooms),
		sliceColumn("monument", counts, &c.Monuments),
	}
}
