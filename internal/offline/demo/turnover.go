package demo

import (
	"cmp"
	"slices"
	"time"

	"github.com/gevel/gevel"
)

// The turnover of homes.
const (
	salesYears     = 12
	turnover       = 0.055 // sales per home and year
	neverSold      = 0.2   // share of homes that are rented out or stay in a family
	monthsOwned    = 10    // least time between two sales of a home
	quietMonths    = 40    // time without sales in a quiet district
	salesPerType   = 4     // least number for each of the 16 types
	longestUnknown = 90    // longest time between a sale and its known date, days
	knownAtOnce    = 0.15  // share of sales known on their own day
)

// season is the number of sales in each month relative to the mean. Prices have no season.
var season = [...]float64{0.84, 0.86, 0.98, 1.0, 1.04, 1.1, 1.12, 1.0, 1.0, 1.04, 0.98, 1.04}

const busiest = 1.12

// sale is an actual sale of a home.
type sale struct {
	home      *object
	day       gevel.Date
	known     gevel.Date
	price     gevel.Euro
	irregular *irregularity // nil is a regular sale
}

// sales draws the sales of the years up to yesterday, by day. Sales not yet known are in no file.
func (t *town) sales() []sale {
	d := newDice(t.Seed, "sales")
	var sold []sale
	var unsold []*object
	perType := [gevel.BuildTypes]int{}
	for _, o := range t.homes() {
		if !t.marketable(o) {
			continue
		}
		var days []gevel.Date
		if !d.chance(neverSold) {
			days = t.saleDays(o, d)
		}
		if len(days) == 0 {
			unsold = append(unsold, o)
		}
		for _, day := range days {
			perType[o.home.BuildType]++
			sold = append(sold, t.sell(o, day, d))
		}
	}
	sold = append(sold, t.sellRare(unsold, perType, d)...)
	sold = slices.DeleteFunc(sold, func(s sale) bool { return s.known >= t.Date })
	slices.SortStableFunc(sold, func(a, b sale) int {
		return cmp.Or(cmp.Compare(a.day, b.day), cmp.Compare(a.home.ID, b.home.ID))
	})
	return sold
}

// marketable reports whether a home can have been sold.
func (t *town) marketable(o *object) bool {
	switch o.shows {
	case CaseOutsideModel, CaseThisYear, CaseNextYear, CaseRemote:
		return false
	}
	return !o.district().remote && !o.Main.Street.rented
}

// saleDays draws the days on which a home was sold.
func (t *town) saleDays(o *object, d dice) []gevel.Date {
	first := max(t.Date.AddMonths(-12*salesYears), firstSale(o))
	end := t.Date
	if o.district().quiet {
		end = t.Date.AddMonths(-quietMonths)
	}
	// Some owners move often: rates vary, and the busiest month's rate is thinned by season.
	rate := turnover / (1 - neverSold) * (0.35 + 0.65*d.ExpFloat64()) * busiest / 365.25
	var days []gevel.Date
	for day := first; ; {
		day += gevel.Date(d.ExpFloat64() / rate)
		if day >= end {
			return days
		}
		if d.chance(season[day.Time().Month()-1] / busiest) {
			days = append(days, day)
			day = day.AddMonths(monthsOwned)
		}
	}
}

// firstSale returns the first possible day of a sale: the first owner stays for some time.
func firstSale(o *object) gevel.Date {
	const livedIn = 13 // months, from the beginning of the build year
	return gevel.NewDate(o.home.BuildYear.V, time.January, 1).AddMonths(livedIn)
}

func (t *town) sell(o *object, day gevel.Date, d dice) sale {
	known := day
	if !d.chance(knownAtOnce) {
		known += gevel.Date(d.between(1, longestUnknown))
	}
	return sale{home: o, day: day, known: known, price: t.price(o, day, d)}
}

// sellRare sells homes of the types with too few sales in a small town, and one home yesterday, so that the
// file runs up to the day before today.
func (t *town) sellRare(unsold []*object, perType [gevel.BuildTypes]int, d dice) []sale {
	const between = 17 // months
	var sold []sale
	freshest := false
	for _, o := range unsold {
		n := perType[o.home.BuildType]
		day := max(t.Date.AddMonths(-between*(n+1)-longestUnknown/30), firstSale(o))
		switch {
		case o.shows != "" || o.district().quiet:
		case n < salesPerType:
			perType[o.home.BuildType]++
			sold = append(sold, t.sell(o, day, d))
		case !freshest:
			freshest = true
			s := t.sell(o, t.Date-1, d)
			s.known = s.day
			sold = append(sold, s)
		}
	}
	return sold
}

// extend gives some homes a history in the register: they were smaller before. One home is to become larger
// on a day after the delivery.
func (t *town) extend() {
	const (
		share    = 0.04
		youngest = 2000 // build year
	)
	d := newDice(t.Seed, "extensions")
	announced := false
	for _, o := range t.homes() {
		if o.shows != "" || o.home.ParcelSurface.V == 0 || o.home.BuildYear.V > youngest || !d.chance(share) {
			continue
		}
		if announced {
			on := gevel.NewDate(d.between(FirstDate.Year()-1, t.Date.Year()-1), time.Month(d.between(1, 12)), d.between(1, 28))
			o.changed = &change{on: on, from: o.Surface - d.between(8, 20), to: o.Surface}
		} else {
			o.changed, announced = &change{on: t.Date.AddMonths(4), from: o.Surface, to: o.Surface + 15}, true
		}
	}
}

const (
	// rentedEvery: one of this many streets is rented.
	rentedEvery = 9
	// ownedElsewhere is how many homes of each of its types must be for sale in other streets, so that even a
	// small town sells all types.
	ownedElsewhere = 8
)

// rentOut gives some streets to a housing association. Nothing is sold in them.
func (t *town) rentOut() {
	var owned [gevel.BuildTypes]int
	within := map[*street]*[gevel.BuildTypes]int{}
	for _, s := range t.streets {
		if !s.district.quiet {
			within[s] = new([gevel.BuildTypes]int)
		}
	}
	for _, o := range t.homes() {
		if homes := within[o.Main.Street]; homes != nil {
			homes[o.home.BuildType]++
			owned[o.home.BuildType]++
		}
	}
	since := rentedEvery
	for _, s := range t.streets {
		since++
		if homes := within[s]; since > rentedEvery && homes != nil && spared(owned, *homes) {
			s.rented, since = true, 0
			for b, n := range homes {
				owned[b] -= n
			}
		}
	}
}

// spared reports whether enough homes of each type are left without these.
func spared(owned, homes [gevel.BuildTypes]int) bool {
	for b, n := range homes {
		if n > 0 && owned[b]-n < ownedElsewhere {
			return false
		}
	}
	return true
}
