package bag

import (
	"context"

	"github.com/gevel/gevel"
)

// buildingIndex is the buildings of a delivery with the units in them.
type buildingIndex struct {
	rows  []building // settled
	units []int32    // of rows: the units in it, whatever their use
	homes []bool     // of rows: one of the units is a home
}

func newBuildingIndex(t *tables) *buildingIndex {
	t.counts[Pand].Used = len(t.buildings)
	return &buildingIndex{
		rows:  t.buildings,
		units: make([]int32, len(t.buildings)),
		homes: make([]bool, len(t.buildings)),
	}
}

// join returns the indexes of the buildings that o lies in, and counts o there.
func (x *buildingIndex) join(j *joiner, o *object) []int {
	var found []int
	for _, k := range o.buildings() {
		i, ok := find(x.rows, k)
		if !ok {
			j.fault(o.objectType(), o.key, ReasonNoBuilding, "pand "+k.text(idDigits))
			continue
		}
		x.units[i]++
		x.homes[i] = x.homes[i] || o.kind == gevel.Home
		found = append(found, i)
	}
	return found
}

// year returns the build year of a unit at a point: that of the building around
// the point, else of the largest one; 0 is not known.
func (x *buildingIndex) year(buildings []int, at point) int16 {
	if len(buildings) == 1 {
		return x.rows[buildings[0]].year
	}
	var year int16
	largest := -1.0
	for _, i := range buildings {
		b := &x.rows[i]
		if b.outline.contains(at) {
			return b.year
		}
		if area := b.outline.area(); area > largest {
			largest, year = area, b.year
		}
	}
	return year
}

// types derives the type of every building from the walls it shares; 0 is a
// building that takes no part.
//
// A building with several units is an apartment building. One without a neighbour
// is detached, one with two or more is mid-terrace. With a single neighbour it is
// semi-detached when that one has no other, else the end of a terrace. Only
// buildings in use with a unit in them take part, as neighbours too: a shed
// between two homes does not make a terrace.
func (x *buildingIndex) types(ctx context.Context) ([]gevel.BuildType, error) {
	var part []int32
	var plans []outline
	for i := range x.rows {
		if b := &x.rows[i]; b.inUse && x.units[i] > 0 && len(b.outline) > 0 {
			part = append(part, int32(i))
			plans = append(plans, b.outline)
		}
	}
	walls, err := neighbours(ctx, plans)
	if err != nil {
		return nil, err
	}
	types := make([]gevel.BuildType, len(x.rows))
	for n, i := range part {
		types[i] = typeByWalls(int(x.units[i]), walls, n)
	}
	return types, nil
}

func typeByWalls(units int, walls []adjacency, n int) gevel.BuildType {
	switch {
	case units > 1:
		return gevel.Appartement
	case walls[n].count == 0:
		return gevel.VrijstaandeWoning
	case walls[n].count > 1:
		return gevel.Tussenwoning
	case walls[walls[n].last].count == 1:
		return gevel.TweeOnderEenKapwoning
	}
	return gevel.Hoekwoning
}

// typeOf returns the type of a unit: that of its building, or of all its
// buildings when they agree; 0 when they don't, or when one takes no part.
func (x *buildingIndex) typeOf(o *object, types []gevel.BuildType) gevel.BuildType {
	var common gevel.BuildType
	for n, k := range o.buildings() {
		i, ok := find(x.rows, k)
		if !ok || types[i] == 0 || (n > 0 && types[i] != common) {
			return 0
		}
		common = types[i]
	}
	return common
}
