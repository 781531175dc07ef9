package sales

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"hash/maphash"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/spelling"
)

// row is a row being read.
type row struct {
	im *importer
	flatfile.Row
	zip       string // of a Dutch address
	revisedOn []gevel.Date
	revisions []gevel.Revision
}

// text returns a value; in a detailed reading a postal code that can't be read is a fault.
func (r *row) text(c int) string {
	if r.im.Detailed && c == flatfile.PostalCode {
		return r.TextOrFault(c)
	}
	return r.Text(c)
}

// faultCostsIncluded counts prices v.o.n.: a sale has no field for who pays the costs.
const faultCostsIncluded = "costs_included" // the price includes the costs of buying (v.o.n.), and is taken as it is

func (r *row) price() gevel.Euro {
	v := r.Number(price, priceBounds)
	if !v.Known {
		r.Lack(price)
	}
	if written := r.Value(price); spelling.CostsOf(written) == spelling.OfTheSeller {
		r.Note(faultCostsIncluded, "price: %s holds the costs of buying, and is taken as it is", spelling.Quote(written))
	}
	return gevel.Euro(math.Round(v.V))
}

func (r *row) days() (sold, known gevel.Date) {
	sold = r.Day(saleDate, gevel.NoDate, r.im.AsOf)
	if sold == gevel.NoDate {
		r.Lack(saleDate)
	}
	known = r.Day(knownDate, r.im.delivered.Or(sold), r.im.AsOf)
	if known < sold {
		r.Bad(knownDate, fmt.Errorf("%s lies before the sale of %s", known, sold))
	}
	return sold, known
}

// The columns of the flat sales file that are no characteristics: those are attributes.

const (
	saleID = flatfile.HouseNumberExt + 1 + iota
	saleDate
	knownDate
	price
	lat
	lon
	planeX
	planeY
	street
	packageDeal
	familySale
	rentedOut
	auction
	mutationCode
	buildingCode
	ownershipRight
	ownershipShare
)

// Columns that say to which part of the market a sale belongs; only a referee of values reads them.
const (
	municipality = ownershipShare + 1 + iota
	corop
	loanAmount
)

// detailed is the schema with them. A known date whose day and month are unclear costs its row, and not the file.
var detailed = flatfile.Schema{
	Names:    append(slices.Clone(schema.Names), "municipality", "corop", "loan_amount"),
	Days:     []int{saleDate},
	Needs:    needs,
	Meanings: withLoans(schema.Meanings),
}

func withLoans(meanings map[int]flatfile.Meaning) map[int]flatfile.Meaning {
	all := maps.Clone(meanings)
	all[loanAmount] = flatfile.Meaning{Possible: loanBounds, Likely: meanings[price].Likely}
	return all
}

// needs are the columns by which the header of a sales file is known.
var needs = [][]int{{saleDate, price}}

// schema names the columns, in the order of their numbers.
var schema = flatfile.Schema{
	Names: append(flatfile.HomeColumns(),
		"sale_id", "sale_date", "known_date", "price", "lat", "lon", "x", "y", "street",
		"package_deal", "family_sale", "rented_out", "auction",
		"mutation_code", "building_code", "ownership_right", "ownership_share",
	),
	Days:  []int{saleDate, knownDate},
	Needs: needs,
	Meanings: map[int]flatfile.Meaning{
		price:  {Possible: priceBounds, Likely: flatfile.Bounds{Low: leastPrice, High: priceBounds.High}},
		lat:    flatfile.AnyOf(latBounds),
		lon:    flatfile.AnyOf(lonBounds),
		planeX: flatfile.AnyOf(planeBounds),
		planeY: flatfile.AnyOf(planeBounds),
	},
}

// leastPrice is less than any home costs: 350.000 is no 350 euros.
const leastPrice = 1000

var (
	loanBounds  = flatfile.Bounds{Low: 0, High: priceBounds.High}
	priceBounds = flatfile.Bounds{Low: 1, High: 1e13} // any currency; exact in a float64
	latBounds   = flatfile.Bounds{Low: -90, High: 90}
	lonBounds   = flatfile.Bounds{Low: -180, High: 180}
	planeBounds = flatfile.Bounds{Low: -1e8, High: 1e8} // metres, beyond any projection of the earth
)

// ColumnNames returns gevel's names of the columns of a detailed reading.
func ColumnNames() []string {
	names := slices.Clone(detailed.Names)
	for _, a := range gevel.Standard() {
		names = append(names, a.Column)
	}
	return names
}

// Detail is what a referee of values asks of a sale, besides the sale. "" and 0 are unknown.
type Detail struct {
	Homes               []string // keys of the home: see flatfile.Row.HomeKeys
	HouseType           string   // as it is written
	Municipality, COROP string
	Loan                float64 // euros
}

// detail returns the details of a sale that is kept, nil unless they are asked for. What can't be read is a fault, and
// unknown.
func (r *row) detail() *Detail {
	if !r.im.Detailed {
		return nil
	}
	text := func(c int) string { return r.Texts.Of(r.TextOrFault(c)) }
	d := &Detail{Homes: r.HomeKeys(), Municipality: text(municipality), COROP: text(corop)}
	d.Loan = r.NumberOrFault(loanAmount, loanBounds).V
	if f, _, ok := r.Find("build_type"); ok {
		d.HouseType = r.houseType(f.Of(r.Fields))
	}
	return d
}

// houseType returns a house type as it is written, "" for a word for unknown.
func (r *row) houseType(written string) string {
	if !utf8.ValidString(written) {
		r.Note(flatfile.ReasonBadColumn+"build_type", "build_type: %s is not UTF-8", spelling.Quote(written))
		return ""
	}
	if t, ok := spelling.HouseType(written); ok && t == 0 {
		return ""
	}
	return r.Texts.Of(written)
}

// reject rejects the row.
func (r *row) reject(s *gevel.Sale) {
	if r.im.Detailed {
		r.im.leftOut = append(r.im.leftOut, gevel.LeftOut{ID: s.ID, Homes: r.HomeKeys(), Date: s.Date, Reason: r.Reason})
	}
	r.Row.Reject()
}

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
	im.Rows++
	if detail != nil {
		im.details[s.ID] = detail
	}
	im.keep(&entry{Sale: s, from: im, line: r.Line, postalCode: r.zip, revisions: r.enterRevisions(&s)})
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

// A row that is repeated takes the memory of one while a file is read.

func isIDOf(first *entry) string {
	return fmt.Sprintf("it has the id of %s line %d", first.from.Name, first.line)
}

// firstKey is a delivery of an id, of sales abroad apart from those in the Netherlands: among Dutch ones those
// abroad are slips, which is known only when all are read, and is no reason to lose another.
type firstKey struct {
	id, dwelling string
	sold, known  gevel.Date
	price        gevel.Euro
	abroad       bool
}

func (im *importer) firstKeyOf(e *entry) firstKey {
	abroad := im.inDegrees() && e.At.Known() && !inNetherlands(e.At.Y, e.At.X)
	return firstKey{e.ID, e.DwellingID, e.Date, e.KnownDate, e.Price, abroad}
}

// firsts are where the entry of each delivery of an id is, by a hash of its key or, where another has that, a number
// after it: the keys themselves would take as much memory as the sales.
type firsts map[uint64]int32

var firstSeed = maphash.MakeSeed()

// keep holds on to an entry, or to the one like it that it comes before or after.
func (im *importer) keep(e *entry) {
	key := im.firstKeyOf(e)
	slot := maphash.Comparable(firstSeed, key)
	at, ok := im.firsts[slot]
	for ok && im.firstKeyOf(im.entries[at]) != key {
		slot++
		at, ok = im.firsts[slot]
	}
	if !ok {
		im.firsts[slot] = int32(len(im.entries))
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
