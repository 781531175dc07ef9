package valuer

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market"
)

// A small invented market, for the tests of this package: two villages of streets
// with terraces, villas and blocks of flats, and their sales of seven years.

// market is what an edition is made of, before its models.
type smallMarket struct {
	addresses []gevel.Address
	dwellings []gevel.Dwelling
	sales     []gevel.Sale
}

var marketSchema = gevel.SaleSchema{Num: []string{"woz"}, Cat: []string{"view"}}

var (
	marketStart = gevel.NewDate(2016, time.January, 1)
	marketEnd   = gevel.NewDate(2023, time.January, 1)
)

const (
	townStreets     = 12
	smallStreets    = 8   // of markets that are trained over and over
	cityStreets     = 48  // of one with sales enough for its trees to know neighbours
	exactStreets    = 150 // of one with sales enough for plain trees, where prices are exact
	homesInStreet   = 20
	homesApart      = 12 // metres
	salesPerHome    = 2
	marketNoise     = 0.06 // log euros
	marketGrowth    = 0.05 // a year
	monthsToBeKnown = 2
)

// newMarket invents the market of a seed, with so many streets.
func newSmallMarket(seed uint64, streets int) *smallMarket {
	rng := rand.New(rand.NewPCG(seed, 1))
	m := &smallMarket{}
	for street := range streets {
		for number := range homesInStreet {
			m.addHome(rng, street, number)
		}
	}
	for i := range salesPerHome * len(m.dwellings) {
		day := marketStart + gevel.Date(rng.IntN(int(marketEnd-marketStart)))
		m.sales = append(m.sales, m.sale(rng, i, rng.IntN(len(m.dwellings)*9/10), day))
	}
	return m
}

func marketID(code gevel.ObjectCode, n int) gevel.BAGID {
	return gevel.BAGID(fmt.Sprintf("0999%s%010d", code, n))
}

func (m *smallMarket) addHome(rng *rand.Rand, street, number int) {
	n := len(m.dwellings)
	first := gevel.Point{X: 100_000 + 900*float64(street%4), Y: 400_000 + 700*float64(street/4)}
	at := gevel.Point{X: first.X + homesApart*float64(number), Y: first.Y}
	place := gevel.Point{X: first.X + homesApart*(homesInStreet-1)/2, Y: first.Y}
	c := gevel.Characteristics{
		BuildYear: gevel.Some(1900 + 7*(street%townStreets) + rng.IntN(4)), UseSurface: gevel.Some(60 + rng.IntN(90)),
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
		ID: marketID(gevel.CodeVerblijfsobject, n), NumberID: marketID(gevel.CodeNummeraanduiding, n),
		At: at, Place: place, Characteristics: c,
	}
	m.dwellings = append(m.dwellings, d)
	m.addresses = append(m.addresses, gevel.Address{
		NumberID: d.NumberID, ObjectID: d.ID,
		PostalCode:  gevel.PostalCode(fmt.Sprintf("%dA%c", 1000+street/4, 'A'+street%26)),
		HouseNumber: 1 + number, Street: fmt.Sprintf("Straat %d", street), City: "Dorp", Municipality: "Dorp",
		Province: "Flevoland", Kind: gevel.Home, Main: true, InUse: true,
	})
}

// sale invents a sale of home h on a day.
func (m *smallMarket) sale(rng *rand.Rand, i, h int, day gevel.Date) gevel.Sale {
	d, a := m.dwellings[h], m.addresses[h]
	s := gevel.Sale{
		ID: fmt.Sprintf("sale %05d", i), DwellingID: string(d.ID), Date: day,
		KnownDate: day + gevel.Date(rng.IntN(31*monthsToBeKnown)),
		At:        d.At, Place: d.Place, PC4: a.PostalCode.PC4(), Street: a.Street, City: a.City, Characteristics: d.Characteristics,
		Num: []float64{math.NaN()}, Cat: []string{[]string{"", "park", "water", "road"}[rng.IntN(4)]},
	}
	if i%3 > 0 {
		s.Num[0] = math.Round(math.Exp(worth(d.Characteristics, d.At)) / 1000)
	}
	if s.Cat[0] == "park" && i%2 == 0 {
		s.DwellingID = "" // some files do not tell
	}
	noise := marketNoise * rng.NormFloat64()
	if rng.IntN(25) == 0 {
		noise *= 5
	}
	s.Price = gevel.Euro(exactPrice(&s) * math.Exp(noise))
	return s
}

// exactPrice is the price of a sale that leaves nothing to chance.
func exactPrice(s *gevel.Sale) float64 {
	return math.Exp(worth(s.Characteristics, s.At) + marketGrowth*float64(s.Date-marketStart)/365)
}

// worth is the log price of a home at the start, without chance.
func worth(c gevel.Characteristics, at gevel.Point) float64 {
	w := 7.9 + 0.8*math.Log(float64(c.UseSurface.Or(100))) + 0.02*float64(c.EnergyLabel) +
		0.2*math.Log1p(float64(c.ParcelSurface.Or(0))/500) + 0.1*math.Sin(at.X/700) + 0.1*math.Cos(at.Y/900)
	if c.BuildType == gevel.VrijstaandeWoning {
		w += 0.2
	}
	return w
}

// valuer trains vintages on the sales and returns the valuer of an edition with
// them, as it is read from disk.
func (m *smallMarket) valuer(t testing.TB, seed uint64, dates ...gevel.Date) *Valuer {
	t.Helper()
	s := market.NewSales(marketSchema, m.sales)
	vintages := trained(t, s, seed, dates...)
	models, err := Encode(vintages)
	if err != nil {
		t.Fatal(err)
	}
	return m.open(t, s, models)
}

// trained returns the vintages of some dates.
func trained(t testing.TB, s *market.Sales, seed uint64, dates ...gevel.Date) []*Vintage {
	t.Helper()
	trainer := newTrainer(s, TrainOptions{Seed: seed, Progress: func(int, int) {}})
	vintages, err := trainer.trainFollowed(context.Background(), dates, dates[len(dates)-1])
	if err != nil {
		t.Fatal(err)
	}
	return vintages
}

func (m *smallMarket) open(t testing.TB, s *market.Sales, models map[string][]byte) *Valuer {
	t.Helper()
	return m.openIn(t, t.TempDir(), s, models)
}

// openIn publishes an edition in a directory and opens it.
func (m *smallMarket) openIn(t testing.TB, dir string, s *market.Sales, models map[string][]byte) *Valuer {
	t.Helper()
	made, _, err := edition.Write(context.Background(), dir, edition.Contents{
		Addresses: m.addresses, Dwellings: m.dwellings, Sales: s, Models: models, MadeBy: "test",
		Parameters: json.RawMessage(`{}`),
	})
	if err != nil {
		t.Fatal(err)
	}
	return valuerOf(t, dir+"/"+made.ID)
}

func valuerOf(t testing.TB, dir string) *Valuer {
	t.Helper()
	e, err := edition.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	v, err := New(e)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// inquiry asks for home h on a day.
func (m *smallMarket) inquiry(h int, day gevel.Date) gevel.Inquiry {
	a := m.addresses[h]
	return gevel.Inquiry{
		AddressQuery: gevel.AddressQuery{PostalCode: a.PostalCode, HouseNumber: a.HouseNumber}, Date: day,
	}
}

// town is one market with its valuer, shared by the tests that only ask. Its
// vintages are dated a year apart.
type town struct {
	*smallMarket
	*Valuer
}

var townDates = []gevel.Date{gevel.NewDate(2020, time.July, 1), gevel.NewDate(2021, time.July, 1)}

var sharedTown, sharedCity sharedMarket

type sharedMarket struct {
	sync.Once
	town
}

func newTown(t testing.TB) town {
	t.Helper()
	return sharedTown.of(t, townStreets)
}

// newCity is a town whose trees know neighbours.
func newCity(t testing.TB) town {
	t.Helper()
	return sharedCity.of(t, cityStreets)
}

func (s *sharedMarket) of(t testing.TB, streets int) town {
	t.Helper()
	s.Do(func() {
		m := newSmallMarket(1, streets)
		s.town = town{smallMarket: m, Valuer: m.valuer(t, 1, townDates...)}
	})
	if s.Valuer == nil {
		t.Skip("the town could not be built; see the test that tried")
	}
	return s.town
}
