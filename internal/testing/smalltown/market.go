// Package smalltown invents small markets, for tests alone: two villages of streets with
// terraces, villas and blocks of flats, their sales of seven years, and the models and the
// edition made of them.
package smalltown

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/gevel/gevel"
)

// Market is the content of an edition without its models.
type Market struct {
	Attributes gevel.Attributes // with the extra columns of the sales
	Addresses  []gevel.Address
	Dwellings  []gevel.Dwelling
	Statuses   []gevel.StatusStep
	Revisions  gevel.Revisions // of Sold
	Sold       []gevel.Sale
}

// Attributes returns a table with two extra columns.
func Attributes() gevel.Attributes {
	woz, _ := gevel.ExtraColumn("num_woz")
	view, _ := gevel.ExtraColumn("cat_view")
	return gevel.Standard().With(woz, view)
}

// The places of the extra columns in Extra.
const (
	WOZ = iota
	View
)

// view returns the number of a view.
func (m *Market) view(name string) float32 {
	return float32(m.Attributes[len(m.Attributes)-1].Enter(name))
}

// Start and End are the days between which homes are sold.
var (
	Start = gevel.NewDate(2016, time.January, 1)
	End   = gevel.NewDate(2023, time.January, 1)
)

// Numbers of streets of the markets.
const (
	Streets      = 12
	FewStreets   = 8  // of markets that are trained repeatedly
	cityStreets  = 44 // of a city: enough sales by 2020 for its trees to know neighbours
	plainStreets = 90 // of a plain market: enough sales by the middle of 2022 for direct trees
)

const (
	homesInStreet   = 20
	homesApart      = 12 // metres
	salesPerHome    = 2
	noise           = 0.06 // log euros
	growth          = 0.05 // a year
	monthsToBeKnown = 2
)

// New invents the market of a seed, with so many streets.
func New(seed uint64, streets int) *Market {
	rng := rand.New(rand.NewPCG(seed, 1))
	m := &Market{Attributes: Attributes()}
	for street := range streets {
		for number := range homesInStreet {
			m.addHome(rng, street, number)
		}
	}
	m.setStatuses()
	for i := range salesPerHome * len(m.Dwellings) {
		day := Start + gevel.Date(rng.IntN(int(End-Start)))
		m.Sold = append(m.Sold, m.Sale(rng, i, rng.IntN(len(m.Dwellings)*9/10), day))
	}
	return m
}

// Closed are the days between which the home before the last is out of use.
var Closed = [2]gevel.Date{Start.AddMonths(24), Start.AddMonths(36)}

// setStatuses has the last home only formed, the one before it out of use for a year, and the one before that being
// rebuilt. None of them is ever sold.
func (m *Market) setStatuses() {
	last := len(m.Dwellings) - 1
	m.Statuses = []gevel.StatusStep{
		{Home: m.Dwellings[last-2].ID, Status: gevel.Rebuilding, Known: gevel.NoDate, Since: Start},
		{Home: m.Dwellings[last-1].ID, Status: gevel.OutOfUse, Known: gevel.NoDate, Since: Closed[0]},
		{Home: m.Dwellings[last-1].ID, Status: gevel.InUse, Known: gevel.NoDate, Since: Closed[1]},
		{Home: m.Dwellings[last].ID, Status: gevel.Formed, Known: gevel.NoDate, Since: gevel.Always},
	}
}

// NewCity invents the market of a seed with sales enough for trees that know neighbours.
func NewCity(seed uint64) *Market {
	m := New(seed, cityStreets)
	m.hidePlaces(5, 2)
	return m
}

// NewPlain invents the market of a seed with sales enough for direct trees: prices follow surface and day alone.
func NewPlain(seed uint64) *Market {
	m := New(seed, plainStreets)
	m.hidePlaces(8, 1)
	for i := range m.Sold {
		s := &m.Sold[i]
		s.Price = gevel.Euro(math.Exp(8 + 0.8*math.Log(float64(s.UseSurface.V)) + growth*float64(s.Date-Start)/365))
	}
	return m
}

// hidePlaces leaves only some of so many sales a position, as some files do. What surrounds a home, and what a place is
// worth, is learned from these, quickly since they are few.
func (m *Market) hidePlaces(of, left int) {
	for i := range m.Sold {
		if i%of >= left {
			m.Sold[i].At, m.Sold[i].Place = gevel.Point{}, gevel.Point{}
		}
	}
}

// FirstOfSecond is the first home of a second municipality, whose ids have no leading zeros.
const FirstOfSecond = 60

// ID returns the BAG id of the nth object of a kind.
func ID(code gevel.ObjectCode, n int) gevel.BAGID {
	municipality := "0999"
	if n >= FirstOfSecond {
		municipality = "1699"
	}
	return gevel.BAGID(fmt.Sprintf("%s%s%010d", municipality, code, n))
}

func (m *Market) addHome(rng *rand.Rand, street, number int) {
	n := len(m.Dwellings)
	first := gevel.Point{X: 100_000 + 900*float64(street%4), Y: 400_000 + 700*float64(street/4)}
	at := gevel.Point{X: first.X + homesApart*float64(number), Y: first.Y}
	place := gevel.Point{X: first.X + homesApart*(homesInStreet-1)/2, Y: first.Y}
	c := gevel.Characteristics{
		BuildYear: gevel.Some(1900 + 7*(street%Streets) + rng.IntN(4)), UseSurface: gevel.Some(60 + rng.IntN(90)),
		BuildType: gevel.Tussenwoning,
	}
	switch {
	case street%5 == 4: // a block of flats: all at one point
		at, place = first, first
		c.BuildType = gevel.Portiekflat
	case street%5 == 3:
		c.BuildType, c.ParcelSurface = gevel.VrijstaandeWoning, gevel.Some(300+rng.IntN(500))
	case number%2 == 0:
		c.ParcelSurface = gevel.Some(90 + rng.IntN(100))
	}
	if number%3 > 0 {
		c.EnergyLabel = gevel.LabelG + gevel.EnergyLabel(rng.IntN(8))
	}
	d := gevel.Dwelling{
		ID: ID(gevel.CodeVerblijfsobject, n), NumberID: ID(gevel.CodeNummeraanduiding, n),
		At: at, Place: place, Characteristics: c,
	}
	m.Dwellings = append(m.Dwellings, d)
	m.Addresses = append(m.Addresses, gevel.Address{
		NumberID: d.NumberID, ObjectID: d.ID,
		PostalCode:  gevel.PostalCode(fmt.Sprintf("%dA%c", 1000+street/4, 'A'+street%26)),
		HouseNumber: 1 + number, Street: fmt.Sprintf("Straat %d", street), City: "Dorp", Municipality: "Dorp",
		Province: "Flevoland", Kind: gevel.Home, Main: true, InUse: true,
	})
}

// Sale invents a sale of home h on a day.
func (m *Market) Sale(rng *rand.Rand, i, h int, day gevel.Date) gevel.Sale {
	d, a := m.Dwellings[h], m.Addresses[h]
	s := gevel.Sale{
		ID: fmt.Sprintf("sale %05d", i), DwellingID: string(d.ID), Date: day,
		KnownDate: day + gevel.Date(rng.IntN(31*monthsToBeKnown)),
		At:        d.At, Place: d.Place, PC4: a.PostalCode.PC4(), Street: a.Street, City: a.City, Characteristics: d.Characteristics,
	}
	view := []string{"", "park", "water", "road"}[rng.IntN(4)]
	s.Extra = []float32{WOZ: float32(math.NaN()), View: m.view(view)}
	if i%3 > 0 {
		s.Extra[WOZ] = float32(math.Round(math.Exp(worth(d.Characteristics, d.At)) / 1000))
	}
	if view == "park" && i%2 == 0 {
		s.DwellingID = "" // some files leave it out
	}
	chance := noise * rng.NormFloat64()
	if rng.IntN(25) == 0 {
		chance *= 5
	}
	s.Price = gevel.Euro(math.Exp(worth(s.Characteristics, s.At)+growth*float64(s.Date-Start)/365) * math.Exp(chance))
	return s
}

// worth is the log price of a home at the start, without noise.
func worth(c gevel.Characteristics, at gevel.Point) float64 {
	w := 7.9 + 0.8*math.Log(float64(c.UseSurface.Or(100))) + 0.02*float64(c.EnergyLabel) +
		0.2*math.Log1p(float64(c.ParcelSurface.Or(0))/500) + 0.1*math.Sin(at.X/700) + 0.1*math.Cos(at.Y/900)
	if c.BuildType == gevel.VrijstaandeWoning {
		w += 0.2
	}
	return w
}

// Inquiry asks for home h on a day.
func (m *Market) Inquiry(h int, day gevel.Date) gevel.Inquiry {
	a := m.Addresses[h]
	return gevel.Inquiry{
		AddressQuery: gevel.AddressQuery{PostalCode: a.PostalCode, HouseNumber: a.HouseNumber}, Date: day,
	}
}

// NeverSold returns the homes of a market without any possible sale.
func (m *Market) NeverSold() (homes []int) {
	for h := len(m.Dwellings) * 9 / 10; h < len(m.Dwellings); h++ {
		homes = append(homes, h)
	}
	return homes
}
