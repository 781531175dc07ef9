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

// noteEntered notes on which days homes became known that were not at first.
func (g *Homes) noteEntered() {
	for i, s := range g.Statuses {
		if i == 0 || !s.Status.Stands() {
			continue
		}
		before := &g.Statuses[i-1]
		if before.Home != s.Home || before.Status != gevel.Gone || before.Since != gevel.Always {
			continue
		}
		if row, ok := g.row(s.Home); ok && g.Dwellings[row].Entered == 0 {
			g.Dwellings[row].Entered = s.Known
		}
	}
}

// status returns the status of the unit with an id on a day, as known before it.
func (g *Homes) status(id gevel.BAGID, day gevel.Date) gevel.Status {
	first, _ := slices.BinarySearchFunc(g.Statuses, id, func(s gevel.StatusStep, id gevel.BAGID) int {
		return cmp.Compare(s.Home, id)
	})
	end := first
	for end < len(g.Statuses) && g.Statuses[end].Home == id {
		end++
	}
	return gevel.StatusAt(g.Statuses[first:end], gevel.OnDay(day))
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

// FindOn is Find on a day; a house number that nothing bore then is looked up among the addresses of now, and then of all
// days.
func (g *Homes) FindOn(q gevel.AddressQuery, day gevel.Date) (gevel.Dwelling, gevel.Address, error) {
	all := g.at(q.PostalCode, q.HouseNumber)
	on := func(day gevel.Date) []gevel.Address {
		status := func(id gevel.BAGID) gevel.Status { return g.status(id, day) }
		return gevel.BorneOn(slices.Clone(all), day, status)
	}
	there := on(day)
	if len(there) == 0 {
		there = on(gevel.Latest.Valid)
	}
	if len(there) == 0 {
		there = all
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
