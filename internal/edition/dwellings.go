package edition

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"github.com/gevel/gevel"
)

// dwellingTable holds the homes, sorted by id.
type dwellingTable struct {
	id, numberID idList
	at           []gevel.Point
	derived      []bool
	characteristicColumns
}

func newDwellingTable(dwellings []gevel.Dwelling) *dwellingTable {
	sorted := slices.Clone(dwellings)
	slices.SortFunc(sorted, func(a, b gevel.Dwelling) int { return cmp.Compare(a.ID, b.ID) })
	t := &dwellingTable{}
	t.grow(len(sorted))
	t.id = newIDList(len(sorted), func(i int) gevel.BAGID { return sorted[i].ID })
	t.numberID = newIDList(len(sorted), func(i int) gevel.BAGID { return sorted[i].NumberID })
	for i, d := range sorted {
		t.at[i], t.derived[i] = d.At, d.TypeDerived
		t.set(i, d.Characteristics)
	}
	return t
}

func (t *dwellingTable) grow(n int) {
	t.at, t.derived = make([]gevel.Point, n), make([]bool, n)
	t.characteristicColumns.grow(n)
}

// row returns the row of the dwelling with an id.
func (t *dwellingTable) row(id gevel.BAGID) (int, bool) {
	i := sort.Search(t.id.len(), func(i int) bool { return t.id.at(i) >= id })
	return i, i < t.id.len() && t.id.at(i) == id
}

func (t *dwellingTable) dwelling(row int) gevel.Dwelling {
	return gevel.Dwelling{
		ID: t.id.at(row), NumberID: t.numberID.at(row), At: t.at[row],
		Characteristics: t.get(row), TypeDerived: t.derived[row],
	}
}

func (t *dwellingTable) tableColumns(id, numberID *[]byte) []column {
	columns := []column{
		idColumn("id", func(i int) gevel.BAGID { return t.id.at(i) },
			func(_ int, v gevel.BAGID) { *id = append(*id, v...) }),
		idColumn("number_id", func(i int) gevel.BAGID { return t.numberID.at(i) },
			func(_ int, v gevel.BAGID) { *numberID = append(*numberID, v...) }),
		boolColumn("type_derived", &t.derived),
	}
	return slices.Concat(columns, pointColumns(&t.at), t.columns())
}

func (t *dwellingTable) write(path string) error {
	return writeTable(path, t.id.len(), t.tableColumns(nil, nil))
}

func readDwellings(path string) (*dwellingTable, error) {
	t := &dwellingTable{}
	var id, numberID []byte
	if err := readTable(path, t.grow, t.tableColumns(&id, &numberID)); err != nil {
		return nil, err
	}
	t.id, t.numberID = idList{string(id)}, idList{string(numberID)}
	for i := 1; i < t.id.len(); i++ {
		if t.id.at(i-1) >= t.id.at(i) {
			return nil, fmt.Errorf("dwellings.parquet is not sorted by id at row %d", i)
		}
	}
	return t, nil
}

// characteristicColumns are gevel.Characteristics as columns.
type characteristicColumns struct {
	buildType []gevel.BuildType
	label     []gevel.EnergyLabel
	year      []int32
	surface   []int32
	parcel    []int32
	volume    []int32
	rooms     []int32
	monument  []int32 // 0 no, 1 yes
}

func (c *characteristicColumns) grow(n int) {
	c.buildType, c.label = make([]gevel.BuildType, n), make([]gevel.EnergyLabel, n)
	c.year, c.surface, c.parcel = make([]int32, n), make([]int32, n), make([]int32, n)
	c.volume, c.rooms, c.monument = make([]int32, n), make([]int32, n), make([]int32, n)
}

func (c *characteristicColumns) set(i int, v gevel.Characteristics) {
	c.buildType[i], c.label[i] = v.BuildType, v.EnergyLabel
	c.year[i], c.surface[i], c.parcel[i] = countOf(v.BuildYear), countOf(v.UseSurface), countOf(v.ParcelSurface)
	c.volume[i], c.rooms[i] = countOf(v.Volume), countOf(v.Rooms)
	c.monument[i] = unknownCount
	if v.Monument.Known {
		c.monument[i] = 0
		if v.Monument.V {
			c.monument[i] = 1
		}
	}
}

func (c *characteristicColumns) get(i int) gevel.Characteristics {
	v := gevel.Characteristics{
		BuildType: c.buildType[i], EnergyLabel: c.label[i],
		BuildYear: optOf(c.year[i]), UseSurface: optOf(c.surface[i]), ParcelSurface: optOf(c.parcel[i]),
		Volume: optOf(c.volume[i]), Rooms: optOf(c.rooms[i]),
	}
	if c.monument[i] >= 0 {
		v.Monument = gevel.Some(c.monument[i] == 1)
	}
	return v
}

func (c *characteristicColumns) columns() []column {
	return []column{
		codeColumn("build_type", &c.buildType, gevel.BuildType.String, gevel.ParseBuildType),
		codeColumn("energy_label", &c.label, gevel.EnergyLabel.String, gevel.ParseEnergyLabel),
		countColumn("build_year", &c.year),
		countColumn("use_surface", &c.surface),
		countColumn("parcel_surface", &c.parcel),
		countColumn("volume", &c.volume),
		countColumn("rooms", &c.rooms),
		countColumn("monument", &c.monument),
	}
}
