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
			return fmt.Errorf("line %d: %w", im.Line, err)
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
	im.Rows++
	if detail != nil {
		im.details[s.ID] = detail
	}
	im.keep(&entry{Sale: s, from: im, line: im.Line, postalCode: r.zip})
	return nil
}

// sale returns the sale by the row alone.
func (r *row) sale() gevel.Sale {
	var s gevel.Sale
	s.ID = strings.Clone(r.text(saleID))
	s.Price = r.price()
	s.Date, s.KnownDate = r.days()
	if r.im.Detailed {
		s.Characteristics = r.CharacteristicsOrFaults(s.Date)
	} else {
		s.Characteristics = r.Characteristics(s.Date)
	}
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
