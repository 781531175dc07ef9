package energy

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

// Labels are all registrations of a file in memory, 32 bytes each: by home, which is the BAG id or,
// for labels without one, the address as it is spelled; then by the day of registration. Those
// without an id come first. Of several that a home got on one day only the last surveyed is kept.
type Labels struct {
	// Repeated is how many labels were left out for another of the same home and day.
	Repeated int

	entries  []entry
	suffixes *gevel.Names // letters and extensions of addresses
}

// History is the labels of one home, the first registered first.
type History []Label

// Collect reads a total file of EP-Online into memory. Errors: see Read.
func Collect(ctx context.Context, path string, opt Options) (*Labels, *Summary, error) {
	l := &Labels{suffixes: gevel.NewNames()}
	summary, err := Read(ctx, path, opt, l.add)
	if err == nil && l.suffixes.Len() >= mostSuffix {
		err = gevel.Refusal("fetch the file anew",
			"read energy labels %s: the addresses have %d different letters and extensions, which no register has", path, mostSuffix)
	}
	if err != nil {
		return nil, nil, err
	}
	l.sort()
	return l, summary, nil
}

// Newest returns the last day on which a label was registered, gevel.NoDate when there is none.
func (l *Labels) Newest() gevel.Date {
	newest := gevel.NoDate
	for i := range l.entries {
		newest = max(newest, l.entries[i].registered)
	}
	return newest
}

// Homes returns the labels of each home: those without an id by address, then those with one by
// id. A history is good until the next one is asked for.
func (l *Labels) Homes() iter.Seq[History] {
	return func(yield func(History) bool) {
		var h History
		for first := 0; first < len(l.entries); first += len(h) {
			h = h[:0]
			for i := first; i < len(l.entries) && l.entries[i].sameHome(&l.entries[first]); i++ {
				h = append(h, l.label(&l.entries[i]))
			}
			if !yield(h) {
				return
			}
		}
	}
}

// entry is a label.
type entry struct {
	id         gevel.BAGNumber // 0 is none
	address    uint64          // postal code, house number and suffix, in that order; 0 is none
	registered gevel.Date
	surveyed   gevel.Date
	validUntil gevel.Date
	class      gevel.EnergyLabel
	buildType  gevel.BuildType
	isPermit   bool
}

// Bits of an address: 23 for 9 000 x 676 postal codes, 17 for the house number, the rest for the
// number of letter and extension among the suffixes.
const (
	suffixBits = 24
	numberBits = 17
	mostSuffix = 1 << suffixBits
	// suffixSign stands between letter and extension, and in neither.
	suffixSign = "\x00"
)

func (l *Labels) add(label Label) {
	e := entry{
		id: label.ID.Number(), registered: label.Registered, surveyed: label.Surveyed, validUntil: label.ValidUntil,
		class: label.Class, buildType: label.Type, isPermit: label.IsPermit,
	}
	if a := label.Address; a != (gevel.AddressQuery{}) && l.suffixes.Len() < mostSuffix {
		suffix := l.suffixes.Add(a.HouseLetter + suffixSign + a.HouseNumberExt)
		e.address = (packCode(a.PostalCode)<<numberBits|uint64(a.HouseNumber))<<suffixBits | uint64(suffix)
	}
	l.entries = append(l.entries, e)
}

// packCode numbers the postal codes in their order, from 1000AA = 676000.
func packCode(code gevel.PostalCode) uint64 {
	digits, _ := strconv.ParseUint(code.PC4(), 10, 64) // four digits: ParsePostalCode checked it
	return (digits*26+uint64(code[4]-'A'))*26 + uint64(code[5]-'A')
}

func unpackCode(n uint64) gevel.PostalCode {
	return gevel.PostalCode(fmt.Sprintf("%04d%c%c", n/(26*26), 'A'+rune(n/26%26), 'A'+rune(n%26)))
}

func (l *Labels) label(e *entry) Label {
	label := Label{
		Registered: e.registered, Surveyed: e.surveyed, ValidUntil: e.validUntil,
		Class: e.class, Type: e.buildType, IsPermit: e.isPermit,
	}
	if e.id != 0 {
		label.ID = e.id.ID()
	}
	if e.address != 0 {
		letter, ext, _ := strings.Cut(l.suffix(e.address), suffixSign)
		label.Address = gevel.AddressQuery{
			PostalCode:  unpackCode(e.address >> (numberBits + suffixBits)),
			HouseNumber: int(e.address >> suffixBits % (1 << numberBits)),
			HouseLetter: letter, HouseNumberExt: ext,
		}
	}
	return label
}

// suffix returns the letter and extension of an address.
func (l *Labels) suffix(address uint64) string { return l.suffixes.Name(int32(address % mostSuffix)) }

func (e *entry) sameHome(other *entry) bool {
	return e.id == other.id && (e.id != 0 || e.address == other.address)
}

// sort puts the labels in their order, and keeps one of a home and day.
func (l *Labels) sort() {
	slices.SortFunc(l.entries, func(a, b entry) int { return l.compare(&a, &b) })
	kept := l.entries[:0]
	for i := range l.entries {
		e := &l.entries[i]
		if i+1 < len(l.entries) && e.sameHome(&l.entries[i+1]) && e.registered == l.entries[i+1].registered {
			l.Repeated++
			continue
		}
		kept = append(kept, *e)
	}
	l.entries = kept
}

// compare orders by home, then by the day of registration, then by the survey's day and the label's certainty: the last
// label of a day counts. It looks at every field, so that the order of rows in a file changes nothing.
func (l *Labels) compare(a, b *entry) int {
	switch {
	case a.id != b.id: // nearly always; the rest is dear
		return cmp.Compare(a.id, b.id)
	case a.id == 0 && a.address != b.address:
		return l.compareAddresses(a.address, b.address)
	case a.registered != b.registered:
		return cmp.Compare(a.registered, b.registered)
	case a.surveyed != b.surveyed:
		return cmp.Compare(a.surveyed, b.surveyed)
	case a.isPermit != b.isPermit && a.isPermit: // one of a drawing before one of the building
		return -1
	case a.isPermit != b.isPermit:
		return 1
	}
	return cmp.Or(
		cmp.Compare(a.validUntil, b.validUntil),
		cmp.Compare(b.class, a.class), // in doubt the worse one counts
		cmp.Compare(a.buildType, b.buildType),
		l.compareAddresses(a.address, b.address),
	)
}

func (l *Labels) compareAddresses(a, b uint64) int {
	if a == b || a>>suffixBits != b>>suffixBits {
		return cmp.Compare(a, b)
	}
	return cmp.Compare(l.suffix(a), l.suffix(b))
}
