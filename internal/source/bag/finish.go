package bag

import (
	"runtime/debug"

	"github.com/gevel/gevel"
)

// homeRow is a dwelling whose texts are still references, in 24 bytes.
type homeRow struct {
	object, number uint32 // rows of the tables
	at             point
	surface        int32
	built          built
}

// finish sorts the addresses and turns all rows into addresses and dwellings. These take several times the
// memory of the rows, so everything else is freed first.
func (j *joiner) finish() *Register {
	r := &Register{AsOf: j.asOf, Rejects: j.rejects, Objects: map[ObjectType]Count{}, Light: j.light}
	for o, count := range j.counts {
		if count != (Count{}) {
			r.Objects[ObjectType(o)] = count
		}
	}
	s := spelling{
		numbers: idsOf(j.numbers), objects: idsOf(j.objects), streets: j.cityStreets.list, exts: map[[4]byte]string{},
	}
	rows, homes := j.rows, j.homes // in the order of their ids, like the objects
	r.Statuses = j.statusPeriods()
	if j.units != nil {
		r.Units = unitsOf(*j.units, homes)
	}
	progress := j.progress
	*j.tables, *j = tables{}, joiner{}
	sortFunc(rows, compareRows, progress.stretch(20))
	makeRoom(progress.stretch(3))
	r.Addresses = s.addresses(rows, progress.stretch(10))
	makeRoom(progress.stretch(1)) // by freeing rows
	r.Dwellings = s.dwellings(homes, progress.stretch(6))
	return r
}

// makeRoom frees unused memory now. The collector would wait until the heap has doubled, and the gaps left
// are too small for what comes.
func makeRoom(s stretch) {
	debug.FreeOSMemory()
	s.add(1)
}

// dwellings turns rows of homes into dwellings.
func (s *spelling) dwellings(homes []homeRow, progress stretch) []gevel.Dwelling {
	list := make([]gevel.Dwelling, len(homes))
	for i := range homes {
		progress.at(i, len(homes))
		h := &homes[i]
		d := &list[i]
		d.ID, d.NumberID = s.objects.of(h.object), s.numbers.of(h.number)
		if h.at != (point{}) {
			d.At = h.at.metres()
		}
		if h.surface > 0 {
			d.UseSurface = gevel.Some(int(h.surface))
		}
		if h.built.year > 0 {
			d.BuildYear = gevel.Some(int(h.built.year))
		}
		d.BuildType = h.built.kind
	}
	return list
}
