package sales

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/geo"
)

// Finds deals: homes sold on one day for one price in one street, postal code or building.

const (
	// buildingReach is how far apart two homes of one building, or of two side by side, stand at most, in metres.
	buildingReach = 50.0
	// crowd is how many homes of a square are compared with one beside it: of more, one is near enough.
	crowd = 32
	// leastByMonth is the least number of homes of a deal where sales are dated by the month. Two or three like flats
	// of a block are often sold at one price in a month: in Singapore one in ninety.
	leastByMonth = 4
)

// deal is the sales of one deal that are known by a day.
type deal struct {
	sales  []*entry // in the order in which they became known
	homes  []*entry // one sale of each home
	judged bool
	total  bool
	named  bool    // in the summary
	times  float64 // the price in prices of one of its homes
}

// alike are the sales of one day and price, wherever they are, in the order in which they became known.
type alike struct {
	sales []*entry
	known gevel.Date // by which the deals are known
	deals map[*entry]*deal
}

// findAlike gives each sale the list of all sales with its day and price, where there is another. all are in the order
// in which they became known.
func findAlike(all []*entry, least gevel.Euro) {
	sorted := slices.DeleteFunc(slices.Clone(all), func(e *entry) bool { return e.Price < least })
	slices.SortStableFunc(sorted, func(a, b *entry) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Price, b.Price))
	})
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && sorted[to].Date == sorted[from].Date && sorted[to].Price == sorted[from].Price {
			to++
		}
		if to-from > 1 {
			list := &alike{sales: sorted[from:to], known: gevel.NoDate}
			for _, e := range list.sales {
				e.alike = list
			}
		}
		from = to
	}
}

// dealOf returns the deal of a sale as it is known when the sale becomes known, nil for a sale on its own.
func (e *entry) dealOf() *deal {
	if e.alike == nil {
		return nil
	}
	if e.alike.known != e.KnownDate || e.alike.deals == nil {
		e.alike.divide(e.KnownDate)
	}
	return e.alike.deals[e]
}

// divide divides the sales known by a day among deals.
func (a *alike) divide(day gevel.Date) {
	n := 0
	for n < len(a.sales) && a.sales[n].KnownDate <= day {
		n++
	}
	known := a.sales[:n]
	a.known, a.deals = day, map[*entry]*deal{}
	groups := map[int][]*entry{}
	for i, root := range joined(known) {
		groups[root] = append(groups[root], known[i])
	}
	for _, group := range groups {
		if len(group) == 1 {
			continue
		}
		d := &deal{sales: group}
		d.findHomes()
		for _, e := range group {
			a.deals[e] = d
		}
	}
}

// findHomes finds the homes of the deal. Without a register rows of one key and several surfaces are parts of what was
// sold, such as a house and its shop, each with the price of all. A row without a surface is no further part.
func (d *deal) findHomes() {
	parts, seen := make([]string, len(d.sales)), map[string]bool{}
	for i, e := range d.sales {
		home := cmp.Or(e.DwellingID, e.ID)
		parts[i] = home
		if e.from.Register == nil && e.UseSurface.Known {
			parts[i] += fmt.Sprintf(" %d m2", e.UseSurface.V)
			seen[home] = true
		}
	}
	for i, e := range d.sales {
		if !seen[parts[i]] {
			seen[parts[i]] = true
			d.homes = append(d.homes, e)
		}
	}
}

// joined returns for each sale the number of one that stands for all those to which it is joined, by a street, a postal
// code or a building.
func joined(sales []*entry) []int {
	group := make([]int, len(sales))
	root := func(i int) int {
		for group[i] != i {
			group[i] = group[group[i]]
			i = group[i]
		}
		return i
	}
	named, squares := map[string]int{}, map[[2]float64][]int{}
	for i, e := range sales {
		group[i] = i
		for _, name := range e.dealNames() {
			if other, ok := named[name]; ok {
				group[root(i)] = root(other)
			}
			named[name] = i
		}
		if !e.At.Known() {
			continue
		}
		x, y := math.Floor(e.At.X/buildingReach), math.Floor(e.At.Y/buildingReach)
		for dx := -1.0; dx <= 1; dx++ {
			for dy := -1.0; dy <= 1; dy++ {
				for _, other := range squares[[2]float64{x + dx, y + dy}] {
					if geo.Distance(e.At, sales[other].At) <= buildingReach {
						group[root(i)] = root(other)
					}
				}
			}
		}
		if at := [2]float64{x, y}; len(squares[at]) < crowd {
			squares[at] = append(squares[at], i)
		}
	}
	for i := range group {
		group[i] = root(i)
	}
	return group
}

// dealNames returns the street and the Dutch postal code of a sale; those abroad are of whole towns.
func (e *entry) dealNames() (names []string) {
	if e.Street != "" {
		names = append(names, e.Street+"\n"+e.City+"\n"+e.PC4)
	}
	if e.postalCode != "" {
		names = append(names, e.postalCode)
	}
	return names
}

// first returns the id of the first sale of the deal that was kept, "" if none was.
func (d *deal) first() string {
	for _, e := range d.sales {
		if e.kept {
			return e.ID
		}
	}
	return ""
}

func (d *deal) String() string {
	e := d.sales[0]
	return fmt.Sprintf("%d homes %ssold on %s for %d, %.2g times what one is worth by sales nearby",
		len(d.homes), where(e), e.Date, e.Price, d.times)
}

func where(e *entry) string {
	if at := cmp.Or(e.Street, e.postalCode, e.PC4); at != "" {
		return "of " + at + " "
	}
	return ""
}
