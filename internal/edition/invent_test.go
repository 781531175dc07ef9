package edition

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/pricecheck"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/market/footprint"
)

// invented are contents with homes in no order, and models by the names of their files.
type invented struct {
	Contents
	Addresses       []gevel.Address
	Dwellings       []gevel.Dwelling
	NeighbourhoodOf []int32 // by dwelling; nil for none
	Models          map[string][]byte
}

// rows gives the contents their rows. Error: an address or a home has no ids.
func (c *invented) rows(ctx context.Context) (err error) {
	if c.Attributes == nil {
		c.Attributes = gevel.Standard()
	}
	if c.Contents.Addresses, err = NewAddressRows(ctx, c.Addresses); err != nil {
		return err
	}
	c.Homes = MakeHomeRows(c.Attributes, len(c.Dwellings))
	for row, i := range market.OrderOf(c.Dwellings, func(a, b *gevel.Dwelling) int { return cmp.Compare(a.ID, b.ID) }) {
		if err := c.Homes.Add(&c.Dwellings[i]); err != nil {
			return err
		}
		if c.NeighbourhoodOf != nil {
			c.Homes.SetNeighbourhood(row, c.NeighbourhoodOf[i])
		}
	}
	return nil
}

// draft drafts an edition in the folder dir.
func draft(ctx context.Context, dir string, c invented) (*Draft, error) {
	if err := c.rows(ctx); err != nil {
		return nil, err
	}
	d, err := BeginDraft(ctx, dir, &c.Contents)
	if err != nil {
		return nil, err
	}
	for name, content := range c.Models {
		err = errors.Join(err, d.WriteModel(ctx, name, func(w io.Writer) error { _, err := w.Write(content); return err }))
	}
	if err = errors.Join(err, d.Complete(ctx, &c.Contents)); err != nil {
		d.Discard()
		return nil, err
	}
	return d, nil
}

// inventContents makes an edition of n homes, n addresses and a few more, and n
// sales, in no order. The same n and seed give the same contents.
func inventContents(n int, seed uint64) invented {
	in := &inventor{Rand: rand.New(rand.NewPCG(seed, uint64(n)))}
	c := invented{Models: map[string][]byte{"2023.model": []byte("a model"), "2024.model": {}}, Contents: Contents{
		Attributes: inventedAttributes(), MadeBy: "test", CodeVersion: 7, Seed: seed, Parameters: []byte(`{"vintages":[]}`),
		Prices: []pricecheck.Point{
			{
				Measure: pricecheck.AveragePrice, Region: "PV28", Name: "Zuid-Holland (province)", Year: 2022, Months: 12, Part: 1,
				Sales: 812, Own: 431000, Published: 455004,
			},
			{
				Measure: pricecheck.Index, Region: "NL01", Name: "the Netherlands", Year: 2023, Months: 1, Part: 12,
				Own: 98.25, Published: 101.3, Provisional: true,
			},
		},
		AsOf: map[string]gevel.Date{"bag": gevel.NewDate(2023, time.September, 8)},
		Read: map[string]int{"bag": n},
		Rejects: map[string][]gevel.Reject{
			"bag": {{Reason: "no_postal_code", Count: 1, Samples: []string{"row <1>: é"}}},
		},
	}}
	sales := make([]gevel.Sale, n)
	for i := range n {
		d := in.dwelling(i)
		c.Dwellings = append(c.Dwellings, d)
		c.Addresses = append(c.Addresses, in.address(i, d))
		if i%25 == 0 {
			second := in.address(i, d)
			second.NumberID, second.HouseNumberExt, second.Main = inventID(gevel.CodeNummeraanduiding, n+i), "bis", false
			c.Addresses = append(c.Addresses, second)
		}
		sales[i] = in.sale(c.Attributes, i, d, c.Addresses[len(c.Addresses)-1])
	}
	for i := 0; i < n; i += 10 {
		home := c.Dwellings[i].ID
		c.Statuses = append(c.Statuses, gevel.StatusStep{Home: home, Status: gevel.Formed, Known: gevel.NoDate, Since: gevel.Always},
			gevel.StatusStep{Home: home, Status: gevel.InUse, Known: 18_000, Since: 18_000})
		if i%20 == 0 {
			c.Statuses = append(c.Statuses, gevel.StatusStep{Home: home, Status: gevel.Rebuilding, Known: 19_010, Since: 19_000})
		}
	}
	slices.SortStableFunc(c.Statuses, func(a, b gevel.StatusStep) int { return cmp.Compare(a.Home, b.Home) })
	for month := range gevel.Month(n) {
		c.Series = append(c.Series, gevel.Published{Month: 500 + month, Known: (502 + month).First(), Value: 100 + in.Float64()})
	}
	in.Shuffle(len(c.Dwellings), func(i, j int) { c.Dwellings[i], c.Dwellings[j] = c.Dwellings[j], c.Dwellings[i] })
	in.Shuffle(len(c.Addresses), func(i, j int) { c.Addresses[i], c.Addresses[j] = c.Addresses[j], c.Addresses[i] })
	c.Sales = market.NewSales(c.Attributes, sales)
	c.Buildings = inventBuildings(c.Dwellings)
	return c
}

// inventBuildings puts a building around each home that has a position, and a shed beside it.
func inventBuildings(homes []gevel.Dwelling) *footprint.Table {
	b := footprint.NewBuilder()
	for i, d := range homes {
		if !d.At.Known() {
			continue
		}
		side := 3 + float64(i%9)
		ring := []gevel.Point{d.At, {X: d.At.X + side, Y: d.At.Y}, {X: d.At.X + side, Y: d.At.Y + 9}, {X: d.At.X, Y: d.At.Y + 9}}
		yard := []gevel.Point{{X: d.At.X + 1, Y: d.At.Y + 1}, {X: d.At.X + 2, Y: d.At.Y + 1}, {X: d.At.X + 2, Y: d.At.Y + 2}}
		house := footprint.Building{
			Year: 1900 + i%150, Homes: 1, Group: d.BuildType.Group(), Outline: [][]gevel.Point{ring, yard},
			Number: gevel.BAGNumber(518100000000000 + 7919*i),
		}
		if err := errors.Join(b.Add(house), b.Add(footprint.Building{Outline: [][]gevel.Point{ring}})); err != nil {
			panic(err)
		}
	}
	t, err := b.Table()
	if err == nil {
		t, err = t.WithHeights(func(n gevel.BAGNumber) float64 { return float64(n%200) / 10 })
	}
	if err != nil {
		panic(err)
	}
	return t
}

// inventedAttributes have three extras.
func inventedAttributes() gevel.Attributes {
	return withColumns("num_woz", "num_maintenance", "cat_view")
}

// withColumns returns the standard attributes with those that columns bring.
func withColumns(columns ...string) gevel.Attributes {
	table := gevel.Standard()
	for _, column := range columns {
		a, _ := gevel.ExtraColumn(column)
		table = table.With(a)
	}
	return table
}

// extrasOf returns what a home has of the extras of a table, open categories by name.
func extrasOf(table gevel.Attributes, values ...any) []float32 {
	extra := make([]float32, len(values))
	for k := range table {
		if !table[k].IsExtra() {
			continue
		}
		switch v := values[k-len(gevel.Standard())].(type) {
		case float64:
			extra[k-len(gevel.Standard())] = float32(v)
		case string:
			extra[k-len(gevel.Standard())] = float32(table[k].Enter(v))
		}
	}
	return extra
}

type inventor struct{ *rand.Rand }

func inventID(code gevel.ObjectCode, n int) gevel.BAGID {
	return gevel.BAGID(fmt.Sprintf("0518%s%010d", code, n))
}

func (in *inventor) dwelling(i int) gevel.Dwelling {
	at := gevel.Point{X: 80_000 + 20_000*in.Float64(), Y: 450_000 + 20_000*in.Float64()}
	d := gevel.Dwelling{
		ID: inventID(gevel.CodeVerblijfsobject, i), NumberID: inventID(gevel.CodeNummeraanduiding, i),
		At: at, Place: gevel.Point{X: at.X + 100*in.Float64(), Y: at.Y - 100*in.Float64()},
		Characteristics: in.characteristics(), Sources: make([]gevel.Source, gevel.StandardAttributes),
	}
	for k := range d.Sources {
		d.Sources[k] = gevel.Source(in.IntN(int(gevel.FromSale) + 1))
	}
	if in.IntN(3) == 0 {
		d.Facts = in.facts()
	}
	return d
}

// facts are registered labels and types of a home; one of the types is unknown.
func (in *inventor) facts() []gevel.Fact {
	always := gevel.Provenance{Source: gevel.FromWalls, Known: gevel.NoDate, Until: gevel.NoDate}
	day := gevel.NewDate(2015, 1, 1) + gevel.Date(in.IntN(3000))
	label := gevel.Provenance{Source: gevel.FromLabel, Known: day, Until: day + 3653}
	return []gevel.Fact{
		{Attribute: gevel.AtBuildType, Value: float64(1 + in.IntN(gevel.BuildTypes-1)), Provenance: always},
		{Attribute: gevel.AtBuildType, Value: float64(gevel.Galerijflat), Provenance: label},
		{Attribute: gevel.AtUseSurface, Value: float64(in.IntN(200)), Provenance: label},
		{Attribute: gevel.AtEnergyLabel, Value: float64(1 + in.IntN(gevel.EnergyLabels-1)), Provenance: label},
	}
}

// characteristics are unknown now and then, and now and then a known zero.
func (in *inventor) characteristics() gevel.Characteristics {
	count := func(most int) gevel.Opt[int] {
		switch in.IntN(5) {
		case 0:
			return gevel.Opt[int]{}
		case 1:
			return gevel.Some(0)
		}
		return gevel.Some(in.IntN(most))
	}
	c := gevel.Characteristics{
		BuildType:   gevel.BuildType(in.IntN(gevel.BuildTypes)),
		EnergyLabel: gevel.EnergyLabel(in.IntN(gevel.EnergyLabels)),
		BuildYear:   count(2025), UseSurface: count(300), ParcelSurface: count(1000), Volume: count(900), Rooms: count(9),
	}
	if known := in.IntN(3); known > 0 {
		c.Monument = gevel.Some(known == 1)
	}
	return c
}

const (
	homesPerStreet   = 50
	homesPerCode     = 20
	streetsPerCity   = 100
	salesPerDwelling = 2
)

func (in *inventor) address(i int, d gevel.Dwelling) gevel.Address {
	code := i / homesPerCode
	a := gevel.Address{
		NumberID: d.NumberID, ObjectID: d.ID,
		PostalCode:  gevel.PostalCode(fmt.Sprintf("%04d%c%c", 1000+code/676%9000, 'A'+code/26%26, 'A'+code%26)),
		HouseNumber: 1 + i%homesPerCode/2, Street: fmt.Sprintf("Straße № %d", i/homesPerStreet%1000),
		City: fmt.Sprintf("’s-Stad %d", i/homesPerStreet/streetsPerCity), Municipality: "Súdwest-Fryslân",
		Province: "Fryslân",
		Kind:     gevel.Home, Main: true,
	}
	if i%2 == 1 {
		a.HouseLetter = string(rune('A' + in.IntN(26)))
	}
	if i%7 == 1 {
		a.HouseNumberExt = fmt.Sprint(in.IntN(20))
	}
	if in.IntN(30) == 0 {
		a.Kind = gevel.ObjectKind(1 + in.IntN(4))
	}
	return a
}

func (in *inventor) sale(attributes gevel.Attributes, i int, d gevel.Dwelling, a gevel.Address) gevel.Sale {
	day := gevel.NewDate(2010, time.January, 1) + gevel.Date(in.IntN(5000))
	s := gevel.Sale{
		ID: fmt.Sprintf("sale %d", i), DwellingID: string(inventID(gevel.CodeVerblijfsobject, i/salesPerDwelling)),
		Date: day, KnownDate: day + gevel.Date(in.IntN(60)), Price: gevel.Euro(100_000 + in.IntN(900_000)),
		At: d.At, Place: d.Place, PC4: a.PostalCode.PC4(), Street: a.Street, City: a.City,
		Characteristics: in.characteristics(),
	}
	s.Extra = extrasOf(attributes, float64(in.IntN(500))/2, math.NaN(), []string{"", "water", "park"}[in.IntN(3)])
	if in.IntN(10) == 0 {
		s.DwellingID, s.PC4, s.Street = "", "", ""
	}
	if i%5 == 1 {
		s.Deal = fmt.Sprintf("sale %d", i-1)
	}
	return s
}

// Write drafts an edition in the folder dir and publishes it. When ctx ends, nothing is
// published.
func Write(ctx context.Context, dir string, c invented) (Manifest, Outcome, error) {
	d, err := draft(ctx, dir, c)
	if err != nil {
		return Manifest{}, "", err
	}
	defer d.Discard()
	return d.Publish(ctx, nil)
}
