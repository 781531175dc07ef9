package sales

import (
	"fmt"
	"math"
)

// Of sales of one id only the one known first is held on to while a file is read, so that it takes
// the memory of what is kept, however often a row is repeated.

func isIDOf(first *entry) string {
	return fmt.Sprintf("it has the id of %s line %d", first.from.Name, first.line)
}

// firstKey is an id, of sales abroad apart from those in the Netherlands: among Dutch ones those
// abroad are slips, which is known only when all are read, and is no reason to lose another.
type firstKey struct {
	id     string
	abroad bool
}

// keep holds on to an entry, or to the one of the same id that it comes before or after.
func (im *importer) keep(e *entry) {
	key := firstKey{e.ID, im.inDegrees() && e.At.Known() && !inNetherlands(e.At.Y, e.At.X)}
	at, ok := im.firsts[key]
	if !ok {
		im.firsts[key] = len(im.entries)
		im.entries = append(im.entries, e)
		return
	}
	first := im.entries[at]
	if im.compareEntries(e, first) < 0 {
		*e, *first = *first, *e
	}
	im.drop(e, ReasonDuplicateID, isIDOf(first))
}

// alike reports whether two entries of one id say the same.
func (im *importer) alike(a, b *entry) bool {
	if a.Price != b.Price || a.DwellingID != b.DwellingID || a.At != b.At || a.Place != b.Place ||
		a.PC4 != b.PC4 || a.Street != b.Street || a.City != b.City {
		return false
	}
	for k := range im.Table {
		v, w := im.Table[k].Get(&a.Characteristics), im.Table[k].Get(&b.Characteristics)
		if v != w && !(math.IsNaN(v) && math.IsNaN(w)) {
			return false
		}
	}
	return true
}
