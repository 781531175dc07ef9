// Package register merges what the sources say of homes: the register of addresses and buildings, and what else
// registers hold. One table of precedence says which source wins; every characteristic keeps where it comes from.
package register

import (
	"cmp"
	"context"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/source/bag"
)

// Homes are the homes of the country as all sources together know them. They implement flatfile.Register.
type Homes struct {
	*edition.HomeRows
	Addresses *edition.AddressRows
	Statuses  []gevel.StatusStep // of units that were not always in use, by id
	// Sources are what their characteristics come from; nil are the standard ones.
	Sources gevel.Sources
	entered map[int]gevel.Date // by row, of homes that have it: see gevel.Dwelling
	// units are the homes of each building, kept until all buildings were read; pasts is what they were.
	units []bag.Unit
	pasts [][]gevel.Step
	// Neighbourhoods has by number the facts that the homes of a neighbourhood share.
	Neighbourhoods [][]gevel.Fact
}

// FromBAG returns the homes of a delivery of the register, each placed in its stretch of street. It takes the addresses
// and dwellings out of the delivery: both together fill the memory. Error: one has no ids.
func FromBAG(ctx context.Context, r *bag.Register) (g *Homes, err error) {
	g = &Homes{
		HomeRows: edition.MakeHomeRows(gevel.Standard(), len(r.Dwellings)), Statuses: r.Statuses, units: r.Units, pasts: r.Pasts,
	}
	g.Addresses, err = edition.NewAddressRows(gevel.Span(ctx, "", 0.2, 0.3), r.Addresses)
	if r.Addresses = nil; err != nil {
		return nil, err
	}
	for i := range r.Dwellings {
		d := &r.Dwellings[i]
		nameSources(d, g.Attributes)
		if err := g.Add(d); err != nil {
			return nil, err
		}
	}
	r.Dwellings = nil
	g.noteEntered()
	g.placeHomes(gevel.Span(ctx, "stretches of streets", 0.3, 0.7))
	return g, nil
}

// noteEntered notes on which days homes became known that were not at first: no units, or units of another use.
func (g *Homes) noteEntered() {
	g.entered = map[int]gevel.Date{}
	for first := 0; first < len(g.Statuses); {
		steps := g.stepsFrom(first)
		first += len(steps)
		row, ok := g.Row(steps[0].Home)
		stands := slices.IndexFunc(steps, func(s gevel.StatusStep) bool { return s.Status.Stands() })
		if ok && stands >= 0 && steps[stands].Known != gevel.NoDate {
			g.entered[row] = steps[stands].Known
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

// Dwelling returns the home with an id, and its main address.
func (g *Homes) Dwelling(id gevel.BAGID) (gevel.Dwelling, gevel.Address, bool) {
	return g.DwellingOn(id, gevel.Latest.Valid)
}

// rowsOf returns the rows of the home with an id and of its main address.
func (g *Homes) rowsOf(id gevel.BAGID) (row, address int, ok bool) {
	row, ok = g.Row(id)
	address, addressed := g.Addresses.MainOn(id, gevel.Latest.Valid)
	return row, address, ok && addressed
}

// DwellingOn is Dwelling with the main address of a day, if it had one.
func (g *Homes) DwellingOn(id gevel.BAGID, day gevel.Date) (gevel.Dwelling, gevel.Address, bool) {
	row, address, ok := g.rowsOf(id)
	if !ok {
		return gevel.Dwelling{}, gevel.Address{}, false
	}
	if then, known := g.Addresses.MainOn(id, day); known {
		address = then
	}
	d := g.At(row)
	d.Entered = g.entered[row]
	return d.With(g.shared(row), g.Attributes), g.Addresses.At(address), true
}

// Find returns the home at an address. Errors: gevel.AddressNotFound, gevel.AmbiguousAddress, gevel.NotResidential.
func (g *Homes) Find(q gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error) {
	return g.FindOn(q, gevel.Latest.Valid)
}

// FindOn is Find on a day. A house number that nothing bore then is of what bore it last within two years before, else of
// what bore it first after that: what is registered later moves no sale from home to home.
func (g *Homes) FindOn(q gevel.AddressQuery, day gevel.Date) (gevel.Dwelling, gevel.Address, error) {
	address, err := g.homeAt(q, day)
	if err != nil {
		return gevel.Dwelling{}, gevel.Address{}, err
	}
	d, _, _ := g.Dwelling(address.ObjectID)
	return d, address, nil
}

// homeAt returns the address that FindOn finds a home at.
func (g *Homes) homeAt(q gevel.AddressQuery, day gevel.Date) (gevel.Address, error) {
	all := g.Addresses.Find(q.PostalCode, q.HouseNumber, nil)
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
		return gevel.Address{}, err
	}
	if _, _, ok := g.rowsOf(address.ObjectID); !ok {
		return gevel.Address{}, &gevel.Error{Code: gevel.NotResidential, Message: address.String() + " is no home by its use"}
	}
	return address, nil
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
	return list.InOrder(days)
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
		rate := FillRate{a.Label, g.Len(), map[gevel.Source]int{}}
		for i := range g.Len() {
			rate.Source[g.sourceOf(i, k)]++
		}
		if !a.IsExtra() || rate.Source[gevel.NoSource] < rate.Homes {
			rates = append(rates, rate)
		}
	}
	return rates
}
