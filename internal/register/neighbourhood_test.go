package register

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source/bag"
)

// street returns homes 1, 3A, 3B and a shop at 5, all in one street, with further addresses.
func street(t *testing.T, further ...gevel.Address) *Homes {
	t.Helper()
	r := &bag.Register{Addresses: further}
	for i, a := range []gevel.Address{
		{HouseNumber: 1, Kind: gevel.Home},
		{HouseNumber: 3, HouseLetter: "A", Kind: gevel.Home},
		{HouseNumber: 3, HouseLetter: "B", Kind: gevel.Home},
		{HouseNumber: 5},
	} {
		a.PostalCode, a.Main = "2511CV", true
		a.ObjectID = gevel.BAGID("051801000000000" + string(rune('1'+i)))
		a.NumberID = a.ObjectID
		if i == 0 && len(further) > 0 {
			a.Until = further[0].From
		}
		r.Addresses = append(r.Addresses, a)
		if a.Kind == gevel.Home {
			r.Dwellings = append(r.Dwellings, gevel.Dwelling{ID: a.ObjectID, NumberID: a.NumberID})
		}
	}
	g, err := FromBAG(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestHomesShareWhatIsSaidOfTheirNeighbourhoods(t *testing.T) {
	g := street(t)
	a, _ := gevel.ExtraColumn("num_cbs_woz")
	place, err := g.Bring(a)
	if err != nil {
		t.Fatal(err)
	}
	first, second := gevel.NewDate(2023, 1, 1), gevel.NewDate(2024, 1, 1)
	of := func(day gevel.Date, values map[string]float64) func(string) []gevel.Fact {
		return func(part string) []gevel.Fact {
			if values[part] == 0 {
				return nil
			}
			return []gevel.Fact{{Attribute: place, Value: values[part], Provenance: gevel.Provenance{
				Source: gevel.FromCBS, Known: day, Until: gevel.NoDate,
			}}}
		}
	}
	d := g.NewDivision()
	for number, want := range map[int][2]int{1: {1, 0}, 3: {2, 0}, 5: {0, 0}, 7: {0, 0}} {
		part := "east"
		if number == 1 {
			part = "west"
		}
		if homes, otherwise := d.Place("2511CV", number, part); [2]int{homes, otherwise} != want {
			t.Errorf("at %d %d homes are placed, %d otherwise, want %v", number, homes, otherwise, want)
		}
	}
	if homes, otherwise := d.Place("2511CV", 3, "west"); homes != 2 || otherwise != 2 || d.Homes != 3 {
		t.Errorf("placed again: %d homes, %d otherwise, %d in all", homes, otherwise, d.Homes)
	}
	g.LearnShared(d, of(first, map[string]float64{"east": 300}))
	g.LearnShared(d, of(second, map[string]float64{"east": 330, "west": 250}))
	if of := [...]int32{g.Neighbourhood(0), g.Neighbourhood(1), g.Neighbourhood(2)}; len(g.Neighbourhoods) != 2 || of != [...]int32{0, 1, 1} {
		t.Errorf("homes are in %v of %d neighbourhoods", of, len(g.Neighbourhoods))
	}
	for i, want := range [][3]string{{"", "", "250"}, {"", "300", "330"}, {"", "300", "330"}} {
		home, _, ok := g.Dwelling(g.ID(i))
		for k, day := range []gevel.Date{first, second, second + 1} {
			then := home.On(day, g.Attributes)
			if got := g.Attributes[place].Text(g.Attributes[place].Get(&then.Characteristics)); got != want[k] || !ok {
				t.Errorf("home %d has %q on %s, want %q", i, got, day, want[k])
			}
		}
	}
	moved := street(t, gevel.Address{ // home 1 gets number 9 on a day
		PostalCode: "2511CV", HouseNumber: 9, Kind: gevel.Home, Main: true, From: second,
		ObjectID: g.ID(0), NumberID: g.ID(0),
	})
	for _, order := range [][2]int{{1, 9}, {9, 1}} {
		d := moved.NewDivision()
		for _, number := range order {
			d.Place("2511CV", number, map[int]string{1: "west", 9: "east"}[number])
		}
		if got := d.names[d.of[0]]; got != "west" || d.Homes != 1 {
			t.Errorf("placed in order %v the home is in %s, want its first address's", order, got)
		}
	}
	rates := g.FillRates()
	if last := rates[len(rates)-1]; last.Source[gevel.FromCBS] != 3 || last.Label != "num_cbs_woz" {
		t.Errorf("fill rate is %+v", last)
	}
}
