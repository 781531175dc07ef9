// Package register merges what the sources say of homes: the register of addresses and buildings, and what else
// registers hold. One table of precedence says which source wins; every characteristic keeps where it comes from.
package register

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source/bag"
)

// Homes are the homes of the country as all sources together know them. They implement flatfile.Register.
type Homes struct {
	Addresses []gevel.Address    // as bag.Register has them
	Dwellings []gevel.Dwelling   // by id
	Statuses  []gevel.StatusStep // of units that were not always in use, by id
	// Attributes are the characteristics that homes may have: the standard ones, then what other
	// sources bring. Facts and sources of a home are about places in it, so it only grows.
	Attributes gevel.Attributes
	// Sources are what their characteristics come from; nil are the standard ones.
	Sources gevel.Sources
	mainOf  []int32 // main addresses of homes, by object id
	// units are the homes of each building, kept until all buildings were read; pasts is what they were.
	units []bag.Unit
	pasts [][]gevel.Step

	// NeighbourhoodOf has by row of Dwellings the number of the home's neighbourhood, NoNeighbourhood for
	// one that is not known; nil where none is. Homes of one number share the facts of Neighbourhoods.
	NeighbourhoodOf []int32
	Neighbourhoods  [][]gevel.Fact
}

// FromBAG returns the homes of a delivery of the register, each placed in its stretch of street.
// They take over its addresses and dwellings.
func FromBAG(ctx context.Context, r *bag.Register) *Homes {
	g := &Homes{
		Addresses: r.Addresses, Dwellings: r.Dwellings, Statuses: r.Statuses, Attributes: gevel.Standard(),
		units: r.Units, pasts: r.Pasts,
	}
	g.noteMain()
	g.noteEntered()
	g.placeHomes(gevel.Span(ctx, "stretches of streets", 0.2, 0.7))
	g.nameSources()
	return g
}

// noteMain notes the main addresses of homes.
func (g *Homes) noteMain() {
	for i := range g.Addresses {
		a := &g.Addresses[i]
		if _, ok := g.row(a.ObjectID); ok && a.Main {
			g.mainOf = append(g.mainOf, int32(i))
		}
	}
	slices.SortFunc(g.mainOf, func(a, b int32) int {
		return cmp.Compare(g.Addresses[a].ObjectID, g.Addresses[b].ObjectID)
	})
}

// noteEntered notes on which days homes became known that were not at first: no units, or units of another use.
func (g *Homes) noteEntered() {
	for first := 0; first < len(g.Statuses); {
		steps := g.stepsFrom(first)
		first += len(steps)
		row, ok := g.row(steps[0].Home)
		stands := slices.IndexFunc(steps, func(s gevel.StatusStep) bool { return s.Status.Stands() })
		if ok && stands >= 0 && steps[stands].Known != gevel.NoDate {
			g.Dwellings[row].Entered = steps[stands].Known
		}
	}
}

// stepsFrom returns the steps of one unit, from a row of the statuses on.
func (g *Homes) stepsFrom(first int) []gevel.StatusStep {
	end := first
	for end < len(g.Statuses) && g.Statuses[end].Home == g.Statuses[first].Home {
		end++
	}
	return g.Statuses[first:end]
}

// status returns the status of the unit with an id on a day, as known before it.
func (g *Homes) status(id gevel.BAGID, day gevel.Date) gevel.Status {
	return gevel.StatusAt(g.statusesOf(id), gevel.OnDay(day))
}

// statusesOf returns the statuses of the unit with an id, none where it was always in use.
func (g *Homes) statusesOf(id gevel.BAGID) []gevel.StatusStep {
	first, ok := slices.BinarySearchFunc(g.Statuses, id, func(s gevel.StatusStep, id gevel.BAGID) int {
		return cmp.Compare(s.Home, id)
	})
	if !ok {
		return nil
	}
	return g.stepsFrom(first)
}

// row returns the row of the home with an id.
func (g *Homes) row(id gevel.BAGID) (int, bool) {
	return slices.BinarySearchFunc(g.Dwellings, id, func(d gevel.Dwelling, id gevel.BAGID) int {
		return cmp.Compare(d.ID, id)
	})
}

// Dwelling returns the home with an id, and its main address.
func (g *Homes) Dwelling(id gevel.BAGID) (gevel.Dwelling, gevel.Address, bool) {
	d, ok := g.row(id)
	a, addressed := g.mainAddress(id)
	if !ok || !addressed {
		return gevel.Dwelling{}, gevel.Address{}, false
	}
	return g.Dwellings[d].With(g.shared(d), g.Attributes), *a, true
}

// DwellingOn is Dwelling with the main address of a day.
func (g *Homes) DwellingOn(id gevel.BAGID, day gevel.Date) (gevel.Dwelling, gevel.Address, bool) {
	d, a, ok := g.Dwelling(id)
	if then, known := g.mainAddressOn(id, day); known && ok {
		a = *then
	}
	return d, a, ok
}

// mainAddress returns the main address of the home with an id.
func (g *Homes) mainAddress(id gevel.BAGID) (*gevel.Address, bool) {
	return g.mainAddressOn(id, gevel.Latest.Valid)
}

// mainAddressOn returns the main address of the home with an id on a day.
func (g *Homes) mainAddressOn(id gevel.BAGID, day gevel.Date) (*gevel.Address, bool) {
	i := sort.Search(len(g.mainOf), func(i int) bool { return g.Addresses[g.mainOf[i]].ObjectID >= id })
	for ; i < len(g.mainOf) && g.Addresses[g.mainOf[i]].ObjectID == id; i++ {
		if a := &g.Addresses[g.mainOf[i]]; a.BorneOn(day) {
			return a, true
		}
	}
	return nil, false
}

// at returns the addresses with a postal code and a house number.
func (g *Homes) at(code gevel.PostalCode, number int) []gevel.Address {
	first := sort.Search(len(g.Addresses), func(i int) bool {
		a := &g.Addresses[i]
		return cmp.Or(cmp.Compare(a.PostalCode, code), cmp.Compare(a.HouseNumber, number)) >= 0
	})
	last := first
	for last < len(g.Addresses) && g.Addresses[last].PostalCode == code && g.Addresses[last].HouseNumber == number {
		last++
	}
	return g.Addresses[first:last]
}

// Find returns the home at an address. Errors: gevel.AddressNotFound, gevel.AmbiguousAddress, gevel.NotResidential.
func (g *Homes) Find(q gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error) {
	return g.FindOn(q, gevel.Latest.Valid)
}

// FindOn is Find on a day. A house number that nothing bore then is of what bore it last within two years before, else of
// what bore it first after that: what is registered later moves no sale from home to home.
func (g *Homes) FindOn(q gevel.AddressQuery, day gevel.Date) (gevel.Dwelling, gevel.Address, error) {
	all := g.at(q.PostalCode, q.HouseNumber)
	on := func(day gevel.Date) []gevel.Address {
		status := func(id gevel.BAGID) gevel.Status { return g.status(id, day) }
		return gevel.BorneOn(slices.Clone(all), day, status)
	}
	there := on(day)
	if len(there) == 0 {
		changes := g.changesOf(all)
		next, _ := slices.BinarySearch(changes, day)
		for i := next - 1; i >= 0 && len(there) == 0 && (changes[i] > day-oldNumberDays || day == gevel.Latest.Valid); i-- {
			there = on(changes[i])
		}
		for i := next; i < len(changes) && len(there) == 0; i++ {
			there = on(changes[i])
		}
	}
	address, err := q.Match(there)
	if err != nil {
		return gevel.Dwelling{}, gevel.Address{}, err
	}
	d, _, ok := g.Dwelling(address.ObjectID)
	if !ok {
		return gevel.Dwelling{}, gevel.Address{}, &gevel.Error{
			Code: gevel.NotResidential, Message: address.String() + " is no home by its use",
		}
	}
	return d, address, nil
}

// oldNumberDays is how long a house number that nothing bears any more still names what bore it.
const oldNumberDays = 2 * 365

// changesOf returns in order the first and last days on which objects bear addresses, or have a status.
func (g *Homes) changesOf(addresses []gevel.Address) (days []gevel.Date) {
	for _, a := range addresses {
		days = append(days, a.From, a.Until-1)
		for _, s := range g.statusesOf(a.ObjectID) {
			seen := max(s.Known+1, s.Since)
			days = append(days, seen-1, seen)
		}
	}
	slices.Sort(days)
	return slices.Compact(days)
}

// FillRate is of how many homes a characteristic is known, and from which source.
type FillRate struct {
	Label  string // of the characteristic
	Homes  int
	Source map[gevel.Source]int // homes by source; under gevel.NoSource and gevel.FromShared the value is unknown
}

// FillRates returns the fill rates of the standard characteristics, and of the others that some home
// has, in the order of the table.
func (g *Homes) FillRates() (rates []FillRate) {
	for k := range g.Attributes {
		a := &g.Attributes[k]
		rate := FillRate{a.Label, len(g.Dwellings), map[gevel.Source]int{}}
		for i := range g.Dwellings {
			rate.Source[g.sourceOf(i, k)]++
		}
		if !a.IsExtra() || rate.Source[gevel.NoSource] < rate.Homes {
			rates = append(rates, rate)
		}
	}
	return rates
}
