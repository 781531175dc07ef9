package bag

import (
	"cmp"
	"slices"

	"github.com/gevel/gevel"
)

// tables hold the rows of a whole delivery. Once settled, each has one row per
// object, sorted by key.
type tables struct {
	asOf gevel.Date
	// municipality is the code of the one that the delivery is limited to, 0 for
	// none: it stands in where no relation of cities and municipalities is given.
	municipality key

	shard // all of them put together
}

func newTables(asOf gevel.Date, municipality string) *tables {
	code, err := parseCode([]byte(municipality))
	if err != nil {
		code = 0
	}
	return &tables{asOf: asOf, municipality: code}
}

// append adds what the members yielded, in their order, and lets go of it.
func (t *tables) append(members []yielded) {
	t.cities = gather(t.cities, members, func(s *shard) *[]city { return &s.cities })
	t.cityRelations = gather(t.cityRelations, members, func(s *shard) *[]cityRelation { return &s.cityRelations })
	t.streets = gather(t.streets, members, func(s *shard) *[]street { return &s.streets })
	t.numbers = gather(t.numbers, members, func(s *shard) *[]number { return &s.numbers })
	t.objects = gather(t.objects, members, func(s *shard) *[]object { return &s.objects })
	t.buildings = gather(t.buildings, members, func(s *shard) *[]building { return &s.buildings })
	for i := range members {
		for object, count := range members[i].shard.counts {
			t.counts[object].add(count)
		}
		t.rejects.Merge(members[i].shard.rejects)
	}
}

func gather[T any](into []T, members []yielded, of func(*shard) *[]T) []T {
	n := 0
	for i := range members {
		n += len(*of(&members[i].shard))
	}
	into = slices.Grow(into, n)
	for i := range members {
		rows := of(&members[i].shard)
		into = append(into, *rows...)
		*rows = nil
	}
	return into
}

// settle leaves one row per object: the highest occurrence, unless that one is
// withdrawn.
func (t *tables) settle() {
	t.cities = settle(t.cities, t.count(Woonplaats))
	t.streets = settle(t.streets, t.count(OpenbareRuimte))
	t.numbers = settle(t.numbers, t.count(Nummeraanduiding))
	t.buildings = settle(t.buildings, t.count(Pand))
	t.settleCityRelations()
	t.settleObjects()
}

func (t *tables) count(o ObjectType) *Count { return &t.counts[o] }

// settle sorts rows by key and drops, of each object, all but the last occurrence,
// and that one too when it is withdrawn.
func settle[T interface{ self() version }](rows []T, count *Count) []T {
	return settleBy(rows, func(T) *Count { return count })
}

func settleBy[T interface{ self() version }](rows []T, countOf func(T) *Count) []T {
	slices.SortFunc(rows, func(a, b T) int {
		va, vb := a.self(), b.self()
		return cmp.Or(cmp.Compare(va.key, vb.key), cmp.Compare(va.occurrence, vb.occurrence))
	})
	kept := rows[:0]
	for i, row := range rows {
		count := countOf(row)
		switch {
		case i+1 < len(rows) && rows[i+1].self().key == row.self().key:
			count.NotCurrent++
		case row.self().withdrawn:
			count.Withdrawn++
		default:
			kept = append(kept, row)
		}
	}
	clear(rows[len(kept):])
	return kept
}

// settleObjects settles units, berths and pitches, which share a table; their ids
// keep them apart.
func (t *tables) settleObjects() {
	t.objects = settleBy(t.objects, func(o object) *Count { return t.count(o.objectType()) })
}

func (o object) objectType() ObjectType {
	switch o.kind {
	case gevel.Berth:
		return Ligplaats
	case gevel.Pitch:
		return Standplaats
	}
	return Verblijfsobject
}

// settleCityRelations keeps the relation that began last for each city.
func (t *tables) settleCityRelations() {
	slices.SortStableFunc(t.cityRelations, func(a, b cityRelation) int {
		return cmp.Or(cmp.Compare(a.key, b.key), slices.Compare(a.begin[:], b.begin[:]))
	})
	for i := range t.cityRelations {
		t.cityRelations[i].occurrence = int32(i)
	}
	t.cityRelations = settle(t.cityRelations, t.count(GemeenteWoonplaats))
}

// find returns the index of the row with key k in a settled table.
func find[T interface{ self() version }](rows []T, k key) (int, bool) {
	return slices.BinarySearchFunc(rows, k, func(row T, k key) int { return cmp.Compare(row.self().key, k) })
}

// referencedBuildings returns a test for the buildings that the objects read so
// far lie in: only of those is the outline needed.
func (t *tables) referencedBuildings() func(key) bool {
	var keys []key
	for i := range t.objects {
		keys = append(keys, t.objects[i].buildings()...)
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	return func(k key) bool {
		_, ok := slices.BinarySearch(keys, k)
		return ok
	}
}

// buildings returns the buildings that an object lies in.
func (o *object) buildings() []key {
	switch {
	case o.more != nil && len(o.more.buildings) > 0:
		return o.more.buildings
	case o.building != 0:
		return []key{o.building}
	}
	return nil
}
