package smalltown

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/gevel/gevel"
)

// An invented country, to measure the cost of training and valuing at size: towns of
// all sizes, streets of twenty homes, and sales of five years with 24 extras, so that
// the trees have 40 columns.

const (
	countrySide  = 250_000.0 // metres
	streetLength = 20        // homes
	zipStreets   = 12        // streets in a postal-code area
	townStart    = 500       // homes of the smallest town
	numExtras    = 20
	catExtras    = 4
	catValues    = 8
	countryNoise = 0.08 // log euros
)

// CountryStart and CountryEnd are the days between which its homes are sold.
var (
	CountryStart = gevel.NewDate(2019, time.January, 1)
	CountryEnd   = gevel.NewDate(2024, time.January, 1)
)

// countryAttributes has the extra columns of its sales.
func countryAttributes() gevel.Attributes {
	table := gevel.Standard()
	for k := range numExtras + catExtras {
		column := fmt.Sprintf("%s%02d", gevel.NumPrefix, k)
		if k >= numExtras {
			column = fmt.Sprintf("%s%02d", gevel.CatPrefix, k)
		}
		a, _ := gevel.ExtraColumn(column)
		table = table.With(a)
	}
	return table
}

// NewCountry invents a country of n sales and as many homes.
func NewCountry(n int) *Market {
	rng := rand.New(rand.NewPCG(7, uint64(n)))
	m := &Market{Attributes: countryAttributes()}
	for len(m.Dwellings) < n {
		m.addTown(rng, n)
	}
	for i := range n {
		day := CountryStart + gevel.Date(rng.IntN(int(CountryEnd-CountryStart)))
		m.Sold = append(m.Sold, m.countrySale(rng, i, rng.IntN(n), day))
	}
	return m
}

// addTown adds a town whose size is drawn from a heavy tail, until there are n homes.
func (m *Market) addTown(rng *rand.Rand, n int) {
	centre := gevel.Point{X: 10_000 + countrySide*rng.Float64(), Y: 310_000 + countrySide*rng.Float64()}
	homes := min(float64(n)/10, townStart/math.Pow(rng.Float64(), 0.9))
	streets := int(homes/streetLength) + 1
	across := int(math.Ceil(math.Sqrt(float64(streets) / 2)))
	built := 1900 + rng.IntN(60)
	for street := 0; street < streets && len(m.Dwellings) < n; street++ {
		first := gevel.Point{X: centre.X + 260*float64(street%across), Y: centre.Y + 60*float64(street/across)}
		m.addStreet(rng, first, min(2022, built+rng.IntN(70)))
	}
}

func (m *Market) addStreet(rng *rand.Rand, first gevel.Point, built int) {
	street := len(m.Dwellings) / streetLength
	code := fmt.Sprintf("%04d%c%c", 1000+street/zipStreets, 'A'+street%zipStreets, 'A')
	types := []gevel.BuildType{gevel.Tussenwoning, gevel.Portiekflat, gevel.VrijstaandeWoning, gevel.Hoekwoning}
	kind := types[rng.IntN(len(types))]
	for number := range streetLength {
		n := len(m.Dwellings)
		c := gevel.Characteristics{
			BuildYear: gevel.Some(built + rng.IntN(3)), UseSurface: gevel.Some(45 + rng.IntN(110)), BuildType: kind,
		}
		if kind != gevel.Portiekflat {
			c.ParcelSurface = gevel.Some(90 + rng.IntN(400))
		}
		if number%3 > 0 {
			c.EnergyLabel = gevel.LabelG + gevel.EnergyLabel(rng.IntN(8))
		}
		d := gevel.Dwelling{
			ID: ID(gevel.CodeVerblijfsobject, n), NumberID: ID(gevel.CodeNummeraanduiding, n),
			At:    gevel.Point{X: first.X + homesApart*float64(number), Y: first.Y},
			Place: gevel.Point{X: first.X + homesApart*streetLength/2, Y: first.Y}, Characteristics: c,
		}
		m.Dwellings = append(m.Dwellings, d)
		m.Addresses = append(m.Addresses, gevel.Address{
			NumberID: d.NumberID, ObjectID: d.ID, PostalCode: gevel.PostalCode(code), HouseNumber: 1 + number,
			Street: fmt.Sprintf("Straat %d", street), City: "Dorp", Municipality: "Dorp",
			Province: "Flevoland", Kind: gevel.Home, Main: true, InUse: true,
		})
	}
}

// countrySale invents a sale of home h on a day. Some extras correlate with the price, most with
// nothing, and a fifth of them are unknown.
func (m *Market) countrySale(rng *rand.Rand, i, h int, day gevel.Date) gevel.Sale {
	d, a := m.Dwellings[h], m.Addresses[h]
	hidden := rng.NormFloat64()
	s := gevel.Sale{
		ID: fmt.Sprintf("sale %07d", i), DwellingID: string(d.ID), Date: day, KnownDate: day + gevel.Date(rng.IntN(60)),
		At: d.At, Place: d.Place, PC4: a.PostalCode.PC4(), Street: a.Street, City: a.City, Characteristics: d.Characteristics,
	}
	s.Extra = make([]float32, 0, numExtras+catExtras)
	for k := range numExtras {
		value := rng.NormFloat64()
		switch {
		case k < 3:
			value += hidden
		case rng.IntN(5) == 0:
			value = math.NaN()
		}
		s.Extra = append(s.Extra, float32(value))
	}
	worthMore := 0.0
	for k := range catExtras {
		value := rng.IntN(catValues)
		category := &m.Attributes[len(m.Attributes)-catExtras+k]
		s.Extra = append(s.Extra, float32(category.Enter(fmt.Sprintf("value %d", value))))
		worthMore += 0.005 * float64(value*k)
	}
	years := float64(day-CountryStart) / 365
	town := 0.3*math.Sin(d.At.X/40_000) + 0.2*math.Cos(d.At.Y/30_000)
	s.Price = gevel.Euro(math.Exp(worth(d.Characteristics, d.At) + town + 0.1*hidden + worthMore +
		(growth+0.02*math.Sin(d.At.Y/50_000))*years + countryNoise*rng.NormFloat64()))
	return s
}
