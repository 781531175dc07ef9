package sales

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
)

// add reads a row, and keeps or rejects it. An error is one of the register's.
func (im *importer) add(read flatfile.Row) error {
	r := row{im: im, Row: read}
	r.checkMarks() // first: of what is no sale of a home little else need make sense
	s := r.sale()
	if r.Reason == "" {
		if err := r.home(&s); err != nil {
			return fmt.Errorf("line %d: %w", r.Line, err)
		}
	}
	if r.Reason == "" {
		r.checkBounds(&s)
	}
	if r.Reason != "" {
		r.reject(&s)
		return nil
	}
	detail := r.detail()
	r.Enter(&s.Characteristics)
	if s.ID == "" {
		s.ID = im.madeUpID(&s)
	}
	r.enterRevisions(&s)
	im.Rows++
	if detail != nil {
		im.details[s.ID] = detail
	}
	im.keep(&entry{Sale: s, from: im, line: r.Line, postalCode: r.zip})
	return nil
}

// sale returns the sale by the row alone.
func (r *row) sale() gevel.Sale {
	var s gevel.Sale
	s.ID = strings.Clone(r.text(saleID))
	s.Price = r.price()
	s.Date, s.KnownDate = r.days()
	leniency := flatfile.Strict
	switch {
	case r.im.Detailed:
		leniency = flatfile.Detailed
	case r.im.Register != nil:
		leniency = flatfile.Registered
	}
	s.Characteristics = r.Characteristics(s.Date, leniency)
	return s
}

// madeUpID returns an id for a sale without one, from its dwelling, date and price;
// when the dwelling has no id either, from all that is known of the sale.
func (im *importer) madeUpID(s *gevel.Sale) string {
	dwelling := s.DwellingID
	if dwelling == "" {
		h := fnv.New64a()
		h.Write([]byte(im.fingerprint(s)))
		dwelling = fmt.Sprintf("%016x", h.Sum64())
	}
	return fmt.Sprintf("%s/%s/%d", dwelling, s.Date, s.Price)
}

// fingerprint is all that is known of a sale, in an order that the file's columns don't change.
func (im *importer) fingerprint(s *gevel.Sale) string {
	plain := *s
	plain.Extra = nil
	var extras []string
	for i := range im.Table {
		if a := &im.Table[i]; a.IsExtra() && a.Known(&s.Characteristics) {
			extras = append(extras, fmt.Sprintf("%s=%q", a.Column, a.Text(a.Get(&s.Characteristics))))
		}
	}
	slices.Sort(extras)
	return fmt.Sprintf("%#v %v", plain, extras)
}

// compareKnown orders entries by the day they were known, so that going through
// them never meets a sale before one that was known earlier.
func compareKnown(a, b *entry) int {
	if c := cmp.Or(cmp.Compare(a.KnownDate, b.KnownDate), cmp.Compare(a.Date, b.Date)); c != 0 {
		return c
	}
	return cmp.Compare(a.ID, b.ID)
}

// compareEntries orders the entries of a file as compareKnown does. It is a total
// order: entries that compare equal are alike.
func (im *importer) compareEntries(a, b *entry) int {
	if c := compareKnown(a, b); c != 0 || im.alike(a, b) {
		return c
	}
	return cmp.Compare(im.fingerprint(&a.Sale), im.fingerprint(&b.Sale))
}

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
	return im.Table.Equal(&a.Characteristics, &b.Characteristics)
}
