package energy

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/gevel/gevel"
)

// blockSize is how many labels a block of the collector has.
const blockSize = 1 << 16

// collector gathers labels as they are read.
type collector struct {
	blocks   [][]entry // of blockSize each: one long slice that grows would be in memory twice
	suffixes []suffix
	places   map[suffix]int
	most     int // suffixes
}

func newCollector() *collector {
	c := &collector{places: map[suffix]int{}, most: mostSuffix}
	c.place(suffix{})
	return c
}

// place returns where a suffix stands in the list.
func (c *collector) place(s suffix) int {
	place, ok := c.places[s]
	if !ok {
		place = len(c.suffixes)
		c.places[s] = place
		c.suffixes = append(c.suffixes, s)
	}
	return place
}

func (c *collector) add(l Label) {
	e := entry{
		registered: l.Registered, surveyed: l.Surveyed, validUntil: l.ValidUntil,
		surface: packOpt(l.Surface), energy: packOpt(l.PrimaryEnergy),
		class: l.Class, buildType: l.Type, status: l.Status, method: l.Method,
	}
	e.id, _ = packID(l.ID) // 16 digits: Read checked it
	if l.Address != (gevel.AddressQuery{}) && len(c.suffixes) < c.most {
		place := c.place(suffix{l.Address.HouseLetter, l.Address.HouseNumberExt})
		e.address = packAddress(l.Address.PostalCode, l.Address.HouseNumber, place)
	}
	last := len(c.blocks) - 1
	if last < 0 || len(c.blocks[last]) == blockSize {
		c.blocks = append(c.blocks, make([]entry, 0, blockSize))
		last++
	}
	c.blocks[last] = append(c.blocks[last], e)
}

// packID returns the digits of an id, 0 for none.
func packID(id gevel.BAGID) (uint64, error) {
	if id == "" {
		return 0, nil
	}
	return strconv.ParseUint(string(id), 10, 64)
}

// labels sorts what was gathered.
func (c *collector) labels(ctx context.Context) (*Labels, error) {
	if len(c.suffixes) >= c.most {
		return nil, gevel.Refusal("fetch the file anew",
			"the addresses have %d different letters and extensions, which no register has", len(c.suffixes))
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	all := slices.Concat(c.blocks...)
	c.blocks = nil
	c.sortSuffixes(all)
	slices.SortFunc(all, func(a, b entry) int { return compareEntries(&a, &b) })
	l := &Labels{entries: all[:0], suffixes: c.suffixes}
	for i := range all {
		e := &all[i]
		if i+1 < len(all) && e.sameHome(&all[i+1]) && e.registered == all[i+1].registered {
			l.Repeated++
			continue
		}
		l.entries = append(l.entries, *e)
	}
	return l, nil
}

// sortSuffixes puts the suffixes of all entries in an order that does not hang on the order of rows.
func (c *collector) sortSuffixes(all []entry) {
	sorted := slices.SortedFunc(slices.Values(c.suffixes), func(a, b suffix) int {
		return cmp.Or(cmp.Compare(a.letter, b.letter), cmp.Compare(a.ext, b.ext))
	})
	moved := make([]uint64, len(sorted))
	for to, s := range sorted {
		moved[c.places[s]] = uint64(to)
	}
	for i := range all {
		if e := &all[i]; e.address != 0 {
			e.address = e.address - e.address%mostSuffix + moved[e.address%mostSuffix]
		}
	}
	c.suffixes = sorted
}
