package bag

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/list"
)

// tables hold the rows of a whole delivery. Once settled, each has one row per object, sorted by key.
type tables struct {
	asOf gevel.Date
	// municipality is the code of the only municipality covered, 0 for none. It is used where the delivery
	// has no relation of cities and municipalities.
	municipality key
	light        bool // the delivery is a BAG light GeoPackage

	shard // of all members
}

func newTables(asOf gevel.Date, municipality string) *tables {
	code, err := parseCode([]byte(municipality))
	if err != nil {
		code = 0
	}
	return &tables{asOf: asOf, municipality: code}
}

// append appends the members' rows in order, and frees them table by table, so that few rows exist twice.
func (t *tables) append(members []shard) {
	further, plans, sets := len(t.further), len(t.plans), len(t.sets)
	for i := range members {
		members[i].rebase(further, plans, sets)
		further += len(members[i].further)
		plans += len(members[i].plans)
		sets += len(members[i].sets)
	}
	t.cities = gather(t.cities, members, func(s *shard) *[]city { return &s.cities })
	t.cityRelations = gather(t.cityRelations, members, func(s *shard) *[]cityRelation { return &s.cityRelations })
	t.streets = gather(t.streets, members, func(s *shard) *[]street { return &s.streets })
	t.numbers = gather(t.numbers, members, func(s *shard) *[]number { return &s.numbers })
	t.objects = gather(t.objects, members, func(s *shard) *[]object { return &s.objects })
	t.buildings = gather(t.buildings, members, func(s *shard) *[]building { return &s.buildings })
	t.further = gather(t.further, members, func(s *shard) *[]furtherRefs { return &s.further })
	t.past = gather(t.past, members, func(s *shard) *[]occurred { return &s.past })
	t.named = gather(t.named, members, func(s *shard) *[]named { return &s.named })
	t.sets = gather(t.sets, members, func(s *shard) *[][]key { return &s.sets })
	t.plans = gather(t.plans, members, func(s *shard) *[]point { return (*[]point)(&s.plans) })
	for i := range members {
		for object, count := range members[i].counts {
			t.counts[object].AddRows(count)
		}
		t.rejects.Merge(members[i].rejects)
	}
}

// rebase shifts a shard's references by the number of rows before it.
func (s *shard) rebase(further, plans, sets int) {
	for i := range s.objects {
		if s.objects[i].more {
			s.objects[i].building += key(further)
		}
	}
	for i := range s.buildings {
		if s.buildings[i].plan != 0 {
			s.buildings[i].plan += planRef(plans)
		}
	}
	for i := range s.past {
		if s.past[i].within != 0 {
			s.past[i].within += uint32(sets)
		}
	}
}

func gather[T any](into []T, members []shard, of func(*shard) *[]T) []T {
	n := 0
	for i := range members {
		n += len(*of(&members[i]))
	}
	if n == 0 {
		return into
	}
	into = append(make([]T, 0, len(into)+n), into...)
	for i := range members {
		rows := of(&members[i])
		into = append(into, *rows...)
		*rows = nil
	}
	return into
}

// settle keeps one row per object: the last occurrence. Of withdrawn ones it keeps homes, numbers and buildings.
func (t *tables) settle(ctx context.Context) {
	first, numbers, buildings := joinSpan(ctx, 0, 0), joinSpan(ctx, 0, 8), joinSpan(ctx, 8, 16)
	t.cities = settle(first, t.cities, t.count(Woonplaats), nil)
	t.streets = settle(first, t.streets, t.count(OpenbareRuimte), func(s street) bool { return s.city != 0 })
	t.numbers = settle(numbers, t.numbers, t.count(Nummeraanduiding), func(n number) bool { return n.street != 0 })
	t.buildings = settle(buildings, t.buildings, t.count(Pand), func(b building) bool { return b.plan != 0 })
	t.settleCityRelations(first)
	t.settleObjects(joinSpan(ctx, 16, 24))
	t.past = slices.Clip(dropSteady(t.past, steady, math.MaxUint16))
	t.named = slices.Clip(dropSteady(t.named, sameName, math.MaxUint16))
}

func (t *tables) count(o ObjectType) *gevel.RowCount { return &t.counts[o] }

// settle sorts rows by key and keeps the last occurrence of each object, a withdrawn one only if it is remembered.
func settle[T interface{ self() version }](
	ctx context.Context, rows []T, count *gevel.RowCount, remembered func(T) bool,
) []T {
	return settleBy(ctx, rows, func(T) *gevel.RowCount { return count }, remembered)
}

func settleBy[T interface{ self() version }](
	ctx context.Context, rows []T, countOf func(T) *gevel.RowCount, remembered func(T) bool,
) []T {
	sortFunc(ctx, rows, func(a, b T) int {
		va, vb := a.self(), b.self()
		if va.key != vb.key {
			return cmp.Compare(va.key, vb.key)
		}
		return cmp.Compare(va.ordinal, vb.ordinal)
	})
	kept := rows[:0]
	for i, row := range rows {
		count := countOf(row)
		if row.self().wasTakenBack() { // counts as past already
			count = new(gevel.RowCount)
		}
		switch {
		case i+1 < len(rows) && rows[i+1].self().key == row.self().key:
			count.Past++
		case row.self().withdrawn:
			if count.Withdrawn++; remembered != nil && remembered(row) {
				kept = append(kept, row)
			}
		default:
			kept = append(kept, row)
		}
	}
	clear(rows[len(kept):])
	return kept
}

// settleObjects settles units, berths and pitches, which share a table and differ in their ids.
func (t *tables) settleObjects(ctx context.Context) {
	t.objects = settleBy(ctx, t.objects, func(o object) *gevel.RowCount { return t.count(o.objectType()) },
		func(o object) bool { return o.main != 0 })
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
func (t *tables) settleCityRelations(ctx context.Context) {
	slices.SortStableFunc(t.cityRelations, func(a, b cityRelation) int {
		return cmp.Or(cmp.Compare(a.key, b.key), slices.Compare(a.begin[:], b.begin[:]))
	})
	for i := range t.cityRelations {
		t.cityRelations[i].ordinal = int32(i)
	}
	t.cityRelations = settle(ctx, t.cityRelations, t.count(GemeenteWoonplaats), nil)
}

// finder finds rows of a settled table by key. It searches outwards from the row found last, since references
// are mostly close together.
type finder[T interface{ self() version }] struct {
	rows []T
	last int
}

// find returns the index of the row with key k.
func (f *finder[T]) find(k key) (int, bool) {
	n := len(f.rows)
	low, high := min(f.last, n), min(f.last, n) // the row is between them, or at high
	for step := 1; low > 0 && f.rows[low-1].self().key >= k; step *= 2 {
		high, low = low, max(0, low-step)
	}
	for step := 1; high < n && f.rows[high].self().key < k; step *= 2 {
		low, high = high+1, min(n, high+step)
	}
	i, ok := slices.BinarySearchFunc(f.rows[low:min(n, high+1)], k, func(row T, k key) int {
		return cmp.Compare(row.self().key, k)
	})
	f.last = low + i
	return f.last, ok
}

// neededOutlines returns a test for the buildings whose outline is needed; nil: all are.
func (t *tables) neededOutlines(opt Options) func(key) bool {
	if opt.Footprints != nil {
		return nil
	}
	return t.referencedBuildings()
}

// referencedBuildings returns a test for the buildings of the objects read so far, now or before: only their outlines are
// needed.
func (t *tables) referencedBuildings() func(key) bool {
	keys := make([]key, 0, len(t.objects))
	for i := range t.objects {
		keys = t.appendBuildings(keys, &t.objects[i])
	}
	for i := range t.past {
		keys = append(keys, t.past[i].building)
	}
	keys = list.InOrder(slices.Concat(append(t.sets, keys)...))
	return func(k key) bool {
		_, ok := slices.BinarySearch(keys, k)
		return ok
	}
}

// appendBuildings appends the buildings of an object to keys.
func (t *tables) appendBuildings(keys []key, o *object) []key {
	switch {
	case o.more:
		return append(keys, t.further[o.building].buildings...)
	case o.building != 0:
		return append(keys, o.building)
	}
	return keys
}
