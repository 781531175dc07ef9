package energy

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sort"

	"github.com/gevel/gevel"
)

// Labels are all registrations of a file in memory, 40 bytes each: by home, which is the BAG id or,
// for labels without one, the address as it is spelled; then by the day of registration. Those
// without an id come first. Of several that a home got on one day only the last surveyed is kept.
type Labels struct {
	// Repeated is how many labels were left out for another of the same home and day.
	Repeated int

	entries  []entry
	suffixes []suffix
}

// suffix is the letter and the extension of an address.
type suffix struct{ letter, ext string }

// History is the labels of one home, the first registered first.
type History []Label

// Before returns the newest label that was registered before a day, as a valuation of that day
// knows it. It may be expired by then.
func (h History) Before(day gevel.Date) (Label, bool) {
	n := sort.Search(len(h), func(i int) bool { return h[i].Registered >= day })
	if n == 0 {
		return Label{}, false
	}
	return h[n-1], true
}

// Collect reads a total file of EP-Online into memory. Errors: see Read.
func Collect(ctx context.Context, path string, opt Options) (*Labels, *Summary, error) {
	c := newCollector()
	summary, err := Read(ctx, path, opt, c.add)
	if err != nil {
		return nil, nil, err
	}
	labels, err := c.labels(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("read energy labels %s: %w", path, err)
	}
	return labels, summary, nil
}

// Len returns how many labels there are.
func (l *Labels) Len() int { return len(l.entries) }

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
			end := first + 1
			for end < len(l.entries) && l.entries[end].sameHome(&l.entries[first]) {
				end++
			}
			if h = l.history(h[:0], first, end); !yield(h) {
				return
			}
		}
	}
}

// Of returns the labels of the home with an id, nothing when there is none.
func (l *Labels) Of(id gevel.BAGID) History {
	want, err := packID(id)
	if err != nil || want == 0 {
		return nil
	}
	first, end := l.rangeOf(want, 0, want, 0)
	return l.history(nil, first, end)
}

// At returns the labels without an id at a postal code and house number, by letter, extension and day.
func (l *Labels) At(code gevel.PostalCode, number int) []Label {
	code, err := gevel.ParsePostalCode(string(code))
	if err != nil || number < gevel.MinHouseNumber || number > gevel.MaxHouseNumber {
		return nil
	}
	first, end := l.rangeOf(0, packAddress(code, number, 0), 0, packAddress(code, number, mostSuffix-1))
	return l.history(nil, first, end)
}

// rangeOf returns where the labels of homes from one to another, both included, stand.
func (l *Labels) rangeOf(fromID, fromAddress, toID, toAddress uint64) (first, end int) {
	first = sort.Search(len(l.entries), func(i int) bool {
		id, address := l.entries[i].home()
		return id > fromID || id == fromID && address >= fromAddress
	})
	end = first
	for ; end < len(l.entries); end++ {
		if id, address := l.entries[end].home(); id > toID || id == toID && address > toAddress {
			break
		}
	}
	return first, end
}

func (l *Labels) history(h History, first, end int) History {
	h = slices.Grow(h, end-first)
	for i := first; i < end; i++ {
		h = append(h, l.label(&l.entries[i]))
	}
	return h
}

func (l *Labels) label(e *entry) Label {
	label := Label{
		ID: unpackID(e.id), Registered: e.registered, Surveyed: e.surveyed, ValidUntil: e.validUntil,
		Class: e.class, Type: e.buildType, Status: e.status, Method: e.method,
		Surface: unpackOpt(e.surface), PrimaryEnergy: unpackOpt(e.energy),
	}
	if e.address != 0 {
		s := l.suffixes[e.address%mostSuffix]
		label.Address = gevel.AddressQuery{
			PostalCode:  unpackCode(e.address >> (numberBits + suffixBits)),
			HouseNumber: int(e.address >> suffixBits % (1 << numberBits)),
			HouseLetter: s.letter, HouseNumberExt: s.ext,
		}
	}
	return label
}
